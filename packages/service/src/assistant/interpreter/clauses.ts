/** Cuts a message into clauses: at the ends of sentences, and where a joining word or a comma is followed by a verb. */
import { isPhrase, type Language, phraseAt, standsAt, type VerbForm } from './lexicon/languages.ts'
import type { Token, Tokens } from './tokens.ts'

/** `isJoined`: the clause before it is in the same sentence. */
export type Clause = { readonly tokens: Tokens; readonly isJoined: boolean }

/** The clauses of a message, without polite openings and closings; those that are nothing else are left out. */
export function clausesOf(tokens: Tokens, language: Language): Clause[] {
  const clauses: Clause[] = []
  let [current, isJoined]: [Token[], boolean] = [[], false]
  const close = (joinsNext: boolean) => {
    const trimmed = trimmedClause(current, language)
    if (trimmed.length > 0) clauses.push({ tokens: trimmed, isJoined })
    current = []
    isJoined = joinsNext && (trimmed.length > 0 || isJoined)
  }
  for (let at = 0; at < tokens.length; at++) {
    const gap = gapAt(tokens, at, language)
    const isEnd = gap > 0 && current.length > 0 && startsVerb(tokens, at + gap, language)
    // A part may stand before its verb: "after the model, add a logger".
    const isFront = isEnd && startsWithRole(current, language) && leadsAt(current, 0, language).length === 0
    if (tokens[at]?.kind === 'break') close(false)
    else if (isEnd && !isFront) close(true)
    else current.push(...tokens.slice(at, at + 1))
    at += current.length === 0 ? Math.max(0, gap - 1) : 0
  }
  close(false)
  return clauses
}

/** How many tokens from here only join: commas and joining words. */
export function gapAt(tokens: Tokens, at: number, language: Language, most = 4): number {
  const length = tokens[at]?.kind === 'comma' ? 1 : phraseAt(tokens, at, language.phrases(language.joins))
  return length === 0 || most === 0 ? 0 : length + gapAt(tokens, at + length, language, most - 1)
}

/** Whether a verb starts here, after polite words. */
function startsVerb(tokens: Tokens, at: number, language: Language): boolean {
  const polite = phraseAt(tokens, at, language.phrases(language.openings))
  return polite > 0 ? startsVerb(tokens, at + polite, language) : leadsAt(tokens, at, language).length > 0
}

/** The verb forms whose first words stand here; forms with a typing error count only where no other form stands. */
export function leadsAt(tokens: Tokens, at: number, { forms }: Language): readonly VerbForm[] {
  const leads = (isFuzzy: boolean) => forms.filter(({ lead }) => lead.length > 0 && standsAt(tokens, at, lead, isFuzzy))
  const exact = leads(false)
  return exact.length > 0 ? exact : leads(true)
}

export function startsWithRole(tokens: Tokens, { roleWords }: Language): boolean {
  return roleWords.some(({ words }) => standsAt(tokens, 0, words))
}

/** Without list numbers, polite openings and closings. */
function trimmedClause(tokens: Tokens, language: Language): Tokens {
  const [first, last] = [tokens[0], tokens.at(-1)]
  if (first === undefined || isPhrase(tokens, language.phrases(language.verbs.help))) return tokens
  const isMark = first.kind === 'comma' || (tokens.length === 1 ? /^\d+$/ : /^(?:[-*•]|\d+[.)])$/).test(first.text)
  const opening = isMark ? 1 : phraseAt(tokens, 0, language.phrases(language.openings))
  if (opening > 0) return trimmedClause(tokens.slice(opening), language)
  const isClosing = (phrase: readonly string[]) => standsAt(tokens, tokens.length - phrase.length, phrase)
  const closing = last?.kind === 'comma' ? 1 : (language.phrases(language.closings).find(isClosing)?.length ?? 0)
  return closing === 0 ? tokens : trimmedClause(tokens.slice(0, -closing), language)
}
