/** Reads one clause in every way that its verb allows; it counts only if all ways that make sense come to the same. */
import { printCommands } from '@millrace/model'
import type { Draft } from '../draft.ts'
import { gapAt, leadsAt, startsWithRole } from './clauses.ts'
import { attempt, type Context, isDraft, notUnderstood, Refusal, written } from './context.ts'
import { type Language, standsAt, type VerbName } from './lexicon/languages.ts'
import { divisionsOf } from './slots.ts'
import type { Token, Tokens } from './tokens.ts'
import { VERBS } from './verbs/verbs.ts'
import type { Words } from './words.ts'

/** What is left of a clause without the words of its verb. */
type Form = { readonly verb: VerbName; readonly body: Tokens }

const MOST_TOKENS = 60

/** The draft after the clause, or why it is not carried out. The draft of the context stays as it is. */
export function readClause(tokens: Tokens, context: Context): Draft | Refusal {
  const { texts } = context.language
  if (tokens.length > MOST_TOKENS) return notUnderstood(tokens, context)
  const readings = formsOf(tokens, context.language).flatMap((form) => {
    const direct = readBody(form, context)
    return VERBS[form.verb].repeats !== true || direct.some(isDraft) ? direct : [...direct, ...repeated(form, context)]
  })
  const [only, ...others] = distinct(readings)
  const worse = (best: Refusal, one: Draft | Refusal) => (!isDraft(one) && one.rank > best.rank ? one : best)
  if (only === undefined) return readings.reduce(worse, notUnderstood(tokens, context))
  if ([only, ...others].every(({ commands }) => commands.length === 0) || others.length === 0) return only
  const printed = [only, ...others].map(({ commands }) => printCommands(commands, 'millrace').replaceAll('\n', '; '))
  const options = printed.slice(0, 4).map((line) => `\`${line}\``)
  return new Refusal(texts.which(written(context, tokens)), 'ambiguous', options)
}

function distinct(readings: readonly (Draft | Refusal)[]): Draft[] {
  const keyed = readings
    .filter(isDraft)
    .map((draft) => [JSON.stringify([draft.commands, draft.answers]), draft] as const)
  return [...new Map(keyed).values()]
}

/** The verb forms that fit the clause. A part with a role word may stand before the verb: "after the model add …". */
export function formsOf(tokens: Tokens, language: Language): Form[] {
  const starts = startsWithRole(tokens, language) ? [...tokens.keys()] : [0]
  const led = starts.flatMap((at) =>
    leadsAt(tokens, at, language).flatMap(({ verb, lead, tail }) => {
      const front = tokens.slice(0, tokens[at - 1]?.kind === 'comma' ? at - 1 : at)
      const bodies = withoutTail(tokens.slice(at + lead.length), tail, language)
      return bodies.map((body) => ({ verb, body: [...body, ...front] }))
    }),
  )
  const ending = (isFuzzy: boolean) => {
    const isLast = (tail: Words) => standsAt(tokens, tokens.length - tail.length, tail, isFuzzy)
    const forms = language.forms.filter(({ lead, tail }) => lead.length === 0 && isLast(tail))
    return forms.map(({ verb, tail }) => ({ verb, body: tokens.slice(0, -tail.length) }))
  }
  const exact = [...led, ...ending(false)]
  return exact.length > 0 ? exact : ending(true)
}

/** The body without the second part of a verb, which stands at the end or before a role word: "hook A up to B". */
function withoutTail(body: Tokens, tail: Words, language: Language): Tokens[] {
  if (tail.length === 0) return [body]
  return body.flatMap((_, at) => {
    const behind = body.slice(at + tail.length)
    const isTail = standsAt(body, at, tail) && (behind.length === 0 || startsWithRole(behind, language))
    return isTail ? [[...body.slice(0, at), ...behind]] : []
  })
}

function readBody({ verb, body }: Form, context: Context): (Draft | Refusal)[] {
  const { roles, run } = VERBS[verb]
  return divisionsOf(body, roles, context.language).map((slots) => attempt(context, (trial) => run(slots, trial)))
}

/** "Remove A and B", "rename A to B and C to D": the same verb again; all parts must have the same roles. */
function repeated({ verb, body }: Form, context: Context): Draft[] {
  const parts: Token[][] = [[]]
  for (let at = 0; at < body.length; at++) {
    const gap = gapAt(body, at, context.language)
    if (gap > 0) parts.push([])
    else parts.at(-1)?.push(...body.slice(at, at + 1))
    at += Math.max(0, gap - 1)
  }
  const rolesIn = (part: Tokens) => {
    const divisions = divisionsOf(part, VERBS[verb].roles, context.language)
    return Math.max(...divisions.map(({ roles }) => Object.keys(roles).length))
  }
  if (parts.length < 2 || new Set(parts.map(rolesIn)).size > 1) return []
  const whole = context.draft.next()
  for (const part of parts) {
    const [only, other] = distinct(readBody({ verb, body: part }, { ...context, draft: whole }))
    if (only === undefined || other !== undefined) return []
    whole.take(only)
  }
  return [whole]
}
