/** Autocomplete fields served by the service. The URLs are relative to its base path. */
import { credentialTypesFor, type StringKeywords, Type } from '@millrace/model'

const COMMON = {
  queryParam: 'q',
  labelField: 'label',
  valueField: 'value',
  fetchOnFocus: true,
  allowFreeText: true,
  minChars: 0,
  debounceMs: 200,
}

/** A stored workflow, by id or machine name. */
export function workflowPicker(keywords: StringKeywords) {
  return Type.String({
    ...keywords,
    format: 'autocomplete',
    autocomplete: { url: '/autocomplete/workflows', ...COMMON },
  })
}

/** A model of the connection or the provider selected in the sibling fields `connection` and `provider`. */
export function modelPicker(keywords: StringKeywords) {
  return Type.String({
    ...keywords,
    format: 'autocomplete',
    autocomplete: {
      url: '/autocomplete/models',
      ...COMMON,
      params: { provider: 'provider', connection: 'connection' },
    },
  })
}

/** A stored connection to a provider, by id or name, or a credential of one. */
export function connectionPicker(keywords: StringKeywords) {
  return Type.String({
    ...keywords,
    format: 'autocomplete',
    'x-credential': credentialTypesFor('model'),
    autocomplete: { url: '/autocomplete/connections', ...COMMON },
  })
}
