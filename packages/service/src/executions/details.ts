/** The details of executions, printed. One that is over never changes again, so it is folded and printed once. */
import { type ExecutionState, notedChildren } from '@millrace/engine'
import { type Job, nextTurn, type PipelineDetail } from '@millrace/model'
import type { InterruptStore } from '@millrace/store'
import { EncodedCache } from '../http/encoded-cache.ts'
import { type Encoded, encodedBare } from '../http/reply.ts'
import type { Executions } from './executions.ts'
import type { ValuePlace } from './projection/cut-values.ts'
import { detailOf } from './projection/detail.ts'
import { jobPage } from './projection/jobs.ts'

export interface Details {
  /** The whole detail; of its jobs at most `MAX_JOBS`. */
  detail(id: string): Promise<Encoded>
  jobs(id: string, page: JobQuery): Promise<{ readonly jobs: Job[]; readonly total: number }>
}

export interface JobQuery {
  readonly limit: number
  readonly offset: number
  readonly nodeId?: string | undefined
}

/** A run with more jobs is shown with the most relevant ones; the rest is paged. */
const MAX_JOBS = 1000

const MAX_BYTES = 32 * 1024 * 1024

export interface DetailsNeeds {
  readonly executions: Pick<Executions, 'head' | 'known'>
  readonly interrupts: Pick<InterruptStore, 'list'>
  readonly basePath: string
}

const MAX_QUESTIONS = 100

export function createDetails({ executions, interrupts, basePath }: DetailsNeeds): Details {
  const over = new EncodedCache(MAX_BYTES)
  const hrefIn = (executionId: string) => (place: ValuePlace) =>
    `${basePath}/pipelines/${executionId}/values/${pathOf(place)}`

  async function detail(id: string): Promise<Encoded> {
    // Asked for even when the answer is at hand: it may have been deleted.
    await executions.head(id)
    const kept = over.get(id)
    if (kept !== undefined) return kept
    const { record, state } = await executions.known(id)
    // Each part of a long one in a turn of its own.
    const isLong = state.steps.length > MAX_JOBS
    if (isLong) await nextTurn()
    const shown = detailOf(record, state, hrefIn(record.id), MAX_JOBS)
    const questions = isOverOrWorks(state) ? {} : await waitingFor(id, interrupts)
    if (isLong) await nextTurn()
    const printed = encodedBare(JSON.stringify({ ...shown, ...questions }))
    return state.finishedAt === undefined ? printed : over.add(id, printed)
  }

  return {
    detail,
    async jobs(id, page) {
      const { record, state } = await executions.known(id)
      return jobPage(state, hrefIn(record.id), page)
    },
  }
}

/** Whether nobody can be asked: then nobody has to be looked for. */
function isOverOrWorks({ finishedAt, open, active }: ExecutionState): boolean {
  if (finishedAt !== undefined) return true
  const calls = [...active].some((step) => step.child !== undefined || notedChildren(step).length > 0)
  return open.size === 0 && !calls
}

async function waitingFor(
  executionId: string,
  interrupts: DetailsNeeds['interrupts'],
): Promise<Pick<PipelineDetail, 'waiting_for'>> {
  const page = { limit: MAX_QUESTIONS, offset: 0, order: 'asc' } as const
  const { items } = await interrupts.list({ executionId, status: 'pending', ...page })
  if (items.length === 0) return {}
  return {
    waiting_for: items.map((row) => ({
      interrupt_id: row.id,
      type: row.question.type,
      message: row.question.config.message,
      node_id: row.nodeId,
      execution_id: row.executionId,
    })),
  }
}

/** Where the whole of a value that was cut can be fetched. */
function pathOf({ job, port, of }: ValuePlace): string {
  const holder = of === 'launch' ? 'inputs' : of === 'execution' ? 'outputs' : job
  return `${encodeURIComponent(holder)}/${encodeURIComponent(port)}?of=${of}`
}
