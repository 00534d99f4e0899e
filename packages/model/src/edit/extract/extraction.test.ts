import { expect, test } from 'vitest'
import { catalogueOf } from '../../catalogue.ts'
import { defineNode } from '../../node-type.ts'
import { Type } from '../../schema.ts'
import { drawn } from '../../testing/drawing.ts'
import { smallDefinitions } from '../../testing/small-catalogue.ts'
import { configOf, type Graph } from '../../workflow/workflow.ts'
import { applyCommand } from '../apply.ts'
import { extractionOf } from './extraction.ts'

const base = { version: '1.0.0', description: '', icon: 'mdi:circle', tags: [], config: Type.Object({}) } as const
const catalogue = catalogueOf([
  ...smallDefinitions,
  defineNode({
    ...base,
    id: 'sub_workflow',
    name: 'Sub-workflow',
    category: 'logic',
    inputs: { inputs: { dataType: 'json' } },
    outputs: { outputs: { dataType: 'json' } },
  }),
  defineNode({
    ...base,
    id: 'output',
    name: 'Output',
    category: 'outputs',
    inputs: { value: { dataType: 'mixed', required: true } },
    outputs: {},
    isOutput: true,
  }),
  defineNode({
    ...base,
    id: 'loop',
    name: 'Loop',
    category: 'logic',
    inputs: { items: { dataType: 'array' }, loop_back: { dataType: 'mixed' } },
    outputs: { item: { dataType: 'mixed' }, results: { dataType: 'array' } },
    loop: { kind: 'foreach', each: ['item'] },
  }),
])

const edgesOf = ({ edges }: Graph) =>
  edges.map(({ sourceHandle, targetHandle }) => `${sourceHandle} -> ${targetHandle}`.replaceAll(/-(in|out)put-/g, ':'))

function extracted(drawing: string, ids: string) {
  const graph = drawn(drawing)
  const result = extractionOf(graph, new Set(ids.split(' ')), catalogue)
  if (!result.ok) return result
  return { ...result, graph, parent: result.replaced({ workflow: 'w', label: 'Part' }).graph }
}

function done(drawing: string, ids: string) {
  const result = extracted(drawing, ids)
  if (!result.ok) throw new Error(result.reason)
  return result
}

test('makes inputs and outputs of the connections that cross the boundary', () => {
  const { child, parent, inputs, outputs } = done(
    'text.1:text -> model.1:message \n model.1:response -> prompt.1:data \n prompt.1:output -> end.1:value',
    'model.1 prompt.1',
  )
  expect(inputs).toEqual([{ name: 'message', dataType: 'string' }])
  expect(outputs).toEqual([{ name: 'output', dataType: 'string' }])
  expect(edgesOf(child)).toEqual([
    'model.1:response -> prompt.1:data',
    'start.1:message -> model.1:message',
    'prompt.1:output -> output.1:value',
  ])
  expect(edgesOf(parent)).toEqual(['text.1:text -> sub_workflow.1:message', 'sub_workflow.1:output -> end.1:value'])
  const call = parent.nodes.find(({ id }) => id === 'sub_workflow.1')
  expect(call && configOf(call)).toMatchObject({ workflow: 'w', wait: true, dynamicInputs: [{ name: 'message' }] })
})

test('uses one port for one source, and different names for equal port names', () => {
  const { inputs, outputs } = done(
    `text.1:text -> model.1:message
    text.2:text -> model.2:message
    text.1:text -> model.3:message
    model.1:response -> end.1:value
    model.1:response -> end.2:value
    model.2:response -> end.3:value`,
    'model.1 model.2 model.3',
  )
  expect(inputs.map(({ name }) => name)).toEqual(['message', 'message_2'])
  expect(outputs.map(({ name }) => name)).toEqual(['response', 'response_2'])
})

test('keeps the order of the selection', () => {
  const { child, parent } = done(
    'ask.1:yes -> number.1:trigger \n number.1:value -> end.1:value \n number.1:trigger -> end.1:trigger',
    'number.1',
  )
  expect(edgesOf(child)).toContain('start.1:trigger -> number.1:trigger')
  expect(edgesOf(parent)).toEqual([
    'ask.1:yes -> sub_workflow.1:trigger',
    'sub_workflow.1:value -> end.1:value',
    'sub_workflow.1:trigger -> end.1:trigger',
  ])
})

test('turns a branch that leaves into an output that decides whether the next node runs', () => {
  const { parent } = done(
    'text.1:text -> ask.1:message \n ask.1:yes -> end.1:value \n ask.1:no -> end.2:trigger',
    'ask.1',
  )
  expect(edgesOf(parent)).toEqual([
    'text.1:text -> sub_workflow.1:message',
    'sub_workflow.1:yes -> end.1:value',
    'sub_workflow.1:no -> end.2:trigger',
  ])
})

test('keeps the order of a branch beside other values of the selection', () => {
  const { parent } = done('ask.1:yes -> end.1:value \n number.1:value -> end.1:value', 'ask.1 number.1')
  expect(edgesOf(parent)).toEqual([
    'sub_workflow.1:yes -> end.1:value',
    'sub_workflow.1:yes -> end.1:trigger',
    'sub_workflow.1:value -> end.1:value',
  ])
})

test('extracts a loop with its body, and nodes of a body', () => {
  const drawing =
    'number.1:list -> loop.1:items \n loop.1:item -> prompt.1:data \n prompt.1:output -> model.1:message \n' +
    'model.1:response -> loop.1:loop_back \n loop.1:results -> end.1:value'
  expect(done(drawing, 'loop.1 prompt.1 model.1').outputs).toEqual([{ name: 'results', dataType: 'array' }])
  expect(edgesOf(done(drawing, 'prompt.1 model.1').parent)).toContain('sub_workflow.1:response -> loop.1:loop_back')
  expect(extracted(drawing, 'loop.1 prompt.1')).toMatchObject({ ok: false, reason: 'loop' })
  expect(extracted(drawing, 'prompt.1 number.1')).toMatchObject({ ok: false, reason: 'loop' })
})

test.each([
  ['trigger', 'start.1:inputs -> prompt.1:data', 'start.1 prompt.1'],
  ['input', 'text.1:text -> model.1:message', 'text.1 model.1'],
  ['output', 'text.1:text -> end.1:value', 'end.1'],
  ['tool', 'lookup.1:tool -> model.1:tool \n text.1:text -> model.1:message', 'model.1'],
  ['between', 'number.1:value -> prompt.1:data \n prompt.1:output -> model.1:message', 'number.1 model.1'],
  ['order', 'ask.1:yes -> number.1:trigger \n ask.1:no -> number.2:trigger', 'number.1 number.2'],
  ['order', 'ask.1:yes -> number.1:trigger \n number.2:trigger -> end.1:trigger', 'number.1 number.2'],
  ['branch', 'ask.1:yes -> end.1:value \n text.1:text -> end.1:value', 'ask.1'],
  ['empty', 'note.1 \n text.1', 'note.1'],
])('refuses with the reason %s', (reason, drawing, ids) => {
  expect(extracted(drawing, ids)).toMatchObject({ ok: false, reason })
})

test('refuses expressions across the boundary, and those that use facts of the run', () => {
  const graph = drawn('text.1:text -> model.1:message \n model.1:response -> model.2:message')
  const using = (text: string): Graph => ({
    ...graph,
    nodes: graph.nodes.map((node) =>
      node.id === 'model.2'
        ? { ...node, data: { ...node.data, extensions: { 'millrace:expressions': { model: text } } } }
        : node,
    ),
  })
  const reasonOf = (text: string, ids: readonly string[]) => {
    const result = extractionOf(using(text), new Set(ids), catalogue)
    return result.ok ? undefined : result.reason
  }
  expect(reasonOf('{{ nodes.`text.1`.text }}', ['model.2'])).toBe('reference')
  expect(reasonOf('{{ nodes.`model.1`.response }}', ['model.1'])).toBe('reference')
  expect(reasonOf('{{ nodes.`model.1`.response }}', ['model.1', 'model.2'])).toBeUndefined()
  expect(reasonOf('{{ launch.x }}', ['model.2'])).toBe('scope')
  expect(reasonOf('{{ message }}', ['model.2'])).toBeUndefined()
})

test('a group and a note of the selection move along, and neither counts as a step', () => {
  const { child, parent } = done(
    'text.1:text -> model.1:message \n model.1:response -> end.1:value \n note.1 \n group.1',
    'note.1 group.1 model.1',
  )
  expect(child.nodes.map(({ id }) => id)).toEqual(['start.1', 'model.1', 'note.1', 'group.1', 'output.1'])
  expect(parent.nodes.map(({ id }) => id)).toEqual(['text.1', 'sub_workflow.1', 'end.1'])
  const loop =
    'number.1:list -> loop.1:items \n loop.1:item -> prompt.1:data \n prompt.1:output -> loop.1:loop_back \n' +
    'loop.1:results -> end.1:value \n group.1'
  expect(done(loop, 'prompt.1 group.1').inputs).toEqual([{ name: 'data', dataType: 'mixed' }])
  expect(done(loop, 'group.1 loop.1 prompt.1').child.nodes.map(({ id }) => id)).toContain('group.1')
})

test('a node that starts by itself is refused beside an input that may be skipped', () => {
  const skipped = 'ask.1:yes -> prompt.1:data \n prompt.1:output -> model.1:message \n number.1:value -> end.1:value'
  expect(extracted(skipped, 'model.1 number.1')).toMatchObject({ ok: false, reason: 'start', node: 'number.1' })
  expect(extracted(skipped, 'model.1')).toMatchObject({ ok: true })
  // Without a branch before it, the input always comes.
  const certain = 'text.1:text -> model.1:message \n number.1:value -> end.1:value'
  expect(extracted(certain, 'model.1 number.1')).toMatchObject({ ok: true })
  // It runs after another selected node, which is skipped as well.
  const after = 'ask.1:yes -> prompt.1:data \n prompt.1:output -> model.1:message \n model.1:response -> prompt.2:data'
  expect(extracted(after, 'model.1 prompt.2')).toMatchObject({ ok: true })
})

test('is one command, which undo reverts', () => {
  const graph = drawn('text.1:text -> model.1:message \n model.1:response -> end.1:value')
  const command = { verb: 'extract', nodes: ['model.1'], workflow: 'w', label: 'Part' } as const
  const result = applyCommand(graph, command, catalogue)
  if (!result.ok) throw new Error(result.problem.message)
  expect(result.made.nodes).toEqual(['sub_workflow.1'])
  expect(applyCommand(result.graph, result.inverse, catalogue)).toMatchObject({ ok: true, graph })
  const refused = applyCommand(graph, { ...command, nodes: ['text.1'] }, catalogue)
  expect(refused).toMatchObject({ ok: false, problem: { code: 'CANNOT_EXTRACT' } })
})
