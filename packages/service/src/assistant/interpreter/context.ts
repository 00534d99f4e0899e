/** What a clause is read with, and why one is refused. */
import type { Translate } from '@millrace/nodes'
import type { Draft } from '../draft.ts'
import { isPhrase, type Language, phraseAt } from './lexicon/languages.ts'
import type { Tokens } from './tokens.ts'
import { wordsOf } from './words.ts'

export interface Context {
  readonly message: string
  readonly language: Language
  readonly draft: Draft
  /** Translates the texts of the catalogue to the language of the reply; absent if it is English. */
  readonly typeText?: Translate | undefined
}

/** How much of a clause was understood before it was refused; the reply gives the reason of the best attempt. */
export const RANKS = { nothing: 0, slot: 1, ambiguous: 2, unfit: 3 } as const

/** The clause is not carried out. */
export class Refusal extends Error {
  readonly rank: number
  /** What the user may have meant, in Markdown. */
  readonly suggestions: readonly string[]

  constructor(message: string, rank: keyof typeof RANKS, suggestions: readonly string[] = []) {
    super(message)
    this.rank = RANKS[rank]
    this.suggestions = suggestions
  }
}

export function isDraft(result: Draft | Refusal): result is Draft {
  return !(result instanceof Refusal)
}

/** Runs something on a copy of the draft; returns the copy, or why it was refused. */
export function attempt(context: Context, run: (trial: Context) => unknown): Draft | Refusal {
  const draft = context.draft.next()
  try {
    run({ ...context, draft })
    return draft
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

export function written({ message }: Pick<Context, 'message'>, tokens: Tokens): string {
  return message.slice(tokens[0]?.start ?? 0, tokens.at(-1)?.end ?? 0)
}

export function notUnderstood(tokens: Tokens, context: Context): Refusal {
  return new Refusal(context.language.texts.notUnderstood(written(context, tokens)), 'nothing')
}

/** Tokens as the words of a name: as written, translated, without articles, and without a noun such as "node". */
export function readingsOf(tokens: Tokens, { language }: Context): (readonly string[])[] {
  if (tokens.some(({ kind }) => kind === 'comma')) return []
  const isNoun = (words: readonly string[]) =>
    language.phrases(language.nouns.node).some(([noun]) => noun === words.at(-1))
  const readings = [tokens, withoutArticles(tokens, language)].flatMap((part) => {
    const words = part.flatMap(({ text }) => wordsOf(text))
    return words.length > 1 && isNoun(words) ? [words, words.slice(0, -1)] : [words]
  })
  return readings.flatMap((words) => [words, words.flatMap((word) => wordsOf(language.termOf.get(word) ?? word))])
}

export function withoutArticles(tokens: Tokens, language: Language): Tokens {
  const length = phraseAt(tokens, 0, language.phrases(language.articles))
  return length === 0 || length >= tokens.length ? tokens : withoutArticles(tokens.slice(length), language)
}

/** Whether tokens are nothing, or one of these nouns with or without an article. */
export function isOnly(tokens: Tokens, nouns: string, { language }: Context): boolean {
  const isNoun = (part: Tokens) => isPhrase(part, language.phrases(nouns))
  return tokens.length === 0 || isNoun(tokens) || isNoun(withoutArticles(tokens, language))
}
