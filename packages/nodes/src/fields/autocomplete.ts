/** Fields completed by the service while a person types. The urls are relative to the service's base path. */
import { type StringKeywords, Type } from '@millrace/model'

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

/** A model of the provider chosen in the field `provider` beside it. */
export function modelPicker(keywords: StringKeywords) {
  return Type.String({
    ...keywords,
    format: 'autocomplete',
    autocomplete: { url: '/autocomplete/models', ...COMMON, params: { provider: 'provider' } },
  })
}

/** A connection to a provider that the service keeps, by id or name. */
export function connectionPicker(keywords: StringKeywords) {
  return Type.String({
    ...keywords,
    format: 'autocomplete',
    autocomplete: { url: '/autocomplete/connections', ...COMMON },
  })
}
