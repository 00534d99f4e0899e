/** The prompt of the assistant: its rules, the node types, the workflow, the conversation and the message. */
import { type Catalogue, type Graph, type ModelMessage, splitSecrets, VERBS, type VerbForm } from '@millrace/model'
import { compactCatalogue } from './compact-catalogue.ts'
import { compactState } from './compact-state.ts'
import { withoutKeys, withoutKnown } from './without-keys.ts'

/** One message of the chat. */
export interface HistoryMessage {
  readonly role: 'user' | 'assistant'
  readonly content: string
}

export interface PromptRequest {
  readonly message: string
  readonly graph: Graph
  readonly history: readonly HistoryMessage[]
  /** The language of the page, such as `de`. */
  readonly page?: string | undefined
}

const TASK = 'You help a person edit a visual workflow. Answer in the language of the person.'

/** The language of a page that is not English. A message such as "undo" has no clear language. */
function taskFor(page = 'en'): string {
  const name = new Intl.DisplayNames('en', { type: 'language' }).of(page)
  return page === 'en' ? TASK : `${TASK} The page of the person is in ${name}.`
}

const WITH_TOOLS = `- Change the workflow by calling tools. Calls are applied in order to a copy of the workflow; the person sees the changes and decides whether to apply them. A refused call says why: correct it.
- Answer questions about failures from last_run and validate, not by guessing.
- When you are done, answer with a few sentences that say what you changed. Do not list the commands.`

const WITH_TEXT = `- Explain in a few sentences what you change. Put all commands into one fenced block labelled millrace, one command a line:
\`\`\`millrace
add fetch_page http_request
set fetch_page:url https://example.com
connect fetch_page:body summarize:text
\`\`\``

const RULES = `- Use only the node types, ports and settings that are listed. If none does what is asked, say so and name the nearest.
- If a part of the request cannot be done or is not clear, say which part you left out. Never delete, rename or reconnect on a guess.
- Name every new node: one word of letters, digits and _; the name is its id from then on.
- Connect every required input. Values travel over data ports; use trigger ports where only the order counts, and from a branch of a gateway (branch -> trigger).
- The branches of a gateway are outputs once "branches" is set; the name of a branch is its port.
- Loops come back only through an input called loop_back.
- Do not place nodes and do not change the layout unless the person asks for it.
- Answer a question in words, without changes.
- Secrets (keys, passwords) are never shown to you. Never write one: tell the person to fill it in.
- The workflow below is the current one, even if earlier messages differ.`

/** The commands that change something, as the documentation writes them. */
export function grammar(): string {
  return Object.values(VERBS)
    .flatMap<VerbForm>((verb) => (verb.kind === 'edit' || verb.kind === 'history' ? (verb.forms ?? []) : []))
    .map(({ form, effect, example }) => `${form}  # ${effect} Example: ${example.replaceAll('\n', '\\n')}`)
    .join('\n')
}

/** The system prompt for a model that calls tools. */
export function toolSystemPrompt(catalogue: Catalogue, page?: string): string {
  return `${taskFor(page)}\n${WITH_TOOLS}\n${RULES}\n\nNode types:\n${compactCatalogue(catalogue)}`
}

/** The system prompt for a model that cannot call tools: it writes commands as text. */
export function textSystemPrompt(catalogue: Catalogue, page?: string): string {
  const commands = `Commands:\n${grammar()}`
  return `${taskFor(page)}\n${WITH_TEXT}\n${RULES}\n\n${commands}\n\nNode types:\n${compactCatalogue(catalogue)}`
}

/** Removes secrets from texts about a workflow: values of its hidden settings, and what looks like a key. */
export function cleaner(graph: Graph, catalogue: Catalogue): (text: string) => string {
  const known = Object.values(splitSecrets(graph.nodes, catalogue).secrets).flatMap((one) => Object.values(one))
  return (text) => withoutKeys(withoutKnown(text, known))
}

/** The conversation, the workflow and the message. */
export function promptMessages(
  { message, graph, history }: PromptRequest,
  catalogue: Catalogue,
  clean = cleaner(graph, catalogue),
): readonly ModelMessage[] {
  const state = `The workflow now:\n${compactState(graph, catalogue)}`
  return [
    ...recentOf(history, clean),
    { role: 'user', content: `${clean(state)}\n\nThe user says:\n${clean(message)}` },
  ]
}

const MAX_MESSAGES = 20
const MAX_CHARACTERS = 12_000

/** The newest messages that fit. The first one is from the user: some providers require that. */
function recentOf(history: readonly HistoryMessage[], clean: (text: string) => string): ModelMessage[] {
  const kept: ModelMessage[] = []
  let left = MAX_CHARACTERS
  for (const { role, content } of history.slice(-MAX_MESSAGES).reverse()) {
    const text = clean(content)
    if (text.length > left) break
    left -= text.length
    if (text.trim() !== '') kept.unshift({ role, content: text })
  }
  while (kept[0]?.role === 'assistant') kept.shift()
  return kept
}
