/**
 * The built-in languages.
 *
 * To add a language, add a folder like `de`, whose type reports missing texts, and one line in `LANGUAGES`. A host can
 * also pass its own texts: `strings` of the mount functions.
 */
import { type Catalogue, english, type Translation } from './catalogue.ts'
import type { NumberText } from './number-text.ts'

type CatalogueOf = (numberText: NumberText) => Catalogue

interface Language {
  /** Name in the language itself. */
  readonly name: string
  /** Loads the texts: most pages need only one language. */
  readonly load: () => Promise<CatalogueOf>
}

export const LANGUAGES = {
  en: { name: 'English', load: async () => english },
  de: { name: 'Deutsch', load: async () => (await import('./de/german.ts')).german },
} as const satisfies Readonly<Record<string, Language>>

export type LanguageTag = keyof typeof LANGUAGES
export type LanguageChoice = 'browser' | LanguageTag
export const LANGUAGE_CHOICES = ['browser', ...(Object.keys(LANGUAGES) as LanguageTag[])] as const

const loaded = new Map<LanguageTag, CatalogueOf>([['en', english]])
const listeners = new Set<() => void>()

/** Loads a language; rejects if its texts cannot be fetched. */
export async function loadLanguage(tag: LanguageTag): Promise<void> {
  if (loaded.has(tag)) return
  loaded.set(tag, await LANGUAGES[tag].load())
  for (const listener of listeners) listener()
}

/** The texts of a language; undefined until it is loaded. */
export function loadedTexts(tag: LanguageTag): CatalogueOf | undefined {
  return loaded.get(tag)
}

/** Calls a listener when a language is loaded; the returned function removes it. */
export function onLanguageLoaded(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Language options of a host. */
export interface LanguageOptions {
  /** A tag such as `de` or `de-AT`; for a language that is not built in, English with the given `strings`. */
  readonly language?: string | undefined
  /** Texts that replace those of the language, some or all. */
  readonly strings?: Translation | undefined
}

/** The first built-in language of the tags, or English. */
export function languageOf(tags: readonly string[]): LanguageTag {
  for (const tag of tags) {
    const found = (Object.keys(LANGUAGES) as LanguageTag[]).find((one) => one === primaryOf(tag))
    if (found !== undefined) return found
  }
  return 'en'
}

export function primaryOf(tag: string): string {
  return tag.toLowerCase().split(/[-_]/)[0] ?? ''
}

export function browserLanguages(): readonly string[] {
  return typeof window === 'undefined' ? [] : navigator.languages
}
