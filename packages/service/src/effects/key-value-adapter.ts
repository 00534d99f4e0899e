import type { KeyValueStore as StoredValues } from '@millrace/store'
import type { Clock } from '../platform/ports.ts'
import type { KeyValueStore } from './key-values.ts'

/** Adapts the table of the store to the interface that nodes use. */
export function keyValuesFor(store: Omit<StoredValues, 'prune'>, clock: Pick<Clock, 'now'>): KeyValueStore {
  return {
    async get(namespace, key) {
      const value = await store.get(namespace, key)
      return value === undefined ? undefined : JSON.stringify(value)
    },
    set: (namespace, key, text) => store.set(namespace, key, JSON.parse(text), clock.now()),
    delete: (namespace, key) => store.delete(namespace, key),
    async list(namespace, prefix, limit) {
      const all = await store.list(namespace)
      const wanted = all.filter((one) => one.key.startsWith(prefix)).slice(0, limit)
      return wanted.map(({ key, value }) => ({ key, value: JSON.stringify(value) }))
    },
  }
}
