/** The language that the user selected in the settings; a host can set another one for its instance. */
import { LANGUAGE_CHOICES, type LanguageChoice, type LanguageOptions } from '../i18n/languages.ts'
import { type Texts, textsFor } from '../i18n/texts.ts'
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
  let last: { readonly choice: LanguageChoice; readonly texts: Texts } | undefined
  return () => {
    const { choice } = choiceStore().get()
    if (last?.choice !== choice) last = { choice, texts: textsFor(choice, { language, strings }) }
    return last.texts
  }
}

function storedChoice(): LanguageChoice {
  try {
    const value = localStorage.getItem(KEY)
    return LANGUAGE_CHOICES.find((choice) => choice === value) ?? 'browser'
  } catch {
    return 'browser'
  }
}
