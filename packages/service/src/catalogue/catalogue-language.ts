/** The language of the catalogue in a reply. */
import { type Translate, translationTo } from '@millrace/nodes'
import { languageFor } from '../http/request-language.ts'

/** Caches must keep the languages apart. */
export const VARY_BY_LANGUAGE = { vary: 'Accept-Language' } as const

/** The translation for a request; none for English. */
export async function translationFor(headers: Parameters<typeof languageFor>[0]): Promise<Translate | undefined> {
  return translationTo(languageFor(headers))
}
