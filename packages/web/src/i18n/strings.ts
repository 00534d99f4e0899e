/**
 * The texts in the language that is chosen. `t` stays the same object when the language changes; its texts are exchanged
 * in place. So a text is read where it is drawn (`t.ui.close`) and never kept in a constant; a part (`t.ui`) may be.
 */
import { type Catalogue, english, type Translation } from './catalogue.ts'

export const t: Catalogue = copyOf(english)

/** Puts the texts of a language in place; what it does not have is English. */
export function putTexts(...translations: readonly Translation[]): void {
  for (const texts of [english, ...translations]) overwrite(t, texts)
}

type Texts = { [name: string]: unknown }

function overwrite(target: object, texts: object): void {
  const into = target as Texts
  for (const [name, text] of Object.entries(texts)) {
    const before = into[name]
    if (text === undefined) continue
    if (isPart(before) && isPart(text)) overwrite(before, text)
    // A name that English does not have is used nowhere, and one of another kind would break what is drawn.
    else if (typeof before === typeof text && !isPart(before)) into[name] = text
  }
}

function copyOf<Part extends object>(part: Part): Part {
  return Object.fromEntries(
    Object.entries(part).map(([name, text]) => [name, isPart(text) ? copyOf(text) : text]),
  ) as Part
}

function isPart(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
