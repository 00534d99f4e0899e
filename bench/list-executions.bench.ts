import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExecutionStatus } from '@millrace/model'
import { openStore, type Store } from '@millrace/store'
import { median, ms, type Row } from './row.ts'

const LARGE = 1_000_000
const SMALL = 1_000
const WORKFLOWS = ['a', 'b', 'c', 'd'].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`)
const STATUSES: readonly ExecutionStatus[] = ['completed', 'completed', 'completed', 'failed', 'cancelled']
const PLAN = { nodes: [], edges: [], loops: [], tools: [] }

/** Lists of executions with a million rows in the table, with several filters and pages, compared with a thousand rows. */
export async function bench(): Promise<Row[]> {
  const large = await filled(LARGE)
  const small = await filled(SMALL)
  const questions = [
    { limit: 50, offset: 0 },
    { limit: 50, offset: 900_000 },
    { status: 'failed' as const, limit: 50, offset: 0 },
    { status: 'failed' as const, limit: 50, offset: 150_000 },
    { workflowId: WORKFLOWS[1] ?? '', limit: 50, offset: 200_000 },
    { workflowId: WORKFLOWS[2] ?? '', status: 'completed' as const, limit: 50, offset: 100_000 },
  ]
  let worst = { figure: 0, ours: 0, base: 0, question: '' }
  for (const question of questions) {
    const ours = await timed(large.store, question)
    const base = await timed(small.store, { ...question, offset: Math.floor((question.offset * SMALL) / LARGE) })
    if (ours / base > worst.figure) worst = { figure: ours / base, ours, base, question: JSON.stringify(question) }
  }
  await large.close()
  await small.close()
  return [
    {
      work: `list of executions with 1,000,000 rows, slowest of ${questions.length} filters and pages (${worst.question})`,
      measured: ms(worst.ours),
      limit: `the same list with 1,000 rows: ${ms(worst.base)}`,
      figure: worst.figure,
      goal: 'at most 2',
      met: worst.figure <= 2,
    },
  ]
}

async function timed(store: Store, question: Parameters<Store['executions']['list']>[0]): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 30; round++) {
    const before = performance.now()
    await store.executions.list(question)
    times.push(performance.now() - before)
  }
  return median(times)
}

async function filled(count: number): Promise<{ store: Store; close(): Promise<void> }> {
  const dir = mkdtempSync(join(tmpdir(), 'millrace-list-'))
  const store = await openStore({ database: join(dir, 'list.db') })
  const together = 2000
  for (let at = 0; at < count; at += together) {
    await Promise.all(Array.from({ length: Math.min(together, count - at) }, (_, more) => add(store, at + more)))
  }
  return {
    store,
    async close() {
      await store.close()
      rmSync(dir, { recursive: true })
    },
  }
}

function add(store: Store, at: number): Promise<void> {
  const status = STATUSES[at % STATUSES.length] ?? 'completed'
  const record = {
    id: crypto.randomUUID(),
    workflowId: WORKFLOWS[at % WORKFLOWS.length] ?? '',
    createdAt: at,
    plan: PLAN,
    secrets: null,
    depth: 0,
    about: {},
  }
  const started = { type: 'started' as const, v: 1 as const, at, inputs: {} }
  return store.journal.create(record, [started], { status, updatedAt: at, wakeAt: null, isActive: false })
}
