/** Waits for an execution on behalf of the caller of a tool. */

import type { PipelineUpdate } from '@millrace/model'
import { END } from '../executions/streams/pipeline-updates.ts'
import { OVERRUN } from '../platform/broadcast.ts'
import type { McpServices } from './services.ts'
import type { ToolUse } from './tool.ts'

const BEAT_MS = 10_000

type Needs = Pick<McpServices, 'executions' | 'pipelineUpdates' | 'inbox' | 'interrupts'>

/**
 * Resolves when the execution has ended, when it asks a person a question (that can take any time, and
 * the caller may know the answer), when the timeout is reached, or when the caller disconnects.
 */
export async function waitFor(id: string, ms: number, use: ToolUse): Promise<void> {
  const { executions, pipelineUpdates, interrupts }: Needs = use.services
  const enough = new AbortController()
  const signal = AbortSignal.any([use.signal, AbortSignal.timeout(ms), enough.signal])
  // Subscribe before reading the state, so that no question in between is missed.
  const listening = untilAsked(id, signal, use.services).then(() => enough.abort())
  let most = 0
  const tell = (progress: number) => {
    if (progress <= most) return
    most = progress
    use.progress(progress)
  }
  // Clients time out without progress messages, and the protocol requires increasing values.
  const beat = setInterval(() => tell(most + 0.01), BEAT_MS)
  try {
    if (await hasQuestion(id, interrupts)) return
    for await (const told of pipelineUpdates.follow(id, { after: 0, signal, load: () => executions.history(id) })) {
      if (told === END) return
      tell((JSON.parse(told.json) as PipelineUpdate).progress)
    }
  } finally {
    clearInterval(beat)
    enough.abort()
    await listening
  }
}

async function untilAsked(id: string, signal: AbortSignal, { inbox, interrupts }: Needs): Promise<void> {
  for await (const row of inbox.follow(signal)) {
    if (row === OVERRUN) {
      if (await hasQuestion(id, interrupts)) return
    } else if (row.status === 'pending' && (row.executionId === id || row.rootId === id)) return
  }
}

async function hasQuestion(id: string, interrupts: Needs['interrupts']): Promise<boolean> {
  const { total } = await interrupts.list({ executionId: id, status: 'pending', limit: 1, offset: 0, order: 'asc' })
  return total > 0
}
