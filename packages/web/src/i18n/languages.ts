/**
 * The built-in languages.
 *
 * To add a language, add a folder like `de`, whose type reports missing texts, and one line in `LANGUAGES`. A host can
 * also pass its own texts: `strings` of the mount functions.
 */
import { type Catalogue, english, type Translation } from './catalogue.ts'
import { german } from './de/german.ts'
import type { NumberText } from './number-text.ts'

interface Language {
  /** Name in the language itself. */
  readonly name: string
  readonly texts: (numberText: NumberText) => Catalogue
}

export const LANGUAGES = {
  en: { name: 'English', texts: english },
  de: { name: 'Deutsch', texts: german },
} as const satisfies Readonly<Record<string, Language>>

export type LanguageTag = keyof typeof LANGUAGES
export type LanguageChoice = 'browser' | LanguageTag
export const LANGUAGE_CHOICES = ['browser', ...(Object.keys(LANGUAGES) as LanguageTag[])] as const

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
