/**
 * The languages that are built in.
 *
 * Another language is one folder like `de`, whose type says what is missing, and one line in `LANGUAGES`. A host can
 * also bring texts of its own: `strings` of the mount functions.
 */
import { type Catalogue, english, type Translation } from './catalogue.ts'
import { german } from './de/german.ts'
import type { NumberText } from './number-text.ts'

interface Language {
  /** In the language itself. */
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

/** What a host may say about the language. */
export interface LanguageOptions {
  /** A tag such as `de` or `de-AT`; one that is not built in is English, with `strings` in its place. */
  readonly language?: string | undefined
  /** Texts that replace those of the language, some or all. */
  readonly strings?: Translation | undefined
}

/** The first language that is built in; English if none is. */
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
