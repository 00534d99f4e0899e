/** A setting that takes the name of a stored credential. */
import { type CredentialPurpose, credentialTypesFor, type StringKeywords, Type } from '@millrace/model'

export function credentialPicker(purpose: CredentialPurpose, keywords: StringKeywords) {
  return Type.String({
    ...keywords,
    maxLength: 64,
    format: 'autocomplete',
    // Fixed in the workflow, so that everyone sees which credentials it uses.
    'x-expression': false,
    'x-credential': credentialTypesFor(purpose),
    autocomplete: {
      url: `/autocomplete/credentials/${purpose}`,
      queryParam: 'q',
      labelField: 'label',
      valueField: 'value',
      fetchOnFocus: true,
      allowFreeText: true,
      minChars: 0,
      debounceMs: 200,
    },
  })
}
