import { type ConnectionText, englishConnection } from '../i18n/credential-connection.ts'
import { germanConnection } from '../i18n/de/credential-connection.ts'
import type { Texts } from '../i18n/texts.ts'

/** The texts in the language of the page. They are loaded together with the dialog. */
export function connectionText({ tag }: Pick<Texts, 'tag'>): ConnectionText {
  return tag === 'de' ? germanConnection : englishConnection
}
