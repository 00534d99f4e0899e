/** Documents with one hostile value: each is accepted or rejected with a message, and never throws. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CannotWrite, writeOfficial } from './codec/write-official.ts'
import { writeSimpleFlow } from './codec/write-simple.ts'
import { readAgentSpec } from './read.ts'
import { catalogue } from './testing/canvas.ts'
import { validCases } from './testing/corpus.ts'
import { validateFlow } from './validate/validate-flow.ts'
import { toFlow } from './workflow/to-flow.ts'
import { toWorkflow } from './workflow/to-workflow.ts'

const documents = validCases().map(({ flow }) => JSON.stringify(flow))

const hostile = fc.constantFrom<unknown>(
  { toString: null },
  { toString: null, valueOf: null },
  [{ toString: null }],
  { __proto__: null, constructor: null },
  JSON.parse('{"__proto__": {"toString": null}}'),
  { $component_ref: 'a' },
  { component_type: { toString: null } },
  { name: { toString: null } },
  [[]],
  [null],
  {},
  [],
  null,
  0,
  -1,
  1e308,
  true,
  '',
  'constructor',
  '__proto__',
  'toString',
  '\u0000',
  '\ud800',
  '{{',
)

/** All paths in a value. */
function placesIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...path, key]))]
}

function withPlaceSet(value: unknown, [key, ...rest]: readonly string[], to: unknown): unknown {
  if (key === undefined) return to
  const copy: unknown = Array.isArray(value) ? [...value] : { ...(value as object) }
  const made = withPlaceSet((value as Record<string, unknown>)[key], rest, to)
  Object.defineProperty(copy, key, { value: made, enumerable: true, configurable: true, writable: true })
  return copy
}

const spoiled = fc
  .record({ text: fc.constantFrom(...documents), at: fc.nat(), value: hostile })
  .map(({ text, at, value }) => {
    const document: unknown = JSON.parse(text)
    const places = placesIn(document)
    return withPlaceSet(document, places[at % places.length] ?? [], value)
  })

/** Everything that is done with a document before it runs. */
function everything(document: unknown): void {
  const read = readAgentSpec(document)
  if (read.errors !== undefined) {
    expect(read.errors.every((error) => typeof error === 'string' && error !== '')).toBe(true)
    return
  }
  if (read.flow !== undefined) {
    validateFlow(read.flow, { tool: () => undefined, agent: () => undefined, flow: () => undefined })
    written(() => writeSimpleFlow(read.flow!))
    written(() => writeOfficial(read.flow!))
  }
  if (read.flow === undefined && read.agent === undefined) return
  const { workflow } = toWorkflow(read, catalogue)
  toFlow(workflow, catalogue)
}

/** A dialect rejects with a message what it cannot express. */
function written(write: () => unknown): void {
  try {
    write()
  } catch (error) {
    if (!(error instanceof CannotWrite)) throw error
  }
}

describe('a document with one hostile value', () => {
  test('is read, validated, written and drawn, or rejected', () => {
    fc.assert(
      fc.property(spoiled, (document) => everything(document)),
      { numRuns: 3000 },
    )
  })
})

describe('a document at the size limits', () => {
  const many = (count: number, of: unknown) => Array.from({ length: count }, () => of)
  const seed = { component_type: 'flow', name: 'f', start_node: 's', control_flow_connections: [] }
  const official = { component_type: 'Flow', id: 'f', name: 'f', agentspec_version: '25.4.1', start_node: {} }
  test.each([
    ['seed nodes', { ...seed, nodes: many(400_000, {}) }],
    ['seed edges', { ...seed, nodes: [], control_flow_connections: many(400_000, {}) }],
    ['official nodes', { ...official, nodes: many(400_000, {}), control_flow_connections: [] }],
    ['official edges', { ...official, nodes: [], control_flow_connections: many(400_000, {}) }],
    ['lists in lists', { ...seed, nodes: many(400, many(1_000, [])) }],
    ['settings', { ...seed, nodes: [{ component_type: 'api_node', name: 's', body: many(400_000, {}) }] }],
  ])('is accepted or rejected without an exception: %s', (_, document) => {
    expect(() => readAgentSpec(document)).not.toThrow()
  })

  test.each([
    ['nodes', { nodes: many(10_101, { component_type: 'end_node', name: 'e' }) }],
    ['edges', { nodes: [], control_flow_connections: many(60_000, {}), data_flow_connections: many(60_000, {}) }],
  ])('is rejected only for too many %s', (what, parts) => {
    expect(readAgentSpec({ ...seed, ...parts }).errors).toEqual([
      expect.stringMatching(new RegExp(`more than .*${what}`)),
    ])
  })
})
