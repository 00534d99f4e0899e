import { CARD, type Graph, type NodeType, type WorkflowNode } from '@millrace/model'
import { expect, test } from 'vitest'
import { checkConnection } from './connection-check.ts'
import { flowGraphMaker } from './flow-graph.ts'
import { geometryOf } from './geometry.ts'
import { lookOf } from './node-look.ts'
import { portRulesOf } from './port-rules.ts'

const port = (id: string, dataType: string, type: 'input' | 'output', more = {}) => ({
  id,
  name: id,
  dataType,
  type,
  ...more,
})
const text = {
  node_type_id: 'text',
  name: 'Text',
  category: 'x',
  type: 'default',
  supportedTypes: ['default', 'square'],
  inputs: [
    port('in', 'string', 'input'),
    port('n', 'number', 'input'),
    port('loop_back', 'mixed', 'input'),
    port('trigger', 'trigger', 'input'),
  ],
  outputs: [
    port('out', 'string', 'output'),
    port('quiet', 'json', 'output', { exposedByDefault: false }),
    port('error', 'json', 'output', { exposedByDefault: false }),
  ],
  configSchema: {},
  extensions: {},
} as unknown as NodeType
const types = new Map([['text', text]])
const node = (id: string, config = {}): WorkflowNode => ({
  id,
  type: 'text',
  position: { x: 0, y: 0 },
  data: { label: id, config },
})
const edge = { id: 'e', source: 'a', target: 'b', sourceHandle: 'a-output-out', targetHandle: 'b-input-in' }
const graph: Graph = { nodes: [node('a'), node('b'), node('c')], edges: [edge] }
const rules = portRulesOf()
const result = (from: string, to: string) => {
  const [source = '', output = ''] = from.split(':')
  const [target = '', input = ''] = to.split(':')
  return checkConnection({ node: source, port: output }, { node: target, port: input }, { graph, types, rules })
}

test('allows only compatible connections and returns the reason otherwise', () => {
  expect(result('b:out', 'c:in')).toEqual({ ok: true })
  expect(result('b:out', 'c:n')).toEqual({ ok: false, reason: { code: 'types', from: 'String', to: 'Number' } })
  expect(result('a:out', 'a:in').ok).toBe(false)
  expect(result('a:out', 'b:in')).toMatchObject({ ok: false, reason: { code: 'already' } })
})

test('a cycle can only be closed through loop_back', () => {
  expect(result('b:out', 'a:in')).toMatchObject({ ok: false })
  expect(result('b:out', 'a:loop_back')).toMatchObject({ ok: true })
})

test('reports conversions, except through ports of any type', () => {
  expect(rules.checkTypes('number', 'string')).toMatchObject({
    ok: true,
    conversion: 'Number → String: Written out as text.',
  })
  expect(rules.checkTypes('number', 'mixed')).toEqual({ ok: true })
})

test('served types and rules override the built-in ones', () => {
  const own = portRulesOf({
    dataTypes: [
      { id: 'cat', name: 'Cat', description: '', color: 'red', category: 'x', enabled: true, aliases: ['kitten'] },
    ],
    compatibilityRules: [{ from: 'cat', to: 'dog', description: 'Brave' }],
  })
  expect(own.colorOf('kitten')).toBe('red')
  expect(own.checkTypes('kitten', 'dog')).toMatchObject({ ok: true })
  expect(own.checkTypes('dog', 'cat').ok).toBe(false)
})

test('hidden ports are shown once they are connected; the error port always has a position', () => {
  const ids = (wired: string[]) => lookOf(node('a'), types, new Set(wired)).outputs.map((one) => one.id)
  expect(ids([])).toEqual(['out', 'error'])
  expect(ids(['out:quiet'])).toEqual(['out', 'quiet', 'error'])
  const shown = lookOf(
    node('a', { ports: { outputs: [{ id: 'quiet', exposed: true }, { id: 'out' }] } }),
    types,
    new Set(),
  )
  expect(shown.outputs.map((one) => one.id)).toEqual(['quiet', 'out', 'error'])
})

test('draws a port that only an edge refers to', () => {
  const ids = (id: string, wired: string[]) => {
    const { inputs, outputs } = lookOf({ ...node('a'), type: id }, types, new Set(wired))
    return [inputs.map((one) => one.id), outputs.map((one) => one.id)]
  }
  expect(ids('text', ['in:old', 'in:n'])[0]).toEqual(['in', 'n', 'loop_back', 'trigger', 'old'])
  expect(ids('strange', ['in:x', 'out:y'])).toEqual([['x'], ['y']])
})

test('places handles at the rows of their ports', () => {
  const look = lookOf(node('a'), types, new Set())
  const { width, height, handles } = geometryOf(look, node('a'))
  expect([width, height]).toEqual([CARD.width, CARD.header + 3 * CARD.row + CARD.bottom])
  const at = (id: string) => handles.find((one) => one.port.id === id)
  expect(at('trigger')).toMatchObject({ side: 'left', y: CARD.header / 2 })
  expect(at('n')).toMatchObject({ side: 'left', x: 0, y: CARD.header + CARD.row * 1.5 })
  expect(at('out')).toMatchObject({ side: 'right', x: CARD.width, y: CARD.header + CARD.row / 2 })
  expect(at('error')).toMatchObject({ side: 'bottom', y: height })
})

test('uses the requested visual type only if the node type allows it', () => {
  expect(lookOf(node('a', { nodeType: 'square' }), types, new Set()).visual).toBe('square')
  expect(lookOf(node('a', { nodeType: 'terminal' }), types, new Set()).visual).toBe('default')
})

test('sorts ports by displayOrder unless the node defines an order', () => {
  const placed = {
    ...text,
    inputs: [
      port('last', 'string', 'input', { displayOrder: 9 }),
      port('first', 'string', 'input', { displayOrder: -1 }),
      port('plain', 'string', 'input'),
      port('also', 'string', 'input', { displayOrder: 0 }),
    ],
  } as unknown as NodeType
  const ids = (config: object) =>
    lookOf(node('a', config), new Map([['text', placed]]), new Set()).inputs.map(({ id }) => id)
  expect(ids({})).toEqual(['first', 'plain', 'also', 'last'])
  expect(ids({ dynamicInputs: [{ name: 'own', dataType: 'string' }] })).toEqual([
    'first',
    'plain',
    'also',
    'last',
    'own',
  ])
  expect(ids({ ports: { inputs: [{ id: 'last' }, { id: 'also' }] } })).toEqual(['last', 'also', 'first', 'plain'])
})

test('edges keep their selectable and deletable flags', () => {
  const edges = [edge, { ...edge, id: 'f', selectable: false, deletable: false }]
  const flow = flowGraphMaker({ left: 'left', right: 'right', top: 'top', bottom: 'bottom' }).edgesOf({
    graph: { ...graph, edges },
    types,
    rules,
    marks: new Map(),
    edgeMarks: new Map(),
    selectedNodes: new Set(),
    selectedEdges: new Set(),
    isEditable: true,
  })
  expect(flow.map((one) => [one.selectable, one.focusable, one.deletable, one.reconnectable])).toEqual([
    [true, true, true, undefined],
    [false, false, false, false],
  ])
})
