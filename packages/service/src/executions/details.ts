/** The details of executions. The detail of a finished execution never changes, so its bytes are cached. */
import { type ExecutionState, type Known, notedChildren } from '@millrace/engine'
import { type Job, nextTurn, type PipelineDetail, printInSlices, runInSlices } from '@millrace/model'
import type { Store } from '@millrace/store'
import { EncodedCache } from '../http/encoded-cache.ts'
import { type Encoded, encodedBare } from '../http/reply.ts'
import { KeptReads } from '../platform/kept-reads.ts'
import type { Executions } from './executions.ts'
import type { ValuePlace } from './projection/cut-values.ts'
import { detailOf } from './projection/detail.ts'
import { jobPage, tallied, tallySteps } from './projection/jobs.ts'
import { type StuckExecutions, stuckFields } from './stuck.ts'

export interface Details {
  /** The detail with at most `MAX_JOBS` jobs. */
  detail(id: string): Promise<PipelineDetail>
  /** The same as the encoded body of a reply. */
  encodedDetail(id: string): Promise<Encoded>
  jobs(id: string, page: JobQuery): Promise<{ readonly jobs: Job[]; readonly total: number }>
}

export interface JobQuery {
  readonly limit: number
  readonly offset: number
  readonly nodeId?: string | undefined
}

/** A detail with more jobs contains only the most relevant ones; the others are paged. */
const MAX_JOBS = 1000

const MAX_BYTES = 32 * 1024 * 1024

export interface DetailsNeeds {
  readonly executions: Pick<Executions, 'head' | 'known'>
  readonly store: Pick<Store, 'interrupts' | 'historyStamp'>
  readonly basePath: string
  readonly stuck: StuckExecutions
}

const MAX_QUESTIONS = 100

export function createDetails({ executions, store, basePath, stuck }: DetailsNeeds): Details {
  const { interrupts } = store
  /** Executions that were there at the last look; deleting one is a write, also for retention. */
  const existing = new KeptReads<true>({ writeStamp: () => store.historyStamp() })
  const over = new EncodedCache(MAX_BYTES)
  const hrefIn = (executionId: string) => (place: ValuePlace) =>
    `${basePath}/pipelines/${executionId}/values/${pathOf(place)}`

  async function shown({ record, state }: Known): Promise<PipelineDetail> {
    // Yield between the parts of a long history.
    const isLong = state.steps.length > MAX_JOBS
    if (isLong) await nextTurn()
    // In slices only if the state cannot change meanwhile.
    const isSliced = isLong && state.finishedAt !== undefined
    const tally = isSliced ? await runInSlices(tallySteps(state)) : tallied(state)
    if (isSliced) await nextTurn()
    const detail = detailOf(record, state, { href: hrefIn(record.id), maxJobs: MAX_JOBS, tally })
    const questions = isOverOrWorks(state) ? {} : await waitingFor(record.id, interrupts)
    if (isLong) await nextTurn()
    const stuckOf = await stuckFields(stuck, [detail])
    return { ...detail, ...questions, ...stuckOf(record.id) }
  }

  return {
    detail: async (id) => shown(await executions.known(id)),
    async encodedDetail(id) {
      const kept = over.get(id)
      // The bytes of a deleted execution may still be cached.
      if (existing.get(id) !== true) await existing.read(id, () => executions.head(id).then(() => true))
      if (kept !== undefined) return kept
      const known = await executions.known(id)
      const encoded = encodedBare(await printInSlices(await shown(known)))
      // Not if its values may be removed later.
      const isFinal = known.state.finishedAt !== undefined && known.record.about.keepValues === undefined
      return isFinal ? over.add(id, encoded) : encoded
    },
    async jobs(id, page) {
      const { record, state } = await executions.known(id)
      return jobPage(state, hrefIn(record.id), page)
    },
  }
}

/** True if there cannot be open interrupts; skips the lookup. */
function isOverOrWorks({ finishedAt, open, active }: ExecutionState): boolean {
  if (finishedAt !== undefined) return true
  const calls = [...active].some((step) => step.child !== undefined || notedChildren(step).length > 0)
  return open.size === 0 && !calls
}

async function waitingFor(
  executionId: string,
  interrupts: Pick<Store['interrupts'], 'list'>,
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

/** The address of the whole of a truncated value. */
function pathOf({ job, port, of }: ValuePlace): string {
  const holder = of === 'launch' ? 'inputs' : of === 'execution' ? 'outputs' : job
  return `${encodeURIComponent(holder)}/${encodeURIComponent(port)}?of=${of}`
}
