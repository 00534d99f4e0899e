/** The language that the user selected in the settings; a host can set another one for its instance. */
import { useEffect, useState, useSyncExternalStore } from 'react'
import {
  LANGUAGE_CHOICES,
  type LanguageChoice,
  type LanguageOptions,
  type LanguageTag,
  loadedTexts,
  loadLanguage,
  onLanguageLoaded,
} from '../i18n/languages.ts'
import { languageFor, type Texts, textsFor } from '../i18n/texts.ts'
import { createStore, type Store, useStore } from './store.ts'

const KEY = 'millrace:language'

let store: Store<{ readonly choice: LanguageChoice }> | undefined

/** Created on first use: the module must be importable without a browser. */
function choiceStore(): NonNullable<typeof store> {
  store ??= createStore({ choice: storedChoice() })
  return store
}

export function chooseLanguage(choice: LanguageChoice): void {
  choiceStore().set({ choice })
  try {
    localStorage.setItem(KEY, choice)
  } catch {
    // Private windows may block storage; the choice then lasts until the page is closed.
  }
}

export function useLanguageChoice(): LanguageChoice {
  return useStore(choiceStore(), ({ choice }) => choice)
}

/** The current texts of an instance, for code outside of components, such as a session that shows a toast. */
export type TextSource = () => Texts

export function textSource({ language, strings }: LanguageOptions = {}): TextSource {
  let last: { readonly choice: LanguageChoice; readonly isLoaded: boolean; readonly texts: Texts } | undefined
  return () => {
    const { choice } = choiceStore().get()
    const isLoaded = loadedTexts(languageFor(choice, language)) !== undefined
    if (last?.choice !== choice || last.isLoaded !== isLoaded)
      last = { choice, isLoaded, texts: textsFor(choice, { language, strings }) }
    return last.texts
  }
}

export type LanguageState = 'loading' | 'loaded' | 'failed'

/** Loads a language. Without its texts the page is shown in English. */
export function useLoadedLanguage(tag: LanguageTag): LanguageState {
  const isLoaded = useSyncExternalStore(onLanguageLoaded, () => loadedTexts(tag) !== undefined)
  const [failed, setFailed] = useState<LanguageTag>()
  useEffect(() => {
    if (!isLoaded) loadLanguage(tag).catch(() => setFailed(tag))
  }, [tag, isLoaded])
  return isLoaded ? 'loaded' : failed === tag ? 'failed' : 'loading'
}

function storedChoice(): LanguageChoice {
  try {
    const value = localStorage.getItem(KEY)
    return LANGUAGE_CHOICES.find((choice) => choice === value) ?? 'browser'
  } catch {
    return 'browser'
  }
}
