/** Values that nodes keep between runs: the table of the store, with limits. */
import { DEFAULT_PROJECT, type KeyValues, NodeFailure } from '@millrace/model'
import { nameInProject } from '@millrace/store'

/** The storage of the values. They are JSON text, so that one place serialises and parses them. */
export interface KeyValueStore {
  get(namespace: string, key: string): Promise<string | undefined>
  set(namespace: string, key: string, value: string): Promise<void>
  /** Returns whether the key existed. */
  delete(namespace: string, key: string): Promise<boolean>
  /** Sorted by key. */
  list(namespace: string, prefix: string, limit: number): Promise<readonly { key: string; value: string }[]>
}

const MAX_NAMESPACE = 100
const MAX_KEY = 512
const MAX_VALUE_BYTES = 1024 * 1024
const MAX_LISTED = 1_000

type ProjectOf = () => string | Promise<string>

/** The values of a step belong to the project of its workflow. */
export function createKeyValues(store: KeyValueStore): (signal: AbortSignal, project?: ProjectOf) => KeyValues {
  return (signal, project = () => DEFAULT_PROJECT) => {
    const stored = async (namespace: string) => nameInProject(await project(), namespace)
    const check = (namespace: string, key: string) => {
      signal.throwIfAborted()
      checkText('namespace', namespace, MAX_NAMESPACE)
      checkText('key', key, MAX_KEY)
    }
    return {
      async get(namespace, key) {
        check(namespace, key)
        const text = await store.get(await stored(namespace), key)
        return text === undefined ? undefined : JSON.parse(text)
      },
      async set(namespace, key, value) {
        check(namespace, key)
        const text = JSON.stringify(value) ?? 'null'
        if (Buffer.byteLength(text) > MAX_VALUE_BYTES) {
          throw new NodeFailure('VALUE_TOO_LARGE', `The value is larger than ${MAX_VALUE_BYTES} bytes.`)
        }
        await store.set(await stored(namespace), key, text)
      },
      async delete(namespace, key) {
        check(namespace, key)
        return store.delete(await stored(namespace), key)
      },
      async list(namespace, prefix, limit) {
        // Unlike a key, a prefix may be empty: it lists all keys.
        check(namespace, prefix === '' ? 'any' : prefix)
        const most = Math.min(Math.max(Math.trunc(limit), 0), MAX_LISTED)
        const rows = await store.list(await stored(namespace), prefix, most)
        return rows.map(({ key, value }) => ({ key, value: JSON.parse(value) }))
      },
    }
  }
}

function checkText(what: string, text: string, maxLength: number): void {
  if (text === '') throw new NodeFailure('INVALID_KEY', `The ${what} must not be empty.`)
  if (text.length > maxLength)
    throw new NodeFailure('INVALID_KEY', `The ${what} is longer than ${maxLength} characters.`)
  // Postgres cannot store either character, and both databases must behave the same.
  if (text.includes('\0') || !text.isWellFormed()) {
    throw new NodeFailure('INVALID_KEY', `The ${what} contains a character that cannot be stored.`)
  }
}
