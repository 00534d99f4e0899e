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
import { newErrors } from '../unfinished.ts'
import { Draft } from './draft.ts'
import { add } from './intents/add.ts'
import { clear, history, layOut, outOfReach } from './intents/arrange.ts'
import { ask } from './intents/ask.ts'
import { check } from './intents/check.ts'
import { connect } from './intents/connect.ts'
import { copy } from './intents/copy.ts'
import { placedAction } from './intents/placed-action.ts'
import { disconnect, remove } from './intents/remove.ts'
import { rename } from './intents/rename.ts'
import { replace } from './intents/replace.ts'
import { set } from './intents/set.ts'
import { LONGEST_REQUEST, wordingOf, written } from './language/wording.ts'
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
  if (kindOf(command) !== 'edit' || command.verb === 'layout') return false
  if (!applyCommand(draft.graph, command, draft.catalogue).ok) return false
  draft.try(command)
  return did(draft, `I take \`${written(request, draft.held)}\` as it is.`)
}

/** The readers, the surest first. */
const INTENTS: readonly Intent[] = [
  asCommand,
  check,
  history,
  clear,
  outOfReach,
  ask,
  layOut,
  disconnect,
  remove,
  replace,
  rename,
  copy,
  placedAction,
  connect,
  add,
  set,
  act,
]

/** Wordings that are an action rather than the setting, the node or the connection that they sound like. */
const SURELY_ACTIONS =
  /\bask(?:s)? (?:me|us|someone|somebody|a person|the user|first)\b|\bapproval\b|^(?:wait|log|summari[sz]e|translate|classify|extract|fetch|every|each|when|whenever|for (?:each|every)|if|save|export|send|post|retry|route|convert|respond|review|let (?:someone|somebody|a person|the user|me|an? (?:llm|model|ai)))\b|\b(?:chat ?bot|agent (?:that|with|which)|vector store|saved? (?:to|in|into) (?:a )?file)\b|\bform that\b|\berror handl|\b(?:workflow|flow|pipeline|automation|something)(?: (?:that|which|to)\b|:)/i

/** What the built-in assistant makes of a message. */
export function ruleReply({ message, graph, catalogue, recent = [] }: RuleRequest): RuleReply {
  const { requests, held } = wordingOf(message)
  const draft = new Draft(graph, { catalogue, held, recent })
  for (const request of requests) understand(request, draft)
  finish(draft)
  return { text: textOf(draft, requests.length), commands: draft.commands }
}

function understand(request: string, draft: Draft): void {
  if (request.length > LONGEST_REQUEST) {
    if (!asCommand(request, draft)) notUnderstood(`${request.slice(0, 80)}…`, draft)
    return
  }
  const [commands, open] = [draft.commands.length, draft.open.length]
  const isAction =
    SURELY_ACTIONS.test(request) &&
    !/^(?:(?:add|insert|put)(?!.*\berror handl)|connect|remove|delete|rename|replace|what|how|which)\b/i.test(request)
  const readers = isAction ? [asCommand, check, ask, replace, placedAction, act, ...INTENTS] : INTENTS
  // "fetch https://… instead" changes what is there.
  if (/\binstead$/i.test(request) && (replace(request, draft) || set(request, draft))) return
  for (const read of readers) if (read(request, draft)) return
  if (draft.commands.length > commands || draft.open.length > open) return
  notUnderstood(request, draft)
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
