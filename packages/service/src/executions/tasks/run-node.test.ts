/** Large values of nodes in a worker thread: parsed, printed and sent back as rarely as possible. */
import { afterEach, expect, test, vi } from 'vitest'
import type { PortText } from '../runner/offload/wire.ts'
import { perform } from './run-node.ts'

afterEach(() => vi.restoreAllMocks())

const rows = (count: number) => Array.from({ length: count }, (_, id) => ({ id, name: `name ${id}`, tags: ['a', 'b'] }))
const TEXT = JSON.stringify(rows(5_000))

async function ran(type: string, config: Record<string, unknown>, inputs: Record<string, PortText>) {
  const result = await perform({ type, config, inputs, launch: {}, label: '', wired: [] })
  if (!('outputs' in result)) throw new Error(result.failure.message)
  return result.outputs
}

const slice = (value: number, data: PortText) => ran('data_operations', { operation: 'slice', value }, { data })

test('a value that equals an input is not sent back', async () => {
  const { result } = await slice(10_000, { json: TEXT })
  expect(result).toEqual({ sameAs: 'data', hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
})

test('a value that a node passes on unchanged is neither printed nor hashed', async () => {
  const printed = vi.spyOn(JSON, 'stringify')
  const { value } = await ran('output', { name: 'rows' }, { value: { json: TEXT, hash: 'known' } })
  expect(value).toEqual({ sameAs: 'value', hash: 'known' })
  expect(printed.mock.calls.filter(([given]) => Array.isArray(given))).toEqual([])
})

test('the next step of a chain reads the value of the last one without parsing it', async () => {
  const first = await slice(4_000, { json: TEXT })
  const sent = first.result
  if (sent === undefined || !('json' in sent)) throw new Error('the shorter list is not sent as text')
  expect(sent.json).toBe(JSON.stringify(rows(4_000)))
  const parsed = vi.spyOn(JSON, 'parse')
  const { result } = await slice(3_000, sent)
  expect(result).toMatchObject({ json: JSON.stringify(rows(3_000)) })
  expect(parsed).not.toHaveBeenCalled()
  await slice(3_000, { json: TEXT })
  expect(parsed).toHaveBeenCalledTimes(1)
})
