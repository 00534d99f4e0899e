/** The language of the catalogue in a reply: the first of `Accept-Language` that there is, else English. */
import { CATALOGUE_LANGUAGES, type Translate, translationTo } from '@millrace/nodes'
import Negotiator from 'negotiator'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Caches must keep the languages apart. */
export const VARY_BY_LANGUAGE = { vary: 'Accept-Language' } as const

const AVAILABLE = ['en', ...CATALOGUE_LANGUAGES]

/** The translation for a request; none for English. */
export async function translationFor({ 'accept-language': accepted }: Headers): Promise<Translate | undefined> {
  if (accepted === undefined) return undefined
  return translationTo(new Negotiator({ headers: { 'accept-language': String(accepted) } }).language(AVAILABLE) ?? 'en')
}
