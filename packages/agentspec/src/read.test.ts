import { isObject } from '@millrace/model'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writeOfficial } from './codec/write-official.ts'
import { writeSimpleDocument } from './codec/write-simple.ts'
import { LIMITS_OF_READING } from './limits.ts'
import { dialectOf, readAgentSpec } from './read.ts'
import { arbitraryFlow } from './testing/arbitrary-flow.ts'
import { catalogue } from './testing/canvas.ts'
import { toYaml } from './text.ts'
import { validateFlow } from './validate/validate-flow.ts'
import { toFlow } from './workflow/to-flow.ts'
import { toWorkflow } from './workflow/to-workflow.ts'

/** The document with one value replaced. */
function broken(value: unknown, at: { left: number }, instead: unknown): unknown {
  if (at.left-- === 0) return instead
  if (Array.isArray(value)) return value.map((one) => broken(one, at, instead))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, broken(inner, at, instead)]))
}

const wrong = fc.oneof(
  fc.constantFrom(
    null,
    '',
    0,
    true,
    [],
    {},
    [null],
    { $component_ref: 'id-1' },
    { component_type: 'Flow' },
    'next',
    -1,
  ),
  fc.jsonValue({ maxDepth: 2 }),
)

describe('reading', () => {
  test('reading and validating an invalid document never throws', () => {
    fc.assert(
      fc.property(arbitraryFlow, fc.boolean(), fc.nat(400), wrong, (flow, isOfficial, place, instead) => {
        const document = isOfficial ? writeOfficial(flow) : writeSimpleDocument({ flow })
        const read = readAgentSpec(broken(document, { left: place }, instead))
        if (read.errors !== undefined || read.flow === undefined) return
        validateFlow(read.flow)
        toFlow(toWorkflow({ flow: read.flow }, catalogue).workflow, catalogue, { dialect: 'official' })
      }),
      { numRuns: 150 },
    )
  })

  test('any value is accepted or rejected without an exception', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.string()), (value) => {
        const read = readAgentSpec(value)
        expect(Array.isArray(read.warnings)).toBe(true)
      }),
    )
  })

  test.each([
    [{ component_type: 'Flow' }, 'official'],
    [{ $component_ref: 'x' }, 'official'],
    [{ agentspec_version: '25.4.1' }, 'official'],
    [{ component_type: 'flow' }, 'simple flow'],
    [{ flow: { component_type: 'flow' } }, 'simple document'],
    [{ flow: { component_type: 'Flow' }, components: {} }, 'official'],
    [{ nodes: [], start_node: 'a' }, 'simple flow'],
    [{ agent: {} }, 'simple document'],
    [{ a: 1 }, undefined],
    ['text', undefined],
  ])('%j is %s', (value, dialect) => {
    expect(dialectOf(value)).toBe(dialect)
  })

  test('ignores prototype keys', () => {
    const read = readAgentSpec(
      '{"component_type":"flow","name":"f","__proto__":{"polluted":1},"constructor":{"a":1},"nodes":[],"start_node":"s","control_flow_connections":[]}',
    )
    expect(read.errors).toBeUndefined()
    expect(read.flow?.extra).toBeUndefined()
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  test('enforces the limits', () => {
    const flow = { component_type: 'flow', name: 'f', nodes: [], start_node: 's', control_flow_connections: [] }
    expect(readAgentSpec(JSON.stringify(flow), { limits: { characters: 10 } }).errors?.[0]).toContain('longer than 10')
    expect(readAgentSpec(flow, { limits: { values: 3 } }).errors?.[0]).toContain('more than 3 values')
    const node = { component_type: 'start_node', name: 's' }
    expect(
      readAgentSpec({ ...flow, nodes: [node, { ...node, name: 't' }] }, { limits: { nodes: 1 } }).errors?.[0],
    ).toContain('more than 1 nodes')
  })

  test('reads an agent without a flow in both dialects', () => {
    const seed = readAgentSpec({ component_type: 'agent', name: 'bot', system_prompt: 'Help {{who}}' })
    const official = readAgentSpec({
      component_type: 'Agent',
      id: 'a',
      name: 'bot',
      system_prompt: 'Help {{who}}',
      agentspec_version: '25.4.1',
    })
    for (const read of [seed, official]) {
      expect(read.errors).toBeUndefined()
      expect(read.agent?.name).toBe('bot')
      if (read.errors !== undefined) continue
      const { workflow, warnings } = toWorkflow(read, catalogue)
      expect(workflow.nodes.map((node) => node.id)).toEqual([
        'agentspec.start_node.1',
        'agentspec.agent_node.1',
        'agentspec.end_node.1',
      ])
      expect(workflow.edges).toHaveLength(3)
      expect(warnings).toContainEqual(expect.stringContaining('is an agent, not a flow'))
    }
  })

  test('warns about an omitted secret and keeps its reference', () => {
    const model = {
      component_type: 'OpenAiConfig',
      id: 'm',
      name: 'm',
      model_id: 'x',
      api_key: { $component_ref: 'm.api_key' },
    }
    const agent = {
      component_type: 'Agent',
      id: 'a',
      name: 'bot',
      llm_config: model,
      system_prompt: '',
      agentspec_version: '25.4.2',
    }
    const read = readAgentSpec(agent)
    expect(read.errors).toBeUndefined()
    expect(read.warnings).toContain('Omitted secrets: `m.api_key`')
  })

  test('quotes words that YAML 1.1 reads as booleans', () => {
    expect(toYaml({ yes: 'no', on: 'x' })).toBe('"yes": "no"\n"on": x\n')
  })
})

describe('nesting depth after resolving references', () => {
  const { depth } = LIMITS_OF_READING
  /** Nested lists around a value. */
  const nested = (levels: number, inside: unknown): unknown => (levels === 0 ? inside : [nested(levels - 1, inside)])
  /** The metadata of the root is at depth one. */
  const official = (parts: Record<string, unknown>) => ({
    component_type: 'Agent',
    id: 'a',
    name: 'a',
    agentspec_version: '25.4.1',
    system_prompt: '',
    llm_config: { component_type: 'OpenAiConfig', id: 'l', name: 'l', model_id: 'm' },
    metadata: { deep: { $component_ref: 'one' } },
    $referenced_components: parts,
  })
  const inTwo = (levels: number) =>
    official({ one: nested(levels - 50, { $component_ref: 'two' }), two: nested(50, 'end') })

  test('is limited as documented', () => {
    expect(readAgentSpec(inTwo(depth - 1)).errors).toBeUndefined()
    expect(readAgentSpec(inTwo(depth)).errors).toEqual([`Components are nested more than ${depth} deep`])
  })

  test('is limited for a chain of references', () => {
    const chain = (length: number) =>
      Object.fromEntries(
        Array.from({ length }, (_, at) => [at === 0 ? 'one' : `r${at}`, { $component_ref: `r${at + 1}` }]),
      )
    const read = readAgentSpec(official({ ...chain(50_000), r50000: 'end' }))
    expect(read.errors).toEqual([`Components are nested more than ${depth} deep`])
  })
})
