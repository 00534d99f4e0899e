import { setTimeout as wait } from 'node:timers/promises'
import { type AgentSpecExecution, type AgentSpecMessage, isFlowOver, Problem } from '@millrace/model'
import type { Log } from '../../platform/ports.ts'

const POLL_MS = 2_000
const MAX_POLL_MS = 30_000
/** Consecutive failed polls before watchers are disconnected. */
const MAX_MISSED = 10

export interface PollingNeeds {
  readonly status: (id: string, signal?: AbortSignal) => Promise<AgentSpecExecution>
  readonly results: (id: string) => Promise<Readonly<Record<string, unknown>>>
  readonly log: Pick<Log, 'warn'>
  readonly pollMs?: number | undefined
}

/** The messages of a stream, derived by polling the status. */
export async function* followByPolling(
  id: string,
  signal: AbortSignal,
  needs: PollingNeeds,
): AsyncIterable<AgentSpecMessage> {
  const told = new Map<string, string>()
  const { pollMs = POLL_MS } = needs
  for (let missed = 0; !signal.aborted; ) {
    const record = await needs.status(id, signal).catch((error: unknown) => {
      if (signal.aborted) return undefined
      needs.log.warn({ err: error, execution: id }, 'polling the Agent Spec runtime failed')
      missed++
      return undefined
    })
    if (signal.aborted) return
    if (missed >= MAX_MISSED) return yield { type: 'execution_error', error: 'The runtime cannot be reached.' }
    if (record !== undefined) {
      missed = 0
      for (const [node, one] of Object.entries(record.nodes)) {
        const text = JSON.stringify(one)
        if (told.get(node) === text) continue
        told.set(node, text)
        yield { type: 'node_status', node, status: one }
      }
      const end = isFlowOver(record.status) ? await endOf(record, needs) : undefined
      if (end !== undefined) return yield end
    }
    await wait(Math.min(pollMs * 2 ** missed, MAX_POLL_MS), undefined, { signal }).catch(() => {})
  }
}

/** Undefined if it ended but its results are not available yet. */
async function endOf(
  { id, status: now, error }: AgentSpecExecution,
  { results }: Pick<PollingNeeds, 'results'>,
): Promise<AgentSpecMessage | undefined> {
  if (now !== 'completed') return { type: 'execution_error', error: error ?? now }
  try {
    return { type: 'execution_complete', results: await results(id) }
  } catch (problem) {
    if (problem instanceof Problem && problem.code === 'UPSTREAM_FAILED') return undefined
    return { type: 'execution_complete', results: {} }
  }
}
