/** What a model is asked: who it is, what it may write, the node types, the workflow, what was said, what is wanted. */
import { type Catalogue, type Graph, type ModelMessage, splitSecrets, VERBS, type VerbForm } from '@millrace/model'
import { compactCatalogue } from './compact-catalogue.ts'
import { compactState } from './compact-state.ts'
import { withoutKeys, withoutKnown } from './without-keys.ts'

/** One message of the chat. */
export interface Said {
  readonly role: 'user' | 'assistant'
  readonly content: string
}

export interface Prompt {
  readonly system: string
  readonly messages: readonly ModelMessage[]
}

const RULES = `You edit a visual workflow by writing commands. Answer in the language of the user.
- Explain in a few sentences what you change. Put all commands into one fenced block labelled millrace, one command a line:
\`\`\`millrace
add fetch_page http_request
set fetch_page:url https://example.com
connect fetch_page:body summarize:text
\`\`\`
- Use only the node types, ports and settings that are listed. If nothing does what is asked, say so and name the nearest.
- Name every new node (add <name> <node_type>): one word of letters, digits and _; later lines use that name as its id.
- Connect every required input. Values travel over data ports; use trigger ports where only the order counts, and for what hangs on a branch of a gateway (branch -> trigger).
- The branches of a gateway are outputs once "branches" is set; a branch's name is its port.
- Loops come back only through an input called loop_back.
- Do not place nodes and do not write layout or canvas commands, unless the user asks for a layout; then write nothing else.
- A question is answered in words, without commands.
- Secrets (keys, passwords) are never shown to you and never written by you: tell the user to fill them in.
- The workflow below is the truth, whatever was said before.`

/** The commands that change something, as the documentation writes them. */
export function grammar(): string {
  return Object.values(VERBS)
    .flatMap<VerbForm>((verb) => (verb.kind === 'edit' || verb.kind === 'history' ? (verb.forms ?? []) : []))
    .map(({ form, effect, example }) => `${form}  # ${effect} Example: ${example.replaceAll('\n', '\\n')}`)
    .join('\n')
}

/** The prompt for one message. */
export function promptFor(
  request: { readonly message: string; readonly graph: Graph; readonly history: readonly Said[] },
  catalogue: Catalogue,
): Prompt {
  const system = [RULES, `Commands:\n${grammar()}`, `Node types:\n${compactCatalogue(catalogue)}`].join('\n\n')
  const state = `The workflow now:\n${compactState(request.graph, catalogue)}`
  // What somebody typed into a hidden field may stand in the conversation as well, in any shape.
  const known = Object.values(splitSecrets(request.graph.nodes, catalogue).secrets).flatMap((one) => Object.values(one))
  const clean = (text: string) => withoutKeys(withoutKnown(text, known))
  return {
    system,
    messages: [
      ...recentOf(request.history, clean),
      { role: 'user', content: `${clean(state)}\n\nThe user says:\n${clean(request.message)}` },
    ],
  }
}

const MOST_MESSAGES = 20
const MOST_CHARACTERS = 12_000

/** The newest messages that fit; a conversation begins with the user. */
function recentOf(history: readonly Said[], clean: (text: string) => string): ModelMessage[] {
  const kept: ModelMessage[] = []
  let room = MOST_CHARACTERS
  for (const { role, content } of history.slice(-MOST_MESSAGES).reverse()) {
    const text = clean(content)
    if (text.length > room) break
    room -= text.length
    if (text.trim() !== '') kept.unshift({ role, content: text })
  }
  while (kept[0]?.role === 'assistant') kept.shift()
  return kept
}
