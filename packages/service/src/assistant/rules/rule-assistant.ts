/**
 * The assistant that needs no model: a message is cut into requests, and every request goes to the first reader that
 * knows its wording. All of it works on a copy; what does not apply there is never part of the answer.
 */
import {
  answerTo,
  applyCommand,
  type Catalogue,
  type Command,
  type Graph,
  isAsking,
  kindOf,
  parseCommands,
} from '@millrace/model'
import { newErrors } from '../new-problems.ts'
import { markOf, tellOfGaps } from './coverage.ts'
import { Draft } from './draft.ts'
import { add, addBare } from './intents/add.ts'
import { clear, history, layOut, outOfReach } from './intents/arrange.ts'
import { ask } from './intents/ask.ts'
import { check } from './intents/check.ts'
import { connect } from './intents/connect.ts'
import { copy } from './intents/copy.ts'
import { keep } from './intents/keep.ts'
import { placedAction } from './intents/placed-action.ts'
import { disconnect, remove } from './intents/remove.ts'
import { rename } from './intents/rename.ts'
import { replace } from './intents/replace.ts'
import { set, setLoosely } from './intents/set.ts'
import { appendToList, byTitle } from './intents/set-specially.ts'
import { substitute } from './intents/substitute.ts'
import { view } from './intents/view.ts'
import { nodesMeant } from './language/find-node.ts'
import { mentioned } from './language/mentions.ts'
import { contrastIn } from './language/paraphrase.ts'
import { corrected, correctedFrame } from './language/spelling.ts'
import { isQuestion, LONGEST_REQUEST, wordingOf, written } from './language/wording.ts'
import { did, type Intent, notUnderstood } from './outcome.ts'
import { act } from './recipes/actions.ts'
import { finish } from './recipes/flow.ts'

export interface RuleReply {
  /** Markdown, without commands. */
  readonly text: string
  readonly commands: readonly Command[]
}

export interface RuleRequest {
  readonly message: string
  readonly graph: Graph
  readonly catalogue: Catalogue
  /** Nodes that "it" may mean, the newest last. */
  readonly recent?: readonly string[]
}

const ARTICLE =
  /^(?:an?|the|another|one|two|three|four|five|\d+|my|some|new|more|second|third|simple|single|me|in|first|extra|also)$/i

/** A line of the command language is taken as it is. */
const asCommand: Intent = (request, draft) => {
  const { commands, problems } = parseCommands(written(request, draft.held), draft.catalogue)
  const command = commands[0]?.command
  if (command === undefined || commands.length > 1 || problems.length > 0) return false
  if (isAsking(command)) {
    if (command.verb === 'help' || command.verb === 'search') return false
    const answer = answerTo(draft.graph, command, draft.catalogue)
    if (!answer.ok) return false
    draft.answers.push(answer.text)
    return true
  }
  // "add a summarizer" is a sentence, not a node called "a".
  if (command.verb === 'add' && command.name !== undefined && ARTICLE.test(command.name)) return false
  // "rename text_input.1 to Question" is a sentence too, and no node is called "to Question".
  if (command.verb === 'rename' && /^(?:to|as|into)\s/i.test(command.label)) return false
  if (command.verb === 'set' && typeof command.value === 'string' && /^to\s/i.test(command.value)) return false
  if (kindOf(command) !== 'edit' || command.verb === 'layout') return false
  if (!applyCommand(draft.graph, command, draft.catalogue).ok) return false
  draft.try(command)
  return did(draft, `I take \`${written(request, draft.held)}\` as it is.`)
}

/** The readers, the surest first. */
const INTENTS: readonly Intent[] = [
  asCommand,
  check,
  keep,
  history,
  clear,
  outOfReach,
  view,
  ask,
  layOut,
  disconnect,
  remove,
  replace,
  rename,
  copy,
  placedAction,
  appendToList,
  connect,
  add,
  set,
  act,
]

/** Wordings that are an action rather than the setting, the node or the connection that they sound like. */
const SURELY_ACTIONS =
  /\bask(?:s)? (?:me|us|someone|somebody|a person|the user|first)\b|\bapproval\b|^(?:wait|log|summari[sz]e|translate|classify|extract|fetch|every|each|when|whenever|for (?:each|every)|if|save|export|send|post|retry|route|convert|respond|review|have an? (?:llm|model|ai)|let (?:someone|somebody|a person|the user|me|an? (?:llm|model|ai)))\b|\b(?:chat ?bot|agent (?:that|with|which)|vector store|saved? (?:to|in|into) (?:a )?file)\b|\bform that\b|\berror handl|\b(?:workflow|flow|pipeline|automation|something)(?: (?:that|which|to)\b|:)/i

/** What the built-in assistant makes of a message. */
export function ruleReply({ message, graph, catalogue, recent = [] }: RuleRequest): RuleReply {
  const { requests, held } = wordingOf(message)
  const draft = new Draft(graph, { catalogue, held, recent })
  for (const request of requests) {
    const mark = markOf(draft)
    const before = draft.recent.length
    understand(request, draft)
    tellOfGaps(request, draft, mark)
    // What was only spoken of is what "it" means in the next sentence.
    if (draft.commands.length === mark.commands && draft.recent.length === before)
      draft.touch(...onlyOne(mentioned(request, draft.graph.nodes, draft)))
  }
  finish(draft)
  return { text: textOf(draft, requests.length), commands: draft.commands }
}

/** Tells whether the request was read, whatever came of it; `isAgain` leaves saying so to the caller. */
function understand(said: string, draft: Draft, isAgain = false): boolean {
  const request = withBothEnds(correctedFrame(said, draft), draft)
  if (request.length > LONGEST_REQUEST) {
    if (!asCommand(request, draft)) notUnderstood(`${request.slice(0, 80)}…`, draft)
    return true
  }
  const [commands, open] = [draft.commands.length, draft.open.length]
  const isAction =
    SURELY_ACTIONS.test(request) &&
    !/^(?:(?:add|insert|put)(?!.*\berror handl)|connect|remove|delete|rename|replace|what|how|which)\b/i.test(request)
  const readers = isAction ? [asCommand, check, ask, replace, placedAction, act, ...INTENTS] : INTENTS
  // "fetch https://… instead" changes what is there.
  if (/\binstead$/i.test(request) && (replace(request, draft) || set(request, draft))) return true
  if (contrasted(request, draft)) return true
  if (!/^(?:add|insert|ask|when|if|every)\b/i.test(request) && !isQuestion(request) && byTitle(request, draft))
    return true
  for (const read of readers) if (read(request, draft)) return true
  for (const read of [setLoosely, addBare]) if (read(request, draft)) return true
  if (draft.commands.length > commands || draft.open.length > open) return true
  if (isAgain) return false
  // Slips of the keyboard are looked for only where nothing else helps: a strange word may be a name.
  const right = corrected(request, draft)
  if (right === request || !understand(right, draft, true)) notUnderstood(request, draft)
  return true
}

/** "Between the two models" names two nodes at once. */
function withBothEnds(request: string, draft: Draft): string {
  return request.replace(
    /\bbetween (?:the two|both|these two|those two|the) ([\w ]+s)\b(?!\s+and\b)/i,
    (whole, what: string) => {
      const [first, second, third] = nodesMeant(what, draft).nodes
      return first === undefined || second === undefined || third !== undefined
        ? whole
        : `between ${first.id} and ${second.id}`
    },
  )
}

/** `X instead of Y`: another type, another value, else X where the workflow can take it; nothing is added for it. */
function contrasted(request: string, draft: Draft): boolean {
  const contrast = contrastIn(request)
  if (contrast === undefined) return false
  return (
    asCommand(request, draft) ||
    replace(request, draft) ||
    substitute(request, draft) ||
    set(contrast.wanted, draft) ||
    setLoosely(contrast.wanted, draft) ||
    (/^(?:remove|delete|rename|disconnect|connect)\b/i.test(contrast.wanted) &&
      understand(contrast.wanted, draft, true)) ||
    // Something new in place of something that nobody found would be a guess.
    (draft.graph.nodes.length > 0 && notUnderstood(request, draft))
  )
}

function onlyOne(nodes: readonly { readonly id: string }[]): string[] {
  return nodes.length === 1 ? nodes.map(({ id }) => id) : []
}

function textOf(draft: Draft, requests: number): string {
  if (requests === 0) return 'Tell me what to change, or say "help".'
  const parts: string[] = []
  if (draft.answers.length > 0) parts.push(draft.answers.join('\n\n'))
  if (draft.said.length > 0)
    parts.push(
      draft.said.length === 1 ? sentence(draft.said[0]) : draft.said.map((line) => `- ${sentence(line)}`).join('\n'),
    )
  const missing = draft.commands.length === 0 ? [] : newErrors(draft.before, draft.graph, draft.catalogue)
  if (missing.length > 0) parts.push(`Still to do before it can run:\n${missing.map((line) => `- ${line}`).join('\n')}`)
  if (draft.open.length > 0) parts.push(draft.open.map(sentence).join('\n\n'))
  if (draft.open.length > 0 && draft.commands.length === 0 && draft.answers.length === 0)
    parts.push('I changed nothing. "help" says what I understand.')
  return parts.join('\n\n')
}

function sentence(text: string | undefined): string {
  const said = text ?? ''
  return /[.?!:…]$/.test(said) ? said : `${said}.`
}
