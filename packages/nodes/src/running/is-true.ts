import { isObject } from '@millrace/model'

/** Whether the answer of an expression means yes, by the rules of JSONata's `$boolean`: nothing and emptiness mean no. */
export function isTrue(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isTrue)
  return isObject(value) ? Object.keys(value).length > 0 : Boolean(value)
}
