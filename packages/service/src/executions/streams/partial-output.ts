/** Text that nodes are still streaming. Kept in memory until the step ends, for late watchers; never on disk. */

import type { Task, Written } from '@millrace/engine'
import type { TextDelta } from '@millrace/model'
import { Broadcast } from '../../platform/broadcast.ts'
import { jobIdOf } from '../projection/job-refs.ts'

/** A piece of a text, and where it goes. */
export type Delta = Readonly<Required<TextDelta>>

type Listener = (delta: Delta, sessionId: string | undefined) => void

/** Every listener gets the deltas of all executions. */
const ALL = ''

/** A longer text is still published but no longer kept for late watchers. */
const MAX_KEPT_CHARACTERS = 1_000_000

interface Draft {
  readonly nodeId: string
  readonly sessionId: string | undefined
  readonly attempt: number
  text: string
  length: number
}

export class PartialOutput {
  /** By execution, then by job. */
  readonly #drafts = new Map<string, Map<string, Draft>>()
  readonly #deltas = new Broadcast<{ readonly delta: Delta; readonly sessionId: string | undefined }>()

  say(task: Pick<Task, 'record' | 'node' | 'scope' | 'attempt'>, text: string): void {
    if (text === '') return
    const { record, node, scope, attempt } = task
    const nodeId = record.plan.nodes[node]?.id ?? ''
    const job = scope === '' ? nodeId : `${nodeId}#${scope}`
    const own = this.#drafts.get(record.id) ?? new Map<string, Draft>()
    this.#drafts.set(record.id, own)
    let draft = own.get(job)
    if (draft === undefined || draft.attempt !== attempt) {
      draft = { nodeId, sessionId: record.about.session, attempt, text: '', length: 0 }
      own.set(job, draft)
    }
    const delta: Delta = { event: 'delta', executionId: record.id, nodeId, job, from: draft.length, text }
    draft.length += text.length
    if (draft.length <= MAX_KEPT_CHARACTERS) draft.text += text
    this.#deltas.publish(ALL, { delta, sessionId: draft.sessionId })
  }

  /** Drops the text of an ended step: its result contains it. */
  written({ record, events, state }: Written): void {
    const own = this.#drafts.get(record.id)
    if (own === undefined) return
    if (state.finishedAt !== undefined) this.#drafts.delete(record.id)
    for (const event of events) {
      if (!('node' in event) || event.type === 'step-noted' || event.type === 'step-started') continue
      const step = state.steps.find((one) => one.node === event.node && one.scope.path === (event.scope ?? ''))
      if (step !== undefined) own.delete(jobIdOf(state, step))
    }
    if (own.size === 0) this.#drafts.delete(record.id)
  }

  listen(listener: Listener): () => void {
    return this.#deltas.listen(ALL, ({ delta, sessionId }) => listener(delta, sessionId))
  }

  /** The unfinished texts of an execution, whole. */
  ofExecution(id: string): Delta[] {
    return [...(this.#drafts.get(id) ?? [])].map(([job, { nodeId, text }]) => ({
      event: 'delta',
      executionId: id,
      nodeId,
      job,
      from: 0,
      text,
    }))
  }

  ofSession(sessionId: string): Delta[] {
    const own = [...this.#drafts].filter(([, drafts]) =>
      [...drafts.values()].some((one) => one.sessionId === sessionId),
    )
    return own.flatMap(([id]) => this.ofExecution(id))
  }
}
