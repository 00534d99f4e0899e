/** Compares the state after the crashes with earlier acknowledgements and with the recorded external calls. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Memory, Promised } from './crash-load.ts'
import { type CheckedService, poll } from './crash-service.ts'
import { type Call, partsOf, type Recorder } from './recorder.ts'

interface Job {
  readonly id: string
  readonly node_id: string
  readonly status: string
  readonly iteration?: string
  readonly attempt: number
  readonly completed?: string
  readonly error_code?: string
}

export interface Detail {
  readonly id: string
  readonly status: string
  readonly jobs: readonly Job[]
  readonly outputs: Readonly<Record<string, unknown>>
  readonly error_code?: string
}

/** Waits until nothing runs or waits; what is left when the time is over is stuck. */
export async function stuck(service: CheckedService, ms: number): Promise<string[]> {
  let left: string[] = []
  await poll(async () => {
    left = []
    for (const status of ['pending', 'running']) {
      const { body } = await service.call('GET', `/executions?status=${status}&limit=100`)
      left.push(...body.data.map(({ id }: { id: string }) => `${id} is still ${status}`))
    }
    return left.length === 0 ? true : undefined
  }, ms)
  return left
}

/** Workflows that are not as they were last promised. */
export async function lostSaves(service: CheckedService, { saved }: Memory): Promise<string[]> {
  const problems: string[] = []
  for (const { id, asked, promised, revision } of saved) {
    const { status, body } = await service.call('GET', `/workflows/${id}`)
    const kept = Number(/^save (\d+)$/.exec(String(body.data?.description))?.[1] ?? 0)
    const isThere = status === 200 && kept >= promised && kept <= asked && body.data.revision >= revision
    if (!isThere) {
      const found = JSON.stringify({ status, kept, revision: body.data?.revision })
      problems.push(`workflow ${id}: promised save ${promised} as revision ${revision}, found ${found}`)
    }
  }
  return problems
}

/**
 * All faults of ended executions, including those whose start was never acknowledged. Calls that are excused may come
 * after their step was recorded.
 */
export async function verdicts(
  service: CheckedService,
  memory: Memory,
  { calls }: Recorder,
  isExcused: (call: Call) => boolean = () => false,
): Promise<string[]> {
  const problems: string[] = []
  for (const id of new Set([...memory.open.keys(), ...calls.keys()])) {
    const { status, body } = await service.call('GET', `/pipelines/${id}`)
    if (status !== 200) {
      problems.push(`${id}: lost (${status}), ${memory.open.has(id) ? 'though promised' : 'though it called out'}`)
      continue
    }
    const detail = body as Detail
    const promised = memory.open.get(id)
    const own = calls.get(id) ?? []
    const found = [
      ...wrongCalls(detail, own, isExcused),
      ...wrongJobs(detail),
      ...(promised === undefined ? [] : brokenPromises(detail, promised, { calls: own, folder: service.folder })),
    ]
    problems.push(...found.map((text) => `${id} (${promised?.workflow.name ?? 'not acknowledged'}): ${text}`))
  }
  memory.open.clear()
  calls.clear()
  return problems
}

const RECORDED = new Set(['completed', 'failed'])
/** A call that was under way when its execution was cancelled arrives a little later. */
const ON_ITS_WAY_MS = 250

/** What may not run twice was called at most once, and nothing was called after its completion was recorded. */
function* wrongCalls({ jobs }: Detail, calls: readonly Call[], isExcused: (call: Call) => boolean): Iterable<string> {
  const byPlace = new Map(jobs.map((job) => [`${job.node_id}:${job.iteration ?? ''}`, job]))
  const posts = new Set<string>()
  for (const call of calls) {
    const { key, attempt, method, at } = call
    const { node, scope } = partsOf(key)
    const job = byPlace.get(`${node}:${scope}`)
    if (method === 'POST') {
      const post = `${key} attempt ${attempt}`
      if (posts.has(post)) yield `${post} was posted twice`
      posts.add(post)
    }
    if (job === undefined) yield `${key} called, and the history has no such step`
    else if (attempt > job.attempt) yield `${key} called, and the history knows ${job.attempt} attempts`
    else if (isLate(call, job) && !isExcused(call))
      yield `${key} called ${at - Date.parse(job.completed ?? '')} ms after it was recorded as ${job.status}, at ${new Date(at).toISOString()}`
  }
}

function isLate({ at }: Call, { status, completed }: Job): boolean {
  return RECORDED.has(status) && completed !== undefined && at > Date.parse(completed)
}

const OVER = new Set(['completed', 'skipped', 'failed', 'cancelled'])

function* wrongJobs({ status, jobs }: Detail): Iterable<string> {
  if (!OVER.has(status)) yield `is ${status}`
  for (const job of jobs) if (!OVER.has(job.status)) yield `is ${status} and its job ${job.id} is ${job.status}`
}

/** What can be seen without asking the service. */
interface Outside {
  readonly calls: readonly Call[]
  readonly folder: string
}

function* brokenPromises(detail: Detail, promised: Promised, { calls, folder }: Outside): Iterable<string> {
  const { workflow, token, seen } = promised
  const jobs = new Map(detail.jobs.map((job) => [job.id, job]))
  for (const [id, completed] of seen) {
    const now = jobs.get(id)
    if (now?.status !== 'completed' || now.completed !== completed)
      yield `job ${id} was seen completed at ${completed} and is ${now?.status} at ${now?.completed}`
  }
  const late = calls.find(({ at }) => at > promised.cancelledAt + ON_ITS_WAY_MS)
  if (late !== undefined)
    yield `${late.key} called ${late.at - promised.cancelledAt} ms after its execution was cancelled, at ${new Date(late.at).toISOString()}`
  if (promised.cancel === 'promised' && detail.status !== 'cancelled') yield `cancelled, and is ${detail.status}`
  if (detail.status === 'cancelled') {
    if (promised.cancel === 'not asked') yield 'cancelled without a request'
    return
  }
  const cutOff = detail.jobs.filter(({ error_code }) => error_code === 'INTERRUPTED_BY_CRASH')
  for (const { id, node_id } of cutOff)
    if (!workflow.once.includes(node_id)) yield `${id} may run again and was given up`
  const expected = cutOff.length > 0 && workflow.mayFail ? 'failed' : 'completed'
  if (detail.status !== expected) yield `ended as ${detail.status} (${detail.error_code}), not ${expected}`
  if (cutOff.length > 0) return
  if (!isDeepStrictEqual(detail.outputs, workflow.outputs(token)))
    yield `ended with ${JSON.stringify(detail.outputs)}, not ${JSON.stringify(workflow.outputs(token))}`
  const file = workflow.file?.(token)
  if (file !== undefined && textIn(join(folder, 'files', file)) !== token) yield `its file ${file} is not there`
}

function textIn(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
