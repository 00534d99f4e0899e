import { describe, expect, test } from 'vitest'
import { matchingRows, sampleText, valueRows } from '../data/expression-values.ts'
import type { UpstreamNode } from '../data/node-data.ts'
import { lacksData, previewScope } from './expression-scope.ts'
import { insertionAt, isBetweenBraces, movedExpressions, opened } from './expression-text-edits.ts'

const before = (id: string, outputs: Record<string, unknown>): UpstreamNode => ({
  id,
  title: id.toUpperCase(),
  reference: `nodes.${id}`,
  node: { id, type: 'any', position: { x: 0, y: 0 }, data: { label: id, config: {} } },
  isDirect: true,
  outputs,
  source: Object.keys(outputs).length > 0 ? 'run' : undefined,
})
const sources = {
  node: before('here', {}).node,
  types: new Map(),
  data: { inputs: { body: { id: 7, tags: ['a'] } }, outputs: {}, source: 'run' as const, executionId: 'e1' },
  upstream: [before('fetch', { json: { 'a b': null } }), before('later', {})],
  workflowName: 'Orders',
  titles: { inputs: 'Inputs', execution: 'Execution' },
}

describe('the values of an expression', () => {
  const rows = valueRows(sources)

  test('are the inputs, the outputs of the nodes before, and the execution, with paths into them', () => {
    expect(rows.map(({ path, depth, group }) => `${group} ${depth} ${path}`)).toEqual([
      'Inputs 0 body',
      'Inputs 1 body.id',
      'Inputs 1 body.tags',
      'Inputs 2 body.tags[0]',
      'FETCH 0 nodes.fetch.json',
      'FETCH 1 nodes.fetch.json.`a b`',
      'Execution 0 launch',
      'Execution 0 execution.id',
      'Execution 0 workflow.name',
      'Execution 0 now',
    ])
  })

  test('have samples, and are found by path, heading and sample', () => {
    expect(rows.slice(0, 2).map(sampleText)).toEqual(['{"id":7,"tags":["a"]}', '7'])
    expect(matchingRows(rows, 'fetch `A').map(({ path }) => path)).toEqual(['nodes.fetch.json.`a b`'])
    expect(matchingRows(rows, 'orders').map(({ path }) => path)).toEqual(['workflow.name'])
    expect(matchingRows(rows, ' ')).toHaveLength(rows.length)
  })

  test('stay few for a large value', () => {
    const body = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`k${at}`, at]))
    expect(valueRows({ ...sources, data: { ...sources.data, inputs: { body } } }).length).toBeLessThan(300)
  })
})

describe('the data of a preview', () => {
  test('has the inputs and only the nodes that the text uses', () => {
    expect(previewScope('{{ nodes.fetch.json }} {{ body.id }}', sources)).toMatchObject({
      inputs: sources.data.inputs,
      nodes: { fetch: { json: { 'a b': null } } },
      execution: { id: 'e1' },
      workflow: { name: 'Orders' },
    })
    expect(previewScope('{{ body.id }}', sources).nodes).toEqual({})
  })

  test('is missing if no node that the text uses has run', () => {
    expect(lacksData('{{ nodes.later.json }}', sources)).toBe(true)
    expect(lacksData('{{ nodes.fetch.json }}', sources)).toBe(false)
    const fresh = { ...sources, data: { inputs: {}, outputs: {}, source: undefined } }
    expect(lacksData('{{ body.id }}', fresh)).toBe(true)
    expect(lacksData('{{ now }}', fresh)).toBe(false)
  })
})

describe('a text with expressions', () => {
  test('is completed when braces are opened', () => {
    expect(opened('https://a/{{')).toEqual({ text: 'https://a/{{  }}', caret: 13 })
    expect(opened('{{ done }}')).toEqual({ text: '{{ done }}', caret: 10 })
  })

  test('takes a path with braces, or without between braces', () => {
    expect(insertionAt('id: ', 4, 'body.id')).toBe('{{ body.id }}')
    expect(insertionAt('{{ a +  }}', 7, 'body.id')).toBe('body.id')
    expect(isBetweenBraces('{{ a }} b', 8)).toBe(false)
  })

  test('moves with the item of its list, and is dropped with it', () => {
    const texts = new Map([
      ['/url', 'u'],
      ['/rows/0/name', 'a'],
      ['/rows/1/name', 'b'],
    ])
    const without = movedExpressions(texts, '/rows', (key) => (key === '0' ? undefined : String(Number(key) - 1)))
    expect([...without]).toEqual([
      ['/url', 'u'],
      ['/rows/0/name', 'b'],
    ])
  })
})
