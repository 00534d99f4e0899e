/** Serialises the catalogue for worker threads: once in the service, parsed once per thread. */
import type { Catalogue } from '@millrace/model'

const texts = new WeakMap<Catalogue, { readonly version: number | undefined; readonly text: string }>()

/** Node types and categories as JSON. */
export function catalogueText(catalogue: Catalogue): string {
  const known = texts.get(catalogue)
  const { types, categories, version } = catalogue
  if (known !== undefined && known.version === version) return known.text
  const text = JSON.stringify({ types: [...types], categories })
  texts.set(catalogue, { version, text })
  return text
}

let last: { readonly text: string; readonly catalogue: Catalogue } | undefined

/** Parses the catalogue from such a text. */
export function catalogueFrom(text: string): Catalogue {
  if (last?.text !== text) {
    const { types, categories } = JSON.parse(text)
    last = { text, catalogue: { types: new Map(types), categories } }
  }
  return last.catalogue
}
