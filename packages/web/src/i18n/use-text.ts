import { createContext, use } from 'react'
import { ENGLISH, type Texts } from './texts.ts'

/** The texts of the mounted instance; two instances on one page may have different ones. */
export const TextContext = createContext<Texts>(ENGLISH)

/** The current texts. The component re-renders when the language changes. */
export function useText(): Texts {
  return use(TextContext)
}
