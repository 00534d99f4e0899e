import { isObject } from '@millrace/model'

/** A text that two JSON values share exactly if they say the same, whatever the order of their keys. */
export function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner: unknown) =>
      isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
    ) ?? 'null'
  )
}
