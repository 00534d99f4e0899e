/**
 * The language in use: chosen by the host, by the person in the settings, or by the browser, in this order. All instances
 * of a page share it, as they share the appearance.
 */
import {
  browserLanguages,
  LANGUAGE_CHOICES,
  LANGUAGES,
  type LanguageChoice,
  type LanguageOptions,
  languageOf,
  regionalTag,
} from '../i18n/languages.ts'
import { setLocale } from '../i18n/locale.ts'
import { putTexts } from '../i18n/strings.ts'
import { createStore, type Store, useStore } from './store.ts'

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

function storedChoice(): LanguageChoice {
  try {
    const value = localStorage.getItem(KEY)
    return LANGUAGE_CHOICES.find((choice) => choice === value) ?? 'browser'
  } catch {
    return 'browser'
  }
}
