/** The language of a reply: the first of `Accept-Language` that there is, else English. */
import { CATALOGUE_LANGUAGES } from '@millrace/nodes'
import Negotiator from 'negotiator'

type Headers = Readonly<Record<string, string | string[] | undefined>>

const AVAILABLE = ['en', ...CATALOGUE_LANGUAGES]

/** The language of a request, such as `de`; `en` if it asks for none that there is. */
export function languageFor({ 'accept-language': accepted }: Headers): string {
  if (accepted === undefined) return 'en'
  return new Negotiator({ headers: { 'accept-language': String(accepted) } }).language(AVAILABLE) ?? 'en'
}
