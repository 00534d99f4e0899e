/** The texts of one instance: a language, the overrides of the host, and number and time formats. */
import { type Catalogue, english, type Translation } from './catalogue.ts'
import {
  browserLanguages,
  type LanguageChoice,
  type LanguageOptions,
  type LanguageTag,
  languageOf,
  loadedTexts,
  primaryOf,
} from './languages.ts'
import { type TranslateMessage, translateMessage } from './messages.ts'
import { numberTextFor } from './number-text.ts'

export interface Texts extends Catalogue {
  /** Language tag for the `lang` attribute. */
  readonly tag: string
  /** For `Intl`: the language with the region of the browser. */
  readonly locale: string
  /** A message of the service, of validation or of a run in this language; texts of others stay as they are. */
  readonly message: TranslateMessage
}

/** Selects a text of the current language, for labels that are declared before rendering. */
export type TextOf = (texts: Texts) => string

function wantedTag(choice: LanguageChoice, language: string | undefined): string | undefined {
  return language ?? (choice === 'browser' ? undefined : choice)
}

/** The built-in language for the choice of the user; the language of the host has priority. */
export function languageFor(choice: LanguageChoice, language?: string): LanguageTag {
  const wanted = wantedTag(choice, language)
  return languageOf(wanted === undefined ? browserLanguages() : [wanted])
}

/** The texts for the options of the host and the choice of the user. English until the language is loaded. */
export function textsFor(choice: LanguageChoice, { language, strings }: LanguageOptions = {}): Texts {
  const wanted = wantedTag(choice, language)
  const known = languageFor(choice, language)
  const tag = strings === undefined || wanted === undefined ? known : wanted
  const locale = regionalTag(tag)
  const numberText = numberTextFor(locale)
  const texts = (loadedTexts(known) ?? english)(numberText)
  const message = translateMessage(known)
  return { ...(strings === undefined ? texts : replaced(texts, strings)), tag, locale, message }
}

export const ENGLISH: Texts = {
  ...english(numberTextFor('en')),
  tag: 'en',
  locale: 'en',
  message: (message) => message,
}

/** A copy with the texts of the host. Unknown keys and values of another type are ignored. */
function replaced<Part extends object>(part: Part, strings: Translation | object): Part {
  const given = new Map<string, unknown>(Object.entries(strings))
  const entries = Object.entries(part).map(([name, text]: [string, unknown]) => {
    const other = given.get(name)
    if (isPart(text)) return [name, isPart(other) ? replaced(text, other) : text]
    return [name, typeof other === typeof text && Array.isArray(other) === Array.isArray(text) ? other : text]
  })
  return Object.fromEntries(entries)
}

function isPart(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The tag with the region of the browser, so that users in Austria get Austrian dates. */
function regionalTag(tag: string): string {
  return browserLanguages().find((one) => primaryOf(one) === primaryOf(tag)) ?? tag
}
