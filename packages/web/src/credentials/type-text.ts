import { type CredentialTypeText, englishTypes } from '../i18n/credential-types.ts'
import { germanTypes } from '../i18n/de/credential-types.ts'
import type { Texts } from '../i18n/texts.ts'

/** The texts in the language of the page. They are loaded together with the dialog. */
export function credentialTypeText({ tag }: Pick<Texts, 'tag'>): CredentialTypeText {
  return tag === 'de' ? germanTypes : englishTypes
}
