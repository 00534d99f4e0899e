/**
 * How long single requests and steps block the event loop: CPU time of the main thread in the longest gap. During a gap
 * no other request, run or timer makes progress.
 */
import {
  answering,
  type Case,
  CSV,
  chain,
  type Drawing,
  edge,
  JSON_TEXT,
  jsonOf,
  node,
  ROWS,
  ran,
  reading,
  refuseFailure,
  running,
  saved,
  served,
  source,
  TEXT,
} from './event-loop-runs.ts'
import { VALUE_CASES } from './event-loop-values.ts'
import { WORKFLOW_CASES } from './event-loop-workflows.ts'
import { graphOf } from './graphs.ts'
import { ms, type Row } from './row.ts'
import { type RunningService, startService } from './service.ts'

/** A hundred concurrent rounds, so that a hundred of them share a write. */
const foreachOf = (count: number): Drawing => ({
  nodes: [
    source(`Array.from({ length: ${count} }, (_, i) => i)`),
    node('each', 'foreach', { maxIterations: 100_000, concurrency: 100 }),
    node('print', 'json_stringify'),
  ],
  edges: [edge('make:result', 'each:items'), edge('each:item', 'print:data'), edge('print:text', 'each:loop_back')],
})

const emptyForeach: Drawing = {
  nodes: [source('Array.from({ length: 100000 }, (_, i) => i)'), node('each', 'foreach', { maxIterations: 100_000 })],
  edges: [edge('make:result', 'each:items'), edge('each:item', 'each:loop_back')],
}

const sevenMb: Drawing = {
  nodes: [source(ROWS), node('out', 'output', { name: 'rows' })],
  edges: [edge('make:result', 'out:value')],
}

async function hooked(service: RunningService, path: string): Promise<void> {
  await saved(service, { nodes: [node('hook', 'webhook_trigger', { path, respond: 'finished' })], edges: [] })
}

function webhook(bytes: number, type: string, text: (bytes: number) => string): Case['prepare'] {
  return async (service) => {
    const path = `bench-${Math.random().toString(36).slice(2)}`
    await hooked(service, path)
    const body = text(bytes)
    return async () => {
      const answer = await fetch(`http://127.0.0.1:${service.port}/api/v1/hooks/${path}`, {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      })
      await refuseFailure(answer)
    }
  }
}

/** As many fields as a form may have, with percent-encoded values. */
const formOf = (bytes: number) =>
  Array.from({ length: 10_000 }, (_, i) => `field${i}=${'v%20'.repeat(bytes / 40_000)}`).join('&')

export const CASES: readonly Case[] = [
  { work: 'webhook, 900 kB JSON', limitMs: 50, prepare: webhook(850_000, 'application/json', jsonOf) },
  { work: 'webhook, 13 MB JSON', limitMs: 50, prepare: webhook(12_000_000, 'application/json', jsonOf) },
  {
    work: 'webhook, 12 MB form',
    limitMs: 50,
    prepare: webhook(12_000_000, 'application/x-www-form-urlencoded', formOf),
  },
  {
    work: 'launch inputs of 3.5 MB on one port',
    limitMs: 50,
    prepare: running(
      { nodes: [node('s', 'start')], edges: [] },
      { inputs: { s: { rows: JSON.parse(jsonOf(3_300_000)) } } },
    ),
  },
  { work: 'code returns 7 MB of small objects', limitMs: 50, prepare: running({ nodes: [source(ROWS)], edges: [] }) },
  { work: 'code returns a text of 7 MB', limitMs: 50, prepare: running({ nodes: [source(TEXT)], edges: [] }) },
  { work: 'csv_parse of 5 MB', limitMs: 50, prepare: chain(CSV, 'csv_parse', 'text') },
  { work: 'json_parse of 7 MB', limitMs: 50, prepare: chain(JSON_TEXT, 'json_parse', 'text') },
  { work: 'json_stringify of 7 MB', limitMs: 50, prepare: chain(ROWS, 'json_stringify', 'data') },
  { work: 'split_text of 7 MB into words', limitMs: 50, prepare: chain(TEXT, 'split_text', 'text', { chunkSize: 1 }) },
  {
    work: 'sort of 150,000 objects by key',
    limitMs: 50,
    prepare: chain(ROWS, 'data_operations', 'data', { operation: 'sort', key: 'name' }),
  },
  { work: 'csv_write of 150,000 rows', limitMs: 50, prepare: chain(ROWS, 'csv_write', 'rows') },
  { work: 'data_extractor on 7 MB', limitMs: 50, prepare: chain(ROWS, 'data_extractor', 'data', { path: '[7].name' }) },
  {
    work: 'http_request, answer of 7 MB',
    limitMs: 50,
    prepare: async (service) => {
      const port = await answering(jsonOf(3_300_000))
      const id = await saved(service, {
        nodes: [node('call', 'http_request', { url: `http://127.0.0.1:${port}/` })],
        edges: [],
      })
      return () => ran(service, id).finally(() => served?.close())
    },
  },
  { work: 'foreach over 100,000 items with an empty body', limitMs: 50, prepare: running(emptyForeach) },
  { work: 'foreach over 100,000 items, opened and run', limitMs: 50, prepare: running(foreachOf(100_000)) },
  { work: 'detail of a run with 100,000 rounds', limitMs: 50, prepare: reading(foreachOf(100_000), '/pipelines/:id') },
  {
    work: 'event stream of 10,000 rounds from the start',
    limitMs: 50,
    prepare: reading(foreachOf(10_000), '/pipelines/:id/events'),
  },
  { work: 'detail of a run with an output of 7 MB', limitMs: 50, prepare: reading(sevenMb, '/pipelines/:id') },
  {
    work: 'value of 7 MB, whole',
    limitMs: 50,
    prepare: reading(sevenMb, '/pipelines/:id/values/outputs/rows?of=execution'),
  },
  { work: 'run of 10,000 nodes', limitMs: 50, prepare: running(graphOf(10_000)) },
  { work: 'detail of a run of 10,000 nodes', limitMs: 50, prepare: reading(graphOf(10_000), '/pipelines/:id') },
  {
    work: 'event stream of a run of 10,000 nodes',
    limitMs: 50,
    prepare: reading(graphOf(10_000), '/pipelines/:id/events'),
  },
]

/** Measures single requests; `GAP_CASES=word,word` selects some of them. */
export async function bench(): Promise<Row[]> {
  const wanted = process.env.GAP_CASES?.split(',')
  const rows: Row[] = []
  for (const each of [...CASES, ...VALUE_CASES, ...WORKFLOW_CASES]) {
    if (wanted !== undefined && !wanted.some((word) => each.work.includes(word))) continue
    // A failed case must not hide the others.
    const row = await measured(each).catch((error: unknown) => {
      console.error(`FAIL ${each.work}:`, error)
      process.exitCode = 1
    })
    if (row !== undefined) rows.push(row)
  }
  return rows
}

/** Each case runs in its own process, so that it does not collect the garbage of another one. */
export async function measured({ work, limitMs, prepare }: Case): Promise<Row> {
  const service = await startService({
    isProbed: true,
    flags: ['--egress-allow', '127.0.0.1', '--max-port-value-mib', '64', '--max-webhook-mib', '16'],
  })
  try {
    const run = await prepare(service)
    await new Promise((resolve) => setTimeout(resolve, 2500))
    await service.gap()
    await run()
    await new Promise((resolve) => setTimeout(resolve, 100))
    const { gapMs, rssMb } = await service.gap()
    return {
      work: `longest gap: ${work}`,
      measured: ms(gapMs),
      limit: `CPU of the main thread; ${Math.round(rssMb)} MB`,
      figure: gapMs,
      goal: `at most ${limitMs} ms`,
      met: gapMs <= limitMs,
    }
  } finally {
    await service.stop()
  }
}
