/** The assistant without a model: carries out the clauses in which every word is accounted for, and names the others. */
import type { Catalogue, Graph } from '@millrace/model'
import type { Translate } from '@millrace/nodes'
import { Draft, namesOfTypes } from '../draft.ts'
import { newErrors } from '../new-problems.ts'
import type { Answer } from '../printed-reply.ts'
import { clausesOf, gapAt, startsWithRole } from './clauses.ts'
import { attempt, type Context, isDraft, notUnderstood, RANKS, type Refusal, written } from './context.ts'
import { nodeMeant } from './find-node.ts'
import { typesLike } from './find-type.ts'
import { phraseAt } from './lexicon/languages.ts'
import { languagesOf } from './lexicon/message-language.ts'
import { formsOf, readClause } from './read-clause.ts'
import { type Tokens, tokensOf } from './tokens.ts'
import { typedHelp } from './typed-help.ts'
import { wordGap } from './words.ts'

export interface RuleRequest {
  readonly message: string
  readonly graph: Graph
  readonly catalogue: Catalogue
  /** Nodes that "it" may mean, the newest last. */
  readonly recent?: readonly string[]
  /** The language of the page, for messages that are in none. */
  readonly page?: string | undefined
  /** Translates the texts of the catalogue to German. */
  readonly toGerman?: Translate | undefined
}

type LeftOut = { readonly tokens: Tokens; readonly reason: Refusal }

/** What the built-in assistant replies to a message. */
export function ruleReply({ message, graph, catalogue, recent = [], page, toGerman }: RuleRequest): Answer {
  const help = typedHelp(message, { page, catalogue })
  if (help !== undefined) return { text: help, commands: [] }
  const tokens = tokensOf(message)
  // Labels are in the language of the page, as those of nodes that are added by hand.
  const nameOf = namesOfTypes(page === 'de' ? toGerman : undefined)
  const replies = languagesOf(message, page).map((language) => {
    const typeText = language.tag === 'de' ? toGerman : undefined
    const context = { message, language, typeText, draft: new Draft(graph, catalogue, recent, nameOf) }
    return { ...context, ...interpret(tokens, context) }
  })
  const [reply] = [...replies.filter(({ draft }) => draft.commands.length + draft.answers.length > 0), ...replies]
  return { text: reply === undefined ? '' : replyText(reply, reply.left, graph), commands: reply?.draft.commands ?? [] }
}

/** Longer messages are not lists of commands. */
const MOST_TOKENS = 300
const MOST_CLAUSES = 30

/** Carries out the clauses of a message. */
function interpret(tokens: Tokens, context: Context): { draft: Draft; left: LeftOut[] } {
  const draft = context.draft.next()
  const left: LeftOut[] = []
  const refuse = (part: Tokens, reason = notUnderstood(part, context)) => {
    left.push({ tokens: part, reason })
    // What "it" means is not known after a part that was not understood.
    draft.recent.length = 0
  }
  const clauses = clausesOf(tokens.slice(0, MOST_TOKENS), context.language)
  if (tokens.length > MOST_TOKENS || clauses.length > MOST_CLAUSES) {
    refuse(tokens.slice(0, 20))
    return { draft, left }
  }
  const read = (part: Tokens, on = draft) => readClause(part, { ...context, draft: on })
  for (let at = 0; at < clauses.length; at++) {
    const { tokens: clause = [] } = clauses[at] ?? {}
    const next = clauses[at + 1]?.isJoined === true ? clauses[at + 1]?.tokens : undefined
    const [from, to] = [clause[0]?.start ?? 0, next?.at(-1)?.end ?? 0]
    const whole = next && tokens.filter(({ start, end }) => start >= from && end <= to)
    const result = read(clause)
    const joined = whole === undefined || isDraft(result) ? undefined : read(whole)
    const start = isDraft(result) ? undefined : beginningOf(clause, { ...context, draft })
    // What makes no sense by itself may be a part of the clause before it: "rename it to Search and replace".
    const after = next && isDraft(result) ? read(next, result) : result
    const isSplit = whole !== undefined && isDraft(result) && !isDraft(after) && after.rank === RANKS.nothing
    if (isSplit) refuse(whole)
    else if (isDraft(result)) draft.take(result)
    else if (joined !== undefined && isDraft(joined)) draft.take(joined)
    else if (start === undefined) refuse(clause, result)
    else {
      draft.take(start.draft)
      refuse(start.rest)
    }
    if (isSplit || (joined !== undefined && isDraft(joined))) at++
  }
  return { draft: isTurnedAround(left, context) ? context.draft : draft, left }
}

/** Verbs whose clause may be cut where a part starts that is not understood: they lose nothing. */
const HARMLESS = new Set(['add', 'connect', 'set'])

/** The beginning of a clause that can be carried out without the rest. */
function beginningOf(tokens: Tokens, context: Context): { draft: Draft; rest: Tokens } | undefined {
  const forms = formsOf(tokens, context.language)
  if (forms.length === 0 || forms.some(({ verb }) => !HARMLESS.has(verb))) return undefined
  for (let at = tokens.length - 1; at > 1; at--) {
    const rest = tokens.slice(at + gapAt(tokens, at, context.language))
    const isRole = () => rest.some((_, from) => startsWithRole(rest.slice(from), context.language))
    const isNode = () => isDraft(attempt(context, (trial) => nodeMeant(rest, trial)))
    const isApart = rest.length < tokens.length - at && !isRole() && !isNode()
    const draft = isApart ? readClause(tokens.slice(0, at), context) : undefined
    if (draft !== undefined && isDraft(draft) && !draft.hasLooseText) return { draft, rest }
  }
  return undefined
}

/** Whether a part that was left out may change what the others mean: "if …", "not …", "after …". */
function isTurnedAround(left: readonly LeftOut[], { language }: Context): boolean {
  const reversals = language.phrases(language.reversals)
  return left.some(
    ({ tokens }) =>
      tokens.some((_, at) => phraseAt(tokens, at, reversals) > 0) ||
      (startsWithRole(tokens, language) && formsOf(tokens, language).length === 0),
  )
}

function replyText(context: Context, left: readonly LeftOut[], before: Graph): string {
  const { draft, language } = context
  const { texts } = language
  const rows = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n')
  const parts = [...draft.answers]
  if (draft.done.length > 0) parts.push(draft.done.length === 1 ? draft.done.join() : rows(draft.done))
  const errors = draft.commands.length === 0 ? [] : newErrors(before, draft.graph, draft.catalogue)
  if (errors.length > 0) parts.push(`${texts.stillToDo}\n${rows(errors.map(language.message))}`)
  for (const { tokens, reason } of left) {
    const isNothing = reason.rank === RANKS.nothing
    const part = written(context, tokens)
    const text = isNothing ? texts.notUnderstood(part) : texts.leftOut(part, reason.message)
    parts.push(`${text}\n${rows(isNothing ? suggestionsFor(tokens, context) : reason.suggestions)}`.trim())
  }
  return parts.join('\n\n') || texts.help
}

/** The commands that come closest to a part that was not understood: those whose words occur in it, else the usual. */
function suggestionsFor(tokens: Tokens, context: Context): string[] {
  const { forms, exampleOf } = context.language
  const occurs = (word: string) => tokens.some((token) => word.length > 2 && wordGap(token.word, word) <= 1)
  const near = forms.filter(({ lead, tail }) => [lead[0] ?? '', tail.at(-1) ?? ''].some(occurs)).map(({ verb }) => verb)
  const examples = (near.length > 0 ? near : ['add', 'connect', 'set', 'help']).flatMap(
    (verb) => exampleOf.get(verb) ?? [],
  )
  return [...[...new Set(examples)].slice(0, 4).map((example) => `\`${example}\``), ...typesLike(tokens, context)]
}
