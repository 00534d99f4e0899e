/** The catalogue as it is sent to a thread: one text, made once, read once by each thread. */
import type { Catalogue } from '@millrace/model'

const texts = new WeakMap<Catalogue, string>()

/** Node types and categories as JSON. */
export function catalogueText(catalogue: Catalogue): string {
  const known = texts.get(catalogue)
  if (known !== undefined) return known
  const text = JSON.stringify({ types: [...catalogue.types], categories: catalogue.categories })
  texts.set(catalogue, text)
  return text
}

let last: { readonly text: string; readonly catalogue: Catalogue } | undefined

/** The catalogue of such a text. */
export function catalogueFrom(text: string): Catalogue {
  if (last?.text !== text) {
    const { types, categories } = JSON.parse(text)
    last = { text, catalogue: { types: new Map(types), categories } }
  }
  return last.catalogue
}
