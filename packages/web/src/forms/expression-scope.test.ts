import { describe, expect, test } from 'vitest'
import { matchingRows, sampleText, valueRows } from '../data/expression-values.ts'
import type { UpstreamNode } from '../data/node-data.ts'
import { lacksData, languageRequest, previewScope, settingRequest } from './expression-scope.ts'
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

describe('the request of a preview', () => {
  const cut = { $cut: true, characters: 9_000_000, preview: '{', href: '/api/v1/pipelines/e1/values/1' }
  const transform = { language: 'expression', scope: { kind: 'value', port: 'data' } } as const
  const template = {
    language: 'template',
    scope: { kind: 'placeholders', port: 'data', strict: 'strictMode' },
  } as const

  test('has the data of the language, and is strict if the setting is on', () => {
    const order = { inputs: { data: { id: 7 } }, config: {} }
    expect(languageRequest('id', transform, order)).toEqual({ kind: 'expression', text: 'id', data: { id: 7 } })
    expect(languageRequest('{{ id }}', template, { ...order, config: { strictMode: true } })).toEqual({
      kind: 'template',
      text: '{{ id }}',
      data: { data: { id: 7 }, id: 7 },
      strict: true,
    })
  })

  test('is not sent for plain text, for code, and without data', () => {
    const order = { inputs: { data: { id: 7 } }, config: {} }
    expect(languageRequest('plain', template, order)).toEqual({ state: 'none' })
    expect(languageRequest(' ', transform, order)).toEqual({ state: 'none' })
    expect(languageRequest('return 1', { language: 'code', scope: { kind: 'inputs' } }, order)).toEqual({
      state: 'none',
    })
    expect(languageRequest('id', transform, { inputs: {}, config: {} })).toEqual({ state: 'noData' })
  })

  test('is not sent with truncated data, whose result would be wrong', () => {
    const long = { inputs: { data: { rows: [cut] } }, config: {} }
    expect(languageRequest('id', transform, long)).toEqual({ state: 'tooLong' })
    const body = { ...sources, data: { ...sources.data, inputs: { body: cut, other: 1 } } }
    expect(settingRequest('{{ body.id }}', body)).toEqual({ state: 'tooLong' })
    expect(settingRequest('{{ other }}', body)).toMatchObject({ scope: { inputs: { other: 1 } } })
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
