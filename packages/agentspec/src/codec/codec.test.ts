import { isObject } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { readAgentSpec } from '../read.ts'
import { withReferences } from './share.ts'
import { mappingOf } from './simple-branches.ts'
import { CannotWrite, writeOfficial } from './write-official.ts'
import { writeSimpleFlow } from './write-simple.ts'

const text = (title: string) => ({ title, type: 'string' })

const seed = {
  component_type: 'flow',
  name: 'greet',
  start_node: 'in',
  nodes: [
    { component_type: 'start_node', name: 'in', outputs: [text('who')] },
    {
      component_type: 'llm_node',
      name: 'ask',
      prompt_template: 'Hello {{who}}',
      system_prompt: 'Be kind.',
      llm_config: { component_type: 'llm_config', name: 'm', model_id: 'x', provider: 'openai' },
    },
    {
      component_type: 'branching_node',
      name: 'b',
      inputs: [text('x')],
      branches: [{ name: 'yes', condition: 'x == "ja"' }, { name: 'rest' }],
    },
    { component_type: 'end_node', name: 'out', inputs: [text('generated_text')] },
  ],
  control_flow_connections: [
    { name: 'one', from_node: 'in', to_node: 'ask' },
    { name: 'two', from_node: 'ask', to_node: 'b' },
    { name: 'three', from_node: 'b', from_branch: 'rest', to_node: 'out' },
    { name: 'four', from_node: 'b', from_branch: 'yes', to_node: 'out' },
  ],
  data_flow_connections: null,
}

function flowIn(document: unknown) {
  const read = readAgentSpec(document)
  if (read.errors !== undefined || read.flow === undefined) throw new Error(String(read.errors))
  return read.flow
}

describe('the two dialects', () => {
  test('a flow of the simple dialect is written unchanged', () => {
    expect(writeSimpleFlow(flowIn(seed))).toEqual(seed)
  })

  test('the official dialect prepends the system prompt and calls the default branch default', () => {
    const official = writeOfficial(flowIn(seed))
    const parts = official.$referenced_components as Record<string, Record<string, unknown>>
    expect(parts.ask).toMatchObject({ component_type: 'LlmNode', prompt_template: 'Be kind.\n\nHello {{who}}' })
    expect(parts.ask?.llm_config).toMatchObject({ component_type: 'OpenAiConfig', model_id: 'x' })
    expect(parts.b).toMatchObject({ component_type: 'BranchingNode', mapping: { ja: 'yes' } })
    expect(official.control_flow_connections).toContainEqual(
      expect.objectContaining({ from_branch: 'default', from_node: { $component_ref: 'b' } }),
    )
    const { version: _, ...again } = flowIn(official)
    expect(writeSimpleFlow(again)).toEqual(seed)
  })

  test('a version that is too old is rejected with the name of the component', () => {
    const flow = flowIn({
      ...seed,
      nodes: seed.nodes.map((node) => (node.name === 'ask' ? { ...node, outputs: [text('a'), text('b')] } : node)),
    })
    expect(writeOfficial(flow).agentspec_version).toBe('25.4.2')
    expect(() => writeOfficial(flow, { version: '25.4.1' })).toThrow(CannotWrite)
    expect(() => writeOfficial(flow, { version: '25.4.1' })).toThrow('`ask` requires version 25.4.2')
  })
})

describe('references', () => {
  test('a shared component is written at the lowest component above all its uses', () => {
    const part = (id: string, fields: object = {}) => ({ component_type: 'X', id, ...fields })
    const model = part('model')
    const root = part('root', {
      a: part('a', { left: part('l', { m: model }), right: part('r', { m: model }) }),
      b: part('b', { once: part('o') }),
    })
    expect(withReferences(root)).toEqual(
      part('root', {
        a: part('a', {
          left: part('l', { m: { $component_ref: 'model' } }),
          right: part('r', { m: { $component_ref: 'model' } }),
          $referenced_components: { model },
        }),
        b: part('b', { once: part('o') }),
      }),
    )
  })

  test('a component inside a shared component stays inside it', () => {
    const part = (id: string, fields: object = {}) => ({ component_type: 'X', id, ...fields })
    const shared = part('shared', { inner: part('inner') })
    const written = withReferences(part('root', { a: shared, b: [shared] }))
    expect(isObject(written.$referenced_components) && Object.keys(written.$referenced_components)).toEqual(['shared'])
  })
})

describe('conditions', () => {
  test.each([
    [[{ name: 'a', condition: "mode == 'x'" }], { x: 'a' }],
    [[{ name: 'a', condition: '{{ m }} === "x" || m == 3' }], { x: 'a', 3: 'a' }],
    [
      [
        { name: 'a', value: true },
        { name: 'b', isDefault: true },
      ],
      { true: 'a' },
    ],
    [[{ name: 'yes' }, { name: 'no' }], { yes: 'yes', no: 'no' }],
    [[{ name: 'a', condition: "m == 'it\\'s'" }, { name: 'else' }], { "it's": 'a' }],
  ])('%j map %j', (branches, mapping) => {
    expect(mappingOf(branches)).toMatchObject({ mapping, problems: [] })
  })

  test.each(['m > 3', "m == 'a' && n == 'b'", 'm', "m == 'a' ||", 'f(m) == 1'])(
    'rejects the condition %s',
    (condition) => {
      expect(mappingOf([{ name: 'a', condition }]).problems).toHaveLength(1)
    },
  )
})
