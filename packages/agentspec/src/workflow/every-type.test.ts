/**
 * Every node type of the catalogue with non-default settings: exported, loadable by the official SDK, and imported
 * again.
 */
import { isObject, type NodeType, nodeTypeIdOf, type WorkflowNode } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { writeOfficial } from '../codec/write-official.ts'
import { writeSimpleFlow } from '../codec/write-simple.ts'
import { readAgentSpec } from '../read.ts'
import { catalogue, drawnWorkflow } from '../testing/canvas.ts'
import { validCases } from '../testing/corpus.ts'
import { officialProblems } from '../testing/official-rules.ts'
import { toYaml } from '../text.ts'
import { type ExportedWorkflow, isDataPort } from './canvas.ts'
import { toFlow } from './to-flow.ts'
import { toWorkflow } from './to-workflow.ts'

/** A value for a setting that differs from its default. */
function otherThan(schema: Record<string, unknown>): unknown {
  const { type, default: usual, enum: values } = schema
  if (Array.isArray(values)) return values.find((one) => one !== usual)
  if (type === 'boolean') return usual !== true
  if (type === 'integer' || type === 'number') return Math.max(Number(schema.minimum ?? 0), 1) + (usual === 1 ? 1 : 0)
  if (type === 'string') return schema.format === 'hidden' ? 'secret-0815' : 'Say {{ word }},\n \nplease.'
  if (type === 'array') return [isObject(schema.items) ? otherThan(schema.items) : 'one']
  if (type !== 'object') return { any: ['value'] }
  const properties = isObject(schema.properties) ? Object.entries(schema.properties) : []
  return Object.fromEntries(properties.flatMap(([key, one]) => (isObject(one) ? [[key, otherThan(one)]] : [])))
}

/** Keys that change the ports or the appearance of a node. */
const DRAWING = ['dynamicInputs', 'dynamicOutputs', 'branches', 'nodeType', 'instanceTitle', 'condition', 'operator']
const NAMED: Readonly<Record<string, Record<string, unknown>>> = {
  while: { condition: 'value.left > 0' },
  if_else: { operator: 'expression', expression: 'total > 3' },
  switch: {
    branches: [
      { name: 'big', condition: 'value > 3' },
      { name: 'rest', isDefault: true },
    ],
  },
}

function settingsFor({ id, configSchema }: NodeType): Record<string, unknown> {
  const properties = isObject(configSchema.properties) ? Object.entries(configSchema.properties) : []
  const made = properties
    .filter(([key]) => !DRAWING.includes(key))
    .flatMap(([key, schema]) => (isObject(schema) ? [[key, otherThan(schema)] as const] : []))
  return { ...Object.fromEntries(made), ...NAMED[id] }
}

/** A start, the node with all inputs connected, and an end that it reaches. */
function workflowWith(type: NodeType): ExportedWorkflow {
  const [loop, isTool] = [type.id === 'foreach' || type.id === 'while', type.id === 'mcp_tools']
  const inputs = type.inputs.filter(isDataPort).map(({ id }) => `s:inputs -> n:${id}`)
  const branch =
    type.type === 'gateway' ? (NAMED[type.id]?.branches ? ['big', 'rest'] : branchNames(type)) : ['trigger']
  const around = isTool
    ? ['s:inputs -> a:message', 'n:tool -> a:tool', 'a:response -> e:value']
    : loop
      ? [
          `s:inputs -> n:${type.id === 'while' ? 'value' : 'items'}`,
          `n:${type.id === 'while' ? 'value' : 'item'} -> b:data`,
          'b:result -> n:loop_back',
          'n:completed -> e',
        ]
      : type.inputs.some(({ id }) => id === 'trigger')
        ? ['s -> n', ...inputs, ...branch.map((port) => (type.type === 'terminal' ? '' : `n:${port} -> e`))]
        : ['n -> e']
  const isStart = type.type === 'terminal' && type.category === 'triggers'
  const nodes = {
    ...(isStart ? {} : { s: 'start' }),
    n: [type.id, settingsFor(type)] as const,
    ...(loop ? { b: ['json_transform', { expression: '$' }] as const } : {}),
    ...(isTool ? { a: ['simple_agent', { provider: 'openai', model: 'm' }] as const } : {}),
    ...(type.type === 'terminal' && !isStart ? {} : { e: 'end' }),
  }
  const lines = isStart ? ['n -> e'] : around
  return drawnWorkflow(nodes, lines.join('\n'))
}

function branchNames({ configSchema }: NodeType): string[] {
  const schema = isObject(configSchema.properties) ? configSchema.properties.branches : undefined
  const list = isObject(schema) && Array.isArray(schema.default) ? schema.default : []
  return list.filter(isObject).map(({ name }) => String(name))
}

/** The nodes without type copies and secrets. */
function bare(nodes: readonly WorkflowNode[]): unknown {
  return nodes.map((node) => {
    const text = JSON.stringify({ ...node, data: { ...node.data, metadata: nodeTypeIdOf(node) } }, (_, value) =>
      typeof value === 'string' && value.includes('secret-0815') ? undefined : value,
    )
    return JSON.parse(text)
  })
}

const TYPES = [...catalogue.types.values()].filter(
  ({ id }) => !id.startsWith('agentspec.') && id !== 'notes' && id !== 'idea' && id !== 'group',
)

describe.each(TYPES.map((type) => [type.id, type] as const))('%s', (_, type) => {
  const workflow = workflowWith(type)

  test.each(['simple', 'official'] as const)('keeps its settings in a round trip through the %s dialect', (dialect) => {
    const made = toFlow(workflow, catalogue, { dialect })
    expect(made.errors).toBeUndefined()
    if (made.errors !== undefined) return
    const document = dialect === 'simple' ? writeSimpleFlow(made.flow) : writeOfficial(made.flow)
    expect(JSON.stringify(document)).not.toContain('secret-0815')
    for (const text of [JSON.stringify(document), toYaml(document)]) {
      const read = readAgentSpec(text)
      if (read.errors !== undefined) throw new Error(read.errors.join('\n'))
      const back = toWorkflow(read, catalogue).workflow
      expect(bare(back.nodes)).toEqual(bare(workflow.nodes))
      expect(back.edges).toEqual(workflow.edges)
    }
  })

  test('is exported as a document that the official SDK loads', () => {
    const made = toFlow(workflow, catalogue, { dialect: 'official' })
    if (made.errors !== undefined) throw new Error(made.errors.join('\n'))
    expect(officialProblems(writeOfficial(made.flow))).toEqual([])
  })
})

test('the official rules accept the corpus and detect violations', () => {
  const official = validCases().filter(({ dialect }) => dialect === 'official')
  expect(official.length).toBeGreaterThan(10)
  const document = parse(toYaml(writeOfficial(toFlowOf(official[0]?.flow)))) as Record<string, unknown>
  expect(officialProblems({ ...document, start_node: { $component_ref: 'nowhere' } })).not.toEqual([])
})

function toFlowOf(document: unknown) {
  const read = readAgentSpec(document)
  if (read.errors !== undefined || read.flow === undefined) throw new Error('not a flow')
  return read.flow
}
