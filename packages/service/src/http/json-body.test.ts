import { expect, test } from 'vitest'
import type { Workers } from '../platform/workers/workers.ts'
import { jsonBody } from './json-body.ts'

const workers: Workers = { run: () => Promise.reject(new Error('no body here has a syntax error')) }

/** Whether the event loop turned before the body was parsed, and the body. */
async function parsed(text: string) {
  let hasTurned = false
  setImmediate(() => {
    hasTurned = true
  })
  const value = await jsonBody(Buffer.from(text), { workers })
  return { hasTurned, value }
}

const node = { id: 'n', type: 'text', position: { x: 1, y: 2 }, data: { label: 'a "b" \\', config: { text: 'x: {' } } }
const nodes = (count: number) => JSON.stringify({ nodes: Array.from({ length: count }, () => node) })

test('parses a workflow of 200 KB at once', async () => {
  const text = nodes(1500)
  expect(text.length).toBeGreaterThan(150_000)
  expect(await parsed(text)).toEqual({ hasTurned: false, value: JSON.parse(text) })
})

test.each([
  ['more than 256 KB', nodes(4000)],
  ['many small lists', `[${'[],'.repeat(20_000)}[]]`],
])('parses %s in slices', async (_, text) => {
  expect(await parsed(text)).toEqual({ hasTurned: true, value: JSON.parse(text) })
})

test('counts the keys of each object on its own', async () => {
  const object = (count: number) =>
    `{${Array.from({ length: count }, (_, at) => `"${at.toString(36)}":{"a":0}`).join(',')}}`
  expect((await parsed(`[${object(4000)},${object(4000)}]`)).hasTurned).toBe(false)
  const wide = `{${Array.from({ length: 10_001 }, (_, at) => `"${at}":0`).join(',')}}`
  await expect(jsonBody(Buffer.from(wide), { workers })).rejects.toThrow('more than 10000 keys')
})
