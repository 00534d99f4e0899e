/** The details of executions, printed. One that is over never changes again, so it is folded and printed once. */
import { detailOf, type ValuePlace } from '@millrace/engine'
import { EncodedCache } from '../../http/encoded-cache.ts'
import { type Encoded, encodedBare } from '../../http/reply.ts'
import type { Executions } from './executions.ts'

export type Details = (id: string) => Promise<Encoded>

const MAX_BYTES = 32 * 1024 * 1024

export function createDetails(executions: Pick<Executions, 'head' | 'known'>, basePath: string): Details {
  const over = new EncodedCache(MAX_BYTES)
  return async (id) => {
    // Asked for even when the answer is at hand: it may have been deleted.
    await executions.head(id)
    const kept = over.get(id)
    if (kept !== undefined) return kept
    const { record, state } = await executions.known(id)
    const base = `${basePath}/pipelines/${record.id}/values`
    const printed = encodedBare(JSON.stringify(detailOf(record, state, (place) => `${base}/${pathOf(place)}`)))
    return state.finishedAt === undefined ? printed : over.add(id, printed)
  }
}

/** Where the whole of a value that was cut can be fetched. */
function pathOf({ job, port, of }: ValuePlace): string {
  const holder = of === 'launch' ? 'inputs' : of === 'execution' ? 'outputs' : job
  return `${encodeURIComponent(holder)}/${encodeURIComponent(port)}?of=${of}`
}
