import { expect, test } from 'vitest'
import { type Backend, opener } from './backend.ts'
import { upTo } from './sample-records.ts'

export function keyValueContract(backend: Backend): void {
  const { open } = opener(backend)

  test('returns the value that was set last for a namespace and key', async () => {
    const { keyValues } = await open()
    for (const value of [{ a: [1, null, 'é😀'] }, 'text', 0, false, null, 'nul \0']) {
      await keyValues.set('space', 'key', value)
      expect(await keyValues.get('space', 'key')).toStrictEqual(value)
    }
    expect(await keyValues.get('other', 'key')).toBeUndefined()
    expect(await keyValues.get('space', 'KEY')).toBeUndefined()
    expect(await keyValues.get('space\0', 'key')).toBeUndefined()
  })

  test('rejects a value that JSON cannot represent, and keeps the old one', async () => {
    const { keyValues } = await open()
    await keyValues.set('space', 'key', 1)
    await expect(keyValues.set('space', 'key', undefined)).rejects.toThrow('key')
    await expect(keyValues.set('space', 'nul\0', 1)).rejects.toThrow('NUL')
    expect(await keyValues.list('space')).toStrictEqual([{ key: 'key', value: 1 }])
  })

  test('lists a namespace by key', async () => {
    const { keyValues } = await open()
    for (const key of ['b', 'é', 'a', 'B', '']) await keyValues.set('space', key, { key })
    await keyValues.set('other', 'x', 1)
    expect((await keyValues.list('space')).map(({ key }) => key)).toStrictEqual(['', 'B', 'a', 'b', 'é'])
    expect(await keyValues.list('nul\0')).toStrictEqual([])
  })

  test('deletes a value and no other', async () => {
    const { keyValues } = await open()
    await keyValues.set('space', 'a', 1)
    await keyValues.set('space', 'b', 2)
    expect(await keyValues.delete('space', 'a')).toBe(true)
    expect(await keyValues.delete('space', 'a')).toBe(false)
    expect(await keyValues.delete('space', 'nul\0')).toBe(false)
    expect(await keyValues.list('space')).toStrictEqual([{ key: 'b', value: 2 }])
  })

  test('stores a megabyte of any characters', async () => {
    const { keyValues } = await open()
    const value = 'naïve 😀 "quoted" \\ '.repeat(50_000)
    await keyValues.set('space', 'large', { value })
    expect(await keyValues.get('space', 'large')).toStrictEqual({ value })
    await Promise.all(upTo(20).map((n) => keyValues.set('space', `${n}`, n)))
    expect(await keyValues.list('space')).toHaveLength(21)
  })

  test('prunes values by the time of their last write in batches, and none without a time', async () => {
    const { keyValues } = await open()
    for (const n of upTo(4)) await keyValues.set('space', `k${n}`, n, n * 10)
    await keyValues.set('space', 'k1', 'again', 100)
    await keyValues.set('service', 'setting', 1)
    const query = { writtenBefore: 40, batch: 1 }
    expect(await keyValues.prune(query)).toBe(1)
    expect((await keyValues.list('space')).map(({ key }) => key)).toStrictEqual(['k1', 'k3', 'k4'])
    expect(await keyValues.prune({ ...query, batch: 10 })).toBe(1)
    expect(await keyValues.prune(query)).toBe(0)
    expect((await keyValues.list('space')).map(({ key }) => key)).toStrictEqual(['k1', 'k4'])
    expect(await keyValues.get('service', 'setting')).toBe(1)
  })
}
