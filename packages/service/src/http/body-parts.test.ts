import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Workers } from '../platform/workers/workers.ts'
import { type BodyParts, partsOf } from './body-parts.ts'
import { jsonBody } from './json-body.ts'

const workers: Workers = { run: () => Promise.reject(new Error('no body here is large')) }

/** Smaller bodies are parsed without their parts. */
const description = 'x'.repeat(20_000)

interface Body {
  readonly nodes: readonly object[]
  readonly edges: readonly object[]
}

const parsed = (text: string | Buffer, known?: BodyParts) =>
  jsonBody(Buffer.from(text as string), { workers, repeats: { known } }) as Promise<Body>

/** The parts of a body. */
const knowing = async (text: string) => partsOf(await parsed(text))?.parts

const node = (id: string, label = 'ü "{[\\') => ({ id, data: { label, list: [[1], { a: 2 }] } })
const edge = (id: string) => ({ id, source: 'a', target: 'b' })
const sample = { description, nodes: [node('a'), node('b'), node('c')], edges: [edge('1'), edge('2')], tags: ['t'] }
const text = JSON.stringify(sample)

describe('a body with known parts', () => {
  test.each([
    ['a changed node', ['a', 'B', 'c', 'd', 'e'], 'acde'],
    ['an added node', ['a', 'new', 'b', 'c', 'd', 'e'], 'abcde'],
    ['several added nodes', ['1', '2', '3', 'a', 'b', '4', '5', '6', '7', 'c', 'd', 'e'], 'abcde'],
    ['a removed node', ['b', 'c', 'd', 'e'], 'bcde'],
    ['two removed nodes', ['a', 'd', 'e'], 'ade'],
    ['removed and added nodes', ['a', 'new', 'd', 'e', 'f'], 'ade'],
    ['a moved node', ['e', 'a', 'b', 'c', 'd'], 'abcd'],
    ['no nodes', [], ''],
  ])('has the same objects for unchanged parts: %s', async (_, ids, same) => {
    const before = await parsed(JSON.stringify({ ...sample, nodes: [...'abcde'].map((id) => node(id)) }))
    const body = { ...sample, nodes: ids.map((id) => node(id)), edges: [edge('2')] }
    const after = await parsed(JSON.stringify(body), partsOf(before)?.parts)
    expect(after).toEqual(body)
    expect(after.edges[0]).toBe(before.edges[1])
    const known = new Set(before.nodes)
    const ofBefore = after.nodes.filter((one) => known.has(one))
    expect(ofBefore).toEqual([...same].map((id) => node(id)))
    expect([...(partsOf(after)?.repeated ?? [])]).toEqual([...ofBefore, after.edges[0]])
  })

  test('is found in formatted JSON', async () => {
    for (const formatted of [JSON.stringify(sample, null, 2), text.replaceAll('":', '" : ')]) {
      const again = await parsed(formatted, await knowing(formatted))
      expect(again).toEqual(sample)
      expect(partsOf(again)?.repeated.size).toBe(5)
    }
  })

  test('is parsed like any other', async () => {
    const known = await knowing(text)
    const value = fc.oneof(
      fc.constantFrom(...sample.nodes, ...sample.edges, 0, 'nodes', null, []),
      fc.jsonValue({ maxDepth: 2 }),
    )
    const key = fc.constantFrom('nodes', 'edges', 'n\\u006fdes', 'other', '\\"nodes', ',')
    const list = fc.array(value, { maxLength: 4 }).map((items) => JSON.stringify(items))
    const field = fc
      .tuple(
        key,
        fc.oneof(list, fc.constant('0'), fc.constant('{"nodes":[{"id":"1"}]}')),
        fc.constantFrom('', ' ', '\n'),
      )
      .map(([name, json, space]) => `"${name}"${space}:${space}${json}`)
    const body = fc
      .array(field, { maxLength: 4 })
      .map((fields) => `{${[`"description":"${description}"`, ...fields].join(',')}}`)
    await fc.assert(
      fc.asyncProperty(body, async (json) => {
        // Anything else than the same value, such as the order of keys, would change the stored text.
        expect(JSON.stringify(await parsed(json, known))).toBe(JSON.stringify(JSON.parse(json)))
      }),
    )
  })

  test('is parsed or refused like any other, wherever its JSON is changed', async () => {
    const known = await knowing(text)
    const other = fc.constantFrom(
      '',
      ' ',
      ',',
      ']',
      '}',
      '"',
      '{}',
      '},{',
      '[',
      '\\',
      'ü',
      '"nodes":[',
      JSON.stringify(edge('1')),
    )
    const change = fc.tuple(fc.integer({ min: description.length, max: text.length }), fc.nat(60), other)
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 2 }), async (changes) => {
        let json = text
        for (const [at, length, more] of changes) json = `${json.slice(0, at)}${more}${json.slice(at + length)}`
        const outcome = (of?: BodyParts) =>
          parsed(json, of).then(
            (value) => JSON.stringify(value),
            (error: Error) => error,
          )
        expect(await outcome(known)).toEqual(await outcome())
      }),
      { numRuns: 1000 },
    )
  })

  test('does not take a node for an edge with the same JSON', async () => {
    const known = await knowing(text)
    const moved = await parsed(JSON.stringify({ ...sample, edges: sample.nodes }), known)
    expect(moved.edges).toEqual(sample.nodes)
    expect(partsOf(moved)?.repeated.size).toBe(3)
    expect(moved.edges.some((one) => partsOf(moved)?.repeated.has(one))).toBe(false)
  })

  test.each([
    ['a syntax error', text.replace('},{"id":"c"', '},,{"id":"c"')],
    ['a missing end', text.slice(0, -1)],
    ['a node without an end', text.slice(0, text.indexOf('"id":"c"'))],
    ['a second value', `${text}${text}`],
    ['a key __proto__', text.replace('"tags"', '"__proto__"')],
    [
      'bytes that are not UTF-8',
      Buffer.concat([Buffer.from(text.slice(0, -2)), Buffer.from([0xc3, 0x22, 0x5d, 0x7d])]),
    ],
    ['too many levels', text.replace('["t"]', `${'['.repeat(70)}${']'.repeat(70)}`)],
  ])('is refused with the same error: %s', async (_, broken) => {
    const expected = await parsed(broken).catch((error: Error) => error)
    expect(expected).toBeInstanceOf(Error)
    await expect(parsed(broken, await knowing(text))).rejects.toEqual(expected)
  })
})

test('erases the parts that must not be kept', async () => {
  const bytes = Buffer.from(text)
  const { parts } = partsOf(await jsonBody(bytes, { workers, repeats: { known: undefined } })) ?? {}
  parts?.keepOnly('nodes', ({ value }) => (value as { id: string }).id !== 'b')
  expect(bytes.includes('"id":"b"')).toBe(false)
  expect(bytes.includes('"id":"c"')).toBe(true)
  const again = await parsed(text, parts)
  expect(again).toEqual(sample)
  expect(partsOf(again)?.repeated.size).toBe(4)
})

test('looks for no parts in a small body, and not for all parts of a list that was replaced', async () => {
  const { description: _, ...small } = sample
  expect(partsOf(await parsed(JSON.stringify(small), await knowing(text)))).toBeUndefined()
  const nodes = Array.from({ length: 80 }, (_, at) => node(`${at}`))
  const known = await knowing(JSON.stringify({ ...sample, nodes }))
  const replaced = nodes.map((one, at) => (at < 70 ? node('x', `${at}`) : one))
  const after = await parsed(JSON.stringify({ ...sample, nodes: replaced }), known)
  expect(after.nodes).toEqual(replaced)
  expect(partsOf(after)?.repeated).toEqual(new Set(after.edges))
})
