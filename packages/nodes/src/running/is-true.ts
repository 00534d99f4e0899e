import { isObject } from '@millrace/model'

/** Whether an expression result is true by the rules of JSONata's `$boolean`: undefined and empty values are false. */
export function isTrue(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isTrue)
  return isObject(value) ? Object.keys(value).length > 0 : Boolean(value)
}
