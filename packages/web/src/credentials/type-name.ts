import { credentialType } from '@millrace/model'
import type { Texts } from '../i18n/texts.ts'
import { credentialTypeText } from './type-text.ts'

/** The name of a type of credentials; the English one if it is not translated. */
export function typeName(type: string, t: Texts): string {
  return credentialTypeText(t).types[type] ?? credentialType(type)?.name ?? type
}
