import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { TransientMap } from './transient-map.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (options?: { readonly type: 'minor' }) => void

test('behaves like a Map with text keys', () => {
  const map = new TransientMap<number>()
  const same = new Map<string, number>()
  const keys = ['b', 'a', '__proto__', 'constructor', 'b', '']
  for (const [at, key] of keys.entries()) {
    expect([map.has(key), map.get(key)]).toEqual([same.has(key), same.get(key)])
    map.set(key, at)
    same.set(key, at)
  }
  expect(map.size).toBe(same.size)
  expect(map.keys().sort()).toEqual([...same.keys()].sort())
  expect(map.values().sort()).toEqual([...same.values()].sort())
  expect([map.delete('a'), map.delete('a'), map.has('a'), map.size]).toEqual([true, false, false, 4])
  map.clear()
  expect([map.size, map.keys(), map.get('b')]).toEqual([0, [], undefined])
})

test('keeps many entries, also with the same beginning or end', () => {
  const map = new TransientMap<number>()
  const keys = Array.from({ length: 5000 }, (_, at) => (at % 2 === 0 ? `execution ${at}` : `${at} of an execution`))
  for (const [at, key] of keys.entries()) map.set(key, at)
  expect(keys.every((key, at) => map.get(key) === at)).toBe(true)
  expect(map.keys().sort()).toEqual([...keys].sort())
  for (const key of keys.slice(0, -1)) expect(map.delete(key)).toBe(true)
  expect([map.size, map.values()]).toEqual([1, [4999]])
})

test('young collections free removed entries', () => {
  const map = new TransientMap<number[]>()
  const churn = (rounds: number) => {
    for (let at = 0; at < rounds; at++) {
      map.set(`key ${at}`, new Array(1000).fill(at))
      map.delete(`key ${at - 50}`)
      if (at % 200 === 0) collect({ type: 'minor' })
    }
  }
  churn(2000)
  collect()
  const before = process.memoryUsage().heapUsed
  churn(10_000)
  // All values together have 80 MB; a Map keeps about half of them.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(10 * 2 ** 20)
})
