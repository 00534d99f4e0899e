/** Large values in a run: nodes with effects, edges that convert, loops, responses. */
import { type Case, chain, edge, JSON_TEXT, node, ROWS, ran, running, saved, source, TEXT } from './event-loop-runs.ts'
import type { RunningService } from './service.ts'

const LIMIT_MS = 50

/** 3.5 MB: seven objects with 9,600 keys each. */
const keyed = () =>
  Object.fromEntries(
    Array.from({ length: 7 }, (_, map) => [
      `m${map}`,
      Object.fromEntries(
        Array.from({ length: 9_600 }, (_, at) => [
          `a key with number ${String(at).padStart(12, '0')}`,
          `${at} and text`,
        ]),
      ),
    ]),
  )

/** A webhook that responds with an output of 7 MB. */
async function answeringHook(service: RunningService): Promise<() => Promise<unknown>> {
  const path = `bench-${Math.random().toString(36).slice(2)}`
  await saved(service, {
    nodes: [
      node('hook', 'webhook_trigger', { path, respond: 'finished' }),
      source(ROWS),
      node('out', 'output', { name: 'rows' }),
    ],
    edges: [edge('hook:body', 'make:data'), edge('make:result', 'out:value')],
  })
  return async () => {
    const answer = await fetch(`http://127.0.0.1:${service.port}/api/v1/hooks/${path}`, { method: 'POST', body: 'x' })
    const bytes = (await answer.arrayBuffer()).byteLength
    if (answer.status !== 200 || bytes < 1_000_000) throw new Error(`${answer.status}, ${bytes} bytes`)
  }
}

/** A list of 2,000 objects of 3.5 kB. */
const LARGE_ITEMS = 'Array.from({ length: 2000 }, (_, i) => ({ id: i, text: "lorem ipsum ".repeat(290) }))'
/** Items that are large values themselves. */
const HUGE_ITEMS = 'Array.from({ length: 70 }, (_, i) => ({ id: i, text: "lorem ipsum ".repeat(8500) }))'

const loopOver = (made: string, body: object = node('work', 'json_stringify')): Case['prepare'] =>
  running({
    nodes: [source(made), node('each', 'foreach', { maxIterations: 100_000 }), body, node('out', 'output')],
    edges: [
      edge('make:result', 'each:items'),
      edge('each:item', 'work:data'),
      edge('work:text', 'each:loop_back'),
      edge('each:results', 'out:value'),
    ],
  })

const into = (made: string, type: string, port: string, config: object = {}): Case['prepare'] =>
  running({
    nodes: [source(made), node('parse', 'json_parse'), node('use', type, config)],
    edges: [edge('make:result', 'parse:text'), edge('parse:data', `use:${port}`)],
  })

const rowSchema = {
  type: 'array',
  items: { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, name: { type: 'string' } } },
}
const cases: Readonly<Record<string, Case['prepare']>> = {
  'launch inputs of 3.5 MB with 67,000 keys': async (service) => {
    const id = await saved(service, { nodes: [node('s', 'start')], edges: [] })
    const inputs = { s: { rows: keyed() } }
    return () => ran(service, id, { inputs })
  },
  'launch inputs of 3.5 MB into code': async (service) => {
    const nodes = [node('s', 'start'), node('use', 'code', { source: 'return Object.keys(data)' })]
    const id = await saved(service, { nodes, edges: [edge('s:inputs', 'use:data')] })
    const inputs = { s: keyed() }
    return () => ran(service, id, { inputs })
  },
  'json_transform of 7 MB, path': chain(ROWS, 'json_transform', 'data', { expression: 'name' }),
  'json_transform of 7 MB, sum': chain(ROWS, 'json_transform', 'data', { expression: '$sum(id)' }),
  'json_validator of 7 MB': chain(ROWS, 'json_validator', 'data', { jsonSchema: rowSchema }),
  'prompt_template of 7 MB': into(`'{"rows":' + ${JSON_TEXT} + '}'`, 'prompt_template', 'data', {
    template: 'There are {{ rows | size }} rows.',
  }),
  'prompt_template of 7 MB, printed': into(`'{"rows":' + ${JSON_TEXT} + '}'`, 'prompt_template', 'data', {
    template: '{{ rows | json }}',
  }),
  'text_find_replace of 7 MB': chain(TEXT, 'text_find_replace', 'text', {
    findText: 'l(orem)? (i)?psum',
    replaceText: '$1',
    useRegex: true,
  }),
  'data_operations of 150,000 with an expression': chain(ROWS, 'data_operations', 'data', {
    operation: 'filter',
    expression: 'id > 100',
  }),
  'data_mapper of 7 MB': chain(ROWS, 'data_mapper', 'rows', {
    dynamicInputs: [{ name: 'rows', dataType: 'mixed' }],
    dynamicOutputs: [{ name: 'names', dataType: 'mixed' }],
    mappings: [{ output: 'names', expression: 'rows.name' }],
  }),
  'if_else over 7 MB': into(`'{"rows":' + ${JSON_TEXT} + '}'`, 'if_else', 'data', {
    operator: 'expression',
    expression: '$count(rows) > 3',
  }),
  'code over 7 MB': chain(ROWS, 'code', 'data', { source: 'return data.length', memoryMb: 256 }),
  'http_request with a body of 7 MB': async (service) => {
    const { answering } = await import('./event-loop-runs.ts')
    const port = await answering('{"ok":true}')
    const id = await saved(service, {
      nodes: [source(ROWS), node('use', 'http_request', { method: 'POST', url: `http://127.0.0.1:${port}/` })],
      edges: [edge('make:result', 'use:body')],
    })
    const { served } = await import('./event-loop-runs.ts')
    return () => ran(service, id).finally(() => served?.close())
  },
  'file_write of 7 MB': chain(TEXT, 'file_write', 'content', { path: 'bench.txt' }),
  'logger of 7 MB': chain(ROWS, 'logger', 'message'),
  'sub_workflow with 7 MB': async (service) => {
    const inner = await saved(service, { nodes: [node('s', 'start')], edges: [] })
    const id = await saved(service, {
      nodes: [source(`({ rows: ${ROWS} })`), node('use', 'sub_workflow', { workflow: inner })],
      edges: [edge('make:result', 'use:inputs')],
    })
    return () => ran(service, id)
  },
  'edge json to string with 7 MB': into(JSON_TEXT, 'text_output', 'text'),
  'edge json to json[] with 7 MB': into(JSON_TEXT, 'csv_write', 'rows'),
  'several sources of one list of 7 MB': running({
    nodes: [source(ROWS), node('use', 'data_operations', { operation: 'slice', value: 3 })],
    edges: [edge('make:result', 'use:data'), { ...edge('make:result', 'use:data'), id: 'twice' }],
  }),
  'foreach over 2,000 items of 7 MB': loopOver(LARGE_ITEMS),
  'foreach over 70 items of 7 MB': loopOver(HUGE_ITEMS),
  'foreach over 2,000 items, results sorted': running({
    nodes: [
      source(LARGE_ITEMS),
      node('each', 'foreach', { maxIterations: 100_000 }),
      node('use', 'data_operations', { operation: 'sort', key: 'id' }),
    ],
    edges: [edge('make:result', 'each:items'), edge('each:item', 'each:loop_back'), edge('each:results', 'use:data')],
  }),
  'webhook that answers with 7 MB': answeringHook,
}

export const VALUE_CASES: readonly Case[] = Object.entries(cases).map(([work, prepare]) => ({
  work,
  limitMs: LIMIT_MS,
  prepare,
}))
