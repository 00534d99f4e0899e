/** The languages, with their word lists prepared for matching. */
import type { Tokens } from '../tokens.ts'
import { normalised, type Words as Phrase, wordGap } from '../words.ts'
import { german } from './de.ts'
import { english } from './en.ts'

type Lexicon = typeof english
export type VerbName = keyof Lexicon['verbs']
/** The role of a part of a clause, marked by the word before it: `after <node>`. */
export type Role = keyof Lexicon['roles']

/** One way to write a verb: the words before and after what it acts on. */
export type VerbForm = { readonly verb: VerbName; readonly lead: Phrase; readonly tail: Phrase }

export type Language = ReturnType<typeof prepared>
export type ReplyTexts = Lexicon['texts']

const phrasesOf = (list: string) =>
  list
    .split('|')
    .map(wordsIn)
    .sort((a, b) => b.length - a.length)
const wordsIn = (text: string): Phrase =>
  normalised(text)
    .split(' ')
    .filter((word) => word !== '')
const pairsIn = (list: string) => new Map(list.split('|').map((pair) => pair.split('=') as [string, string]))

function prepared(lexicon: Lexicon) {
  const known = new Map<string, readonly Phrase[]>()
  /** A word list as phrases, the longest first. */
  const phrases = (list: string) => {
    const found = known.get(list) ?? phrasesOf(list)
    known.set(list, found)
    return found
  }
  const forms = Object.entries(lexicon.verbs).flatMap(([verb, list]) =>
    list.split('|').map((form): VerbForm => {
      const [lead = '', tail = ''] = form.split('…')
      return { verb: verb as VerbName, lead: wordsIn(lead), tail: wordsIn(tail) }
    }),
  )
  const roles = Object.entries(lexicon.roles) as [Role, string][]
  const roleWords = roles.flatMap(([role, list]) => phrases(list).map((words) => ({ role, words })))
  const lists = [lexicon.joins, lexicon.articles, lexicon.openings, lexicon.closings, ...Object.values(lexicon.roles)]
  const words = new Set([...lists.flatMap(phrases), ...forms.flatMap(({ lead, tail }) => [lead, tail])].flat())
  const [termOf, exampleOf] = [pairsIn(lexicon.terms), pairsIn(lexicon.examples)]
  return { ...lexicon, phrases, forms, roleWords, words, termOf, exampleOf }
}

let languages: readonly Language[] | undefined

/** Prepared with the first message: a start of the service does not need them. */
function allLanguages(): readonly Language[] {
  languages ??= [prepared(english), prepared(german)]
  return languages
}

/** The languages, that of the message first: the one that has most of its words, else that of the page. */
export function languagesFor(tokens: Tokens, page = 'en'): readonly Language[] {
  const known = ({ words }: Language) => tokens.filter(({ word }) => words.has(word)).length
  const isPage = ({ tag }: Language) => Number(tag === page)
  return [...allLanguages()].sort((a, b) => known(b) - known(a) || isPage(b) - isPage(a))
}

/** Whether a phrase stands at this token; `isFuzzy` forgives a typing error in its long words. */
export function standsAt(tokens: Tokens, at: number, phrase: Phrase, isFuzzy = false): boolean {
  return phrase.every((word, index) => {
    const { kind, word: given = '' } = tokens[at + index] ?? {}
    return kind === 'word' && (given === word || (isFuzzy && wordGap(given, word) === 1))
  })
}

/** The length of the longest phrase of a list at this token; 0 if none stands there. */
export function phraseAt(tokens: Tokens, at: number, phrases: readonly Phrase[]): number {
  return phrases.find((phrase) => standsAt(tokens, at, phrase))?.length ?? 0
}

/** Whether tokens are exactly one of these phrases. */
export function isPhrase(tokens: Tokens, phrases: readonly Phrase[]): boolean {
  return tokens.length > 0 && phrases.some((phrase) => phrase.length === tokens.length && standsAt(tokens, 0, phrase))
}
