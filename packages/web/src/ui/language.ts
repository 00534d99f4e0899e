/** The language that the person chose in the settings; a host may ask for another one for its instance. */
import { LANGUAGE_CHOICES, type LanguageChoice, type LanguageOptions } from '../i18n/languages.ts'
import { type Texts, textsFor } from '../i18n/texts.ts'
import { createStore, type Store, useStore } from './store.ts'

const KEY = 'millrace:language'

let store: Store<{ readonly choice: LanguageChoice }> | undefined

/** Created at first use: importing the module must work where there is no browser. */
function choiceStore(): NonNullable<typeof store> {
  store ??= createStore({ choice: storedChoice() })
  return store
}

export function chooseLanguage(choice: LanguageChoice): void {
  choiceStore().set({ choice })
  try {
    localStorage.setItem(KEY, choice)
  } catch {
    // Private windows may refuse; the choice then lasts as long as the page.
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
