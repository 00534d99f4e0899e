/**
 * The languages that are built in, and the one that is chosen: by the host, by the person in the settings, or by the
 * browser, in this order. All instances of a page share it, as they share the appearance.
 *
 * Another language is one folder like `de`, whose type says what is missing, and one line in `LANGUAGES`. A host can
 * also bring texts of its own: `strings` of the mount functions.
 */
import { createStore, type Store, useStore } from '../ui/store.ts'
import { type Catalogue, english, type Translation } from './catalogue.ts'
import { german } from './de/german.ts'
import { setLocale } from './locale.ts'
import { putTexts } from './strings.ts'

interface Language {
  /** In the language itself. */
  readonly name: string
  readonly texts: Catalogue
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

interface Chosen {
  /** What the person chose. */
  readonly choice: LanguageChoice
  /** What the host wants. */
  readonly host: LanguageOptions
  /** What is in place: the tag for `lang`. */
  readonly tag: string
  /** Counts the changes; what is drawn with older texts is drawn anew. */
  readonly turn: number
}

const KEY = 'millrace:language'

let store: Store<Chosen> | undefined

/** Made at first use: importing the module must work where there is no browser. */
function languageStore(): Store<Chosen> {
  store ??= createStore<Chosen>({ choice: storedChoice(), host: {}, tag: 'en', turn: 0 })
  return store
}

/** Puts the texts in place that fit; called before anything is drawn. */
export function startLanguage(host: LanguageOptions = {}): void {
  const isNews = host.language !== undefined || host.strings !== undefined
  const { host: before, choice } = languageStore().get()
  apply(choice, isNews ? host : before)
}

export function chooseLanguage(choice: LanguageChoice): void {
  apply(choice, languageStore().get().host)
  try {
    localStorage.setItem(KEY, choice)
  } catch {
    // Private windows may refuse; the choice then lasts as long as the page.
  }
}

export function useLanguage(): Chosen {
  return useStore(languageStore(), (chosen) => chosen)
}

function apply(choice: LanguageChoice, host: LanguageOptions): void {
  const wanted = host.language ?? (choice === 'browser' ? undefined : choice)
  const language = wanted === undefined ? languageOf(browserLanguages()) : languageOf([wanted])
  putTexts(LANGUAGES[language].texts, ...(host.strings === undefined ? [] : [host.strings]))
  const tag = host.strings === undefined || wanted === undefined ? language : wanted
  setLocale(regionalTag(tag))
  const { turn, ...before } = languageStore().get()
  const isSame = before.tag === tag && before.choice === choice && before.host.strings === host.strings
  languageStore().set({ choice, host, tag, turn: isSame ? turn : turn + 1 })
}

/** The first language that is built in; English if none is. */
export function languageOf(tags: readonly string[]): LanguageTag {
  for (const tag of tags) {
    const found = (Object.keys(LANGUAGES) as LanguageTag[]).find((one) => one === primaryOf(tag))
    if (found !== undefined) return found
  }
  return 'en'
}

/** The tag with the region that the browser names for it, so that dates are those of Austria for somebody there. */
function regionalTag(tag: string): string {
  return browserLanguages().find((one) => primaryOf(one) === primaryOf(tag)) ?? tag
}

function primaryOf(tag: string): string {
  return tag.toLowerCase().split(/[-_]/)[0] ?? ''
}

function browserLanguages(): readonly string[] {
  return typeof window === 'undefined' ? [] : navigator.languages
}

function storedChoice(): LanguageChoice {
  try {
    const value = localStorage.getItem(KEY)
    return LANGUAGE_CHOICES.find((choice) => choice === value) ?? 'browser'
  } catch {
    return 'browser'
  }
}
