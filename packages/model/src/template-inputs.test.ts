import { describe, expect, test } from 'vitest'
import { catalogueOf } from './catalogue.ts'
import { applyCommand } from './edit/apply.ts'
import { portsOf } from './node-ports.ts'
import { defineNode } from './node-type.ts'
import { Type, template } from './schema.ts'
import { drawn } from './testing/drawing.ts'
import { smallDefinitions } from './testing/small-catalogue.ts'
import { problemsIn } from './validate/validate.ts'
import { completeNode, storedNode } from './workflow/type-copies.ts'

const letter = defineNode({
  id: 'letter',
  name: 'Letter',
  version: '1.0.0',
  description: '',
  icon: 'mdi:circle',
  tags: [],
  category: 'processing',
  config: Type.Object({
    template: Type.Optional(template()),
    strictMode: Type.Optional(Type.Boolean()),
    dynamicInputs: Type.Optional(Type.Array(Type.Any())),
  }),
  inputs: { data: { dataType: 'json' } },
  outputs: { output: { dataType: 'string' } },
})
const catalogue = catalogueOf([...smallDefinitions, letter])
const type = catalogue.types.get('letter') ?? expect.fail('not in the catalogue')
const languages = { expressionProblem: () => undefined, templateProblem: () => undefined }

const inputsOf = (config: Record<string, unknown>) => [...portsOf(type, config).inputs.keys()]
const problemsOf = (drawing: string, text: string) =>
  problemsIn(drawn(drawing, { 'letter.1': { template: text } }), { catalogue, languages, maxNodes: 100 })

describe('the inputs of a node with a template', () => {
  test('are those of its type and one for each placeholder', () => {
    expect(inputsOf({ template: 'Hi {{ user.name }}, {{ text }} {{ user }}' })).toEqual([
      'data',
      'trigger',
      'user',
      'text',
    ])
    expect(inputsOf({ template: 'Hi' })).toEqual(['data', 'trigger'])
  })

  test('keep the type that was set for an input of the same name', () => {
    const config = { template: '{{ count }}', dynamicInputs: [{ name: 'count', dataType: 'number' }] }
    expect(portsOf(type, config).inputs.get('count')).toMatchObject({ dataType: 'number' })
  })

  test('do not include settings and names that every object has', () => {
    expect(inputsOf({ template: '{{ strictMode }} {{ data.x }} {{ constructor }}' })).toEqual(['data', 'trigger'])
  })

  test('are only made by types that let users add inputs', () => {
    const prompt = catalogue.types.get('prompt') ?? expect.fail('not in the catalogue')
    expect(portsOf(prompt, { template: '{{ text }}' }).inputs.has('text')).toBe(false)
  })
})

describe('a placeholder', () => {
  test('without a source is a warning that names the node and the placeholder', () => {
    const problems = problemsOf('text.1:text -> letter.1:text', 'Hi {{ user }}, you wrote {{ text }}')
    expect(problems.filter(({ code }) => code === 'PLACEHOLDER_WITHOUT_SOURCE')).toEqual([
      {
        code: 'PLACEHOLDER_WITHOUT_SOURCE',
        severity: 'warning',
        message: 'Node "letter.1" uses {{ user }}, and nothing is connected to its input "user"',
        nodeId: 'letter.1',
        portId: 'user',
      },
    ])
  })

  test('may be a key of the data', () => {
    const problems = problemsOf('start.1:inputs -> letter.1:data', 'Hi {{ user }}')
    expect(problems.map(({ code }) => code)).not.toContain('PLACEHOLDER_WITHOUT_SOURCE')
  })

  test('that is removed leaves its edge as an error, and undo makes the edge valid again', () => {
    const before = drawn('text.1:text -> letter.1:text', { 'letter.1': { template: '{{ text }}' } })
    const command = { verb: 'set', node: 'letter.1', key: 'template', value: 'Hi' } as const
    const applied = applyCommand(before, command, catalogue)
    if (!applied.ok) throw new Error(applied.problem.message)
    const undone = applyCommand(applied.graph, applied.inverse, catalogue)
    if (!undone.ok) throw new Error(undone.problem.message)
    expect(applied.graph.edges).toEqual(before.edges)
    const codes = (graph: typeof before) =>
      problemsIn(graph, { catalogue, languages, maxNodes: 100 }).map(({ code }) => code)
    expect(codes(applied.graph)).toContain('UNKNOWN_PORT')
    expect(codes(undone.graph)).not.toContain('UNKNOWN_PORT')
  })

  test('is an input of the type copy that clients receive, and is not stored', () => {
    const [node] = drawn('letter.1', { 'letter.1': { template: '{{ text }}' } }).nodes
    const sent = completeNode(node ?? expect.fail('no node'), catalogue)
    expect(sent.data?.metadata).toMatchObject({ inputs: [{ id: 'data' }, { id: 'trigger' }, { id: 'text' }] })
    const stored = storedNode(sent, { ...catalogue, isBuiltIn: () => true })
    expect(JSON.stringify(stored)).not.toContain('inputs')
  })
})
