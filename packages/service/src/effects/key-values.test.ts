import { expect, test } from 'vitest'
import { createKeyValues, type KeyValueStore } from './key-values.ts'

function memoryStore(): KeyValueStore {
  const rows = new Map<string, string>()
  return {
    get: async (namespace, key) => rows.get(`${namespace}\0${key}`),
    set: async (namespace, key, value) => void rows.set(`${namespace}\0${key}`, value),
    delete: async (namespace, key) => rows.delete(`${namespace}\0${key}`),
    list: async (namespace, prefix, limit) =>
      [...rows]
        .filter(([name]) => name.startsWith(`${namespace}\0${prefix}`))
        .map(([name, value]) => ({ key: name.slice(namespace.length + 1), value }))
        .slice(0, limit),
  }
}

const open = (signal = new AbortController().signal) => createKeyValues(memoryStore())(signal)

test('returns values as they were set, separated by namespace', async () => {
  const keyValues = open()
  await keyValues.set('a', 'k', { n: [1, null, 'ü\0'] })
  await keyValues.set('a', 'nothing', undefined)
  expect(await keyValues.get('a', 'k')).toEqual({ n: [1, null, 'ü\0'] })
  expect(await keyValues.get('b', 'k')).toBeUndefined()
  expect(await keyValues.get('a', 'nothing')).toBeNull()
  expect(await keyValues.list('a', '', 10)).toHaveLength(2)
  expect(await keyValues.list('a', 'k', 10)).toEqual([{ key: 'k', value: { n: [1, null, 'ü\0'] } }])
  expect([await keyValues.delete('a', 'k'), await keyValues.delete('a', 'k')]).toEqual([true, false])
})

test.each([
  ['a'.repeat(101), 'k'],
  ['', 'k'],
  ['a', ''],
  ['a', 'k'.repeat(513)],
  ['a', 'k\0'],
  ['a', '\ud800'],
])('rejects the namespace %j with the key %j', async (namespace, key) => {
  const keyValues = open()
  for (const call of [
    keyValues.get(namespace, key),
    keyValues.set(namespace, key, 1),
    keyValues.delete(namespace, key),
  ]) {
    await expect(call).rejects.toMatchObject({ code: 'INVALID_KEY', retryable: false })
  }
})

test('accepts the maximum lengths and rejects longer ones', async () => {
  const keyValues = open()
  await keyValues.set('a'.repeat(100), 'k'.repeat(512), 'x'.repeat(1024 * 1024 - 2))
  await expect(keyValues.set('a', 'k', 'x'.repeat(1024 * 1024 - 1))).rejects.toMatchObject({ code: 'VALUE_TOO_LARGE' })
  await expect(keyValues.set('a', 'k', 'ü'.repeat(600_000))).rejects.toMatchObject({ code: 'VALUE_TOO_LARGE' })
  for (let n = 0; n < 1_005; n++) await keyValues.set('many', `k${n}`, n)
  expect(await keyValues.list('many', 'k', 1_000_000)).toHaveLength(1_000)
  expect(await keyValues.list('many', 'k', -1)).toEqual([])
})

test('an aborted step changes nothing', async () => {
  const keyValues = open(AbortSignal.abort(new Error('cancelled')))
  await expect(keyValues.set('a', 'k', 1)).rejects.toThrow('cancelled')
})
