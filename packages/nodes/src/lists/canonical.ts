import { isObject } from '@millrace/model'

/** A text that is equal for two JSON values exactly if they are equal, in any order of keys. */
export function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner: unknown) =>
      isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
    ) ?? 'null'
  )
}
