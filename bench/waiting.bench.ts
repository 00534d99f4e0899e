import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EngineOnDisk, engineOnDisk } from './engine-on-disk.ts'
import { median, ms, type Row } from './row.ts'
import { type RunningService, startService } from './service.ts'

const COUNT = 100_000
const FEW = 1000
const AT_A_TIME = 500
const ANSWERS = 50
const ME = { id: 'bench', name: 'Bench' }

/**
 * A hundred thousand executions that wait for a person: their memory, and how fast they are found and continued. They are
 * created before the service starts, because creating them would dominate its memory.
 */
export async function bench(): Promise<Row[]> {
  const few = await waitingService(FEW)
  const many = await waitingService(COUNT)
  const more = (many.rss - few.rss) / 2 ** 20
  const took = median(many.answers)
  return [
    {
      work: '100,000 executions waiting for a person',
      measured: `${more.toFixed(0)} MB more`,
      limit: `a service with 1,000: ${(few.rss / 2 ** 20).toFixed(0)} MB`,
      figure: more,
      goal: 'under 100 MB more',
      met: more < 100,
    },
    {
      work: 'answer to one of 100,000 that wait, over HTTP, until its execution is completed',
      measured: `${ms(took)}, slowest of ${ANSWERS} ${ms(Math.max(...many.answers))}`,
      limit: `of 1,000: ${ms(median(few.answers))}`,
      figure: took,
      goal: 'under 20 ms',
      met: took < 20,
    },
    inboxRow(many.inbox, few.inbox),
  ]
}

interface Waiting {
  /** Memory of the service after all requests. */
  readonly rss: number
  readonly answers: readonly number[]
  readonly inbox: readonly number[]
}

async function waitingService(count: number): Promise<Waiting> {
  const dir = mkdtempSync(join(tmpdir(), 'millrace-waiting-'))
  try {
    const on = await engineOnDisk({ now: () => Date.now() }, dir)
    const ids = await startMany(on, count)
    const inbox = await inboxTimes(on)
    const questions = await questionsOf(on, ids)
    await on.close()
    const service = await startService({ dataDir: dir })
    const answers = await answerTimes(service, questions)
    const rss = rssOf(service.pid)
    await service.stop()
    return { rss, answers, inbox }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

async function startMany(on: EngineOnDisk, count: number): Promise<string[]> {
  const plan = on.planOf({
    nodes: [
      { id: 'ask.1', type: 'confirmation', data: { label: 'Ask', config: { message: 'Send it?' } } },
      { id: 'text.1', type: 'text_input', data: { label: 'Text', config: { defaultValue: 'yes' } } },
      { id: 'out.1', type: 'output', data: { label: 'Out', config: { name: 'sent' } } },
    ],
    edges: [
      {
        id: 'e1',
        source: 'ask.1',
        target: 'out.1',
        sourceHandle: 'ask.1-output-confirmed',
        targetHandle: 'out.1-input-trigger',
      },
      {
        id: 'e2',
        source: 'text.1',
        target: 'out.1',
        sourceHandle: 'text.1-output-text',
        targetHandle: 'out.1-input-value',
      },
    ],
  })
  const ids: string[] = []
  for (let at = 0; at < count; at += AT_A_TIME) {
    ids.push(...(await Promise.all(Array.from({ length: AT_A_TIME }, () => on.startWaiting(plan)))))
  }
  return ids
}

interface Asked {
  readonly execution: string
  readonly question: string
}

/** Some of the questions, of different ages. */
async function questionsOf(on: EngineOnDisk, ids: readonly string[]): Promise<Asked[]> {
  const found: Asked[] = []
  for (let at = 0; at < ANSWERS; at++) {
    const execution = ids[Math.floor((at * ids.length) / ANSWERS)] ?? ''
    const { items } = await on.store.interrupts.list({ executionId: execution, limit: 1, offset: 0, order: 'asc' })
    found.push({ execution, question: items[0]?.id ?? '' })
  }
  return found
}

/** Answers them one after the other, each after a request for the inbox. */
async function answerTimes(service: RunningService, questions: readonly Asked[]): Promise<number[]> {
  const times: number[] = []
  for (const { execution, question } of questions) {
    await ask(service, 'GET', '/interrupts')
    const asked = performance.now()
    await ask(service, 'POST', `/interrupts/${question}`, { value: true })
    for (let status = ''; status !== 'completed'; ) {
      // Pause, because polling without a pause would dominate the measurement.
      await new Promise((resolve) => setTimeout(resolve, 2))
      status = (await ask(service, 'GET', `/pipelines/${execution}/status`)).data.status ?? ''
      if (status === 'failed') throw new Error(`${execution} failed`)
    }
    times.push(performance.now() - asked)
  }
  return times
}

async function ask(service: RunningService, method: string, path: string, body?: unknown) {
  const answer = await service.call(method, path, body)
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as { readonly data: { readonly status?: string } }
}

function rssOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}

const PAGE = { status: 'pending', limit: 50, offset: 0, order: 'desc' } as const
/** The lists of an inbox. */
const INBOX = [
  PAGE,
  { ...PAGE, offset: 900 },
  { ...PAGE, waitsFor: ME },
  { ...PAGE, waitsFor: ME, type: 'confirmation' },
  { ...PAGE, waitsFor: ME, type: 'form' },
  { ...PAGE, workflowId: '00000000-0000-4000-8000-000000000000' },
  { ...PAGE, status: 'resolved' as const },
]

/** The time of each list. */
async function inboxTimes(on: EngineOnDisk): Promise<number[]> {
  const found: number[] = []
  for (const query of INBOX) {
    const times: number[] = []
    for (let round = 0; round < 20; round++) {
      const before = performance.now()
      await on.store.interrupts.list(query)
      times.push(performance.now() - before)
    }
    found.push(median(times))
  }
  return found
}

function inboxRow(many: readonly number[], few: readonly number[]): Row {
  const slowest = Math.max(...many)
  const which = many.indexOf(slowest)
  return {
    work: `page of the inbox with 100,000 pending, slowest of ${INBOX.length} filters and pages (${JSON.stringify(INBOX[which])})`,
    measured: ms(slowest),
    limit: `the same with 1,000 pending: ${ms(few[which] ?? Number.NaN)}`,
    figure: slowest,
    goal: 'under 20 ms',
    met: slowest < 20,
  }
}
