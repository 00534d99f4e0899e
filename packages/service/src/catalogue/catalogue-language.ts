/** The language of the catalogue in a reply: the first of `Accept-Language` that there is, else English. */
import { CATALOGUE_LANGUAGES, type Translate, translationTo } from '@millrace/nodes'
import Negotiator from 'negotiator'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Caches must keep the languages apart. */
export const VARY_BY_LANGUAGE = { vary: 'Accept-Language' } as const

const AVAILABLE = ['en', ...CATALOGUE_LANGUAGES]

/** The language of a request, such as `de`; `en` if it asks for none that there is. */
export function languageFor({ 'accept-language': accepted }: Headers): string {
  if (accepted === undefined) return 'en'
  return new Negotiator({ headers: { 'accept-language': String(accepted) } }).language(AVAILABLE) ?? 'en'
}

/** The translation for a request; none for English. */
export async function translationFor(headers: Headers): Promise<Translate | undefined> {
  return translationTo(languageFor(headers))
}
