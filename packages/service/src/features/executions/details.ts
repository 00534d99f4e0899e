/** The details of executions, printed. One that is over never changes again, so it is folded and printed once. */
import { detailOf, type ExecutionState, notedChildren, type ValuePlace } from '@millrace/engine'
import type { PipelineDetail } from '@millrace/model'
import type { InterruptStore } from '@millrace/store'
import { EncodedCache } from '../../http/encoded-cache.ts'
import { type Encoded, encodedBare } from '../../http/reply.ts'
import { detailWithoutOvercome } from '../../running/overcome.ts'
import type { Executions } from './executions.ts'

export type Details = (id: string) => Promise<Encoded>

const MAX_BYTES = 32 * 1024 * 1024

export interface DetailsNeeds {
  readonly executions: Pick<Executions, 'head' | 'known'>
  readonly interrupts: Pick<InterruptStore, 'list'>
  readonly basePath: string
}

const MAX_QUESTIONS = 100

export function createDetails({ executions, interrupts, basePath }: DetailsNeeds): Details {
  const over = new EncodedCache(MAX_BYTES)
  return async (id) => {
    // Asked for even when the answer is at hand: it may have been deleted.
    await executions.head(id)
    const kept = over.get(id)
    if (kept !== undefined) return kept
    const { record, state } = await executions.known(id)
    const base = `${basePath}/pipelines/${record.id}/values`
    const detail = detailOf(record, state, (place) => `${base}/${pathOf(place)}`)
    const questions = isOverOrWorks(state) ? {} : await waitingFor(id, interrupts)
    const printed = encodedBare(JSON.stringify({ ...detailWithoutOvercome(detail), ...questions }))
    return state.finishedAt === undefined ? printed : over.add(id, printed)
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
