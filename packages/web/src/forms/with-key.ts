import { isObject } from '@millrace/model'

/** An object with one key set, or removed if the value is undefined. */
export function withKey(object: unknown, key: string, value: unknown): Record<string, unknown> {
  const { [key]: _, ...rest } = isObject(object) ? object : {}
  return value === undefined ? rest : { ...rest, [key]: value }
}
