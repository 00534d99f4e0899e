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

/** A delta as the processes of a cluster send it to each other. */
export interface Piece extends Omit<Delta, 'event'> {
  readonly attempt: number
  readonly sessionId?: string | undefined
}

interface Draft {
  readonly nodeId: string
  /** Another process runs the step. */
  readonly isRemote?: true
  readonly sessionId: string | undefined
  readonly attempt: number
  text: string
  length: number
}

interface SentDelta {
  readonly delta: Delta
  readonly sessionId: string | undefined
  readonly attempt: number
  readonly isRemote?: true
}

export class PartialOutput {
  /** By execution, then by job. */
  readonly #drafts = new Map<string, Map<string, Draft>>()
  readonly #deltas = new Broadcast<SentDelta>()
  readonly #dropped = new Broadcast<{ readonly executionId: string; readonly job: string }>()
  /** Executions and sessions with watchers. */
  readonly #wanted = new Map<string, number>()
  #onWanted: ((key: string) => void) | undefined

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
    this.#deltas.publish(ALL, { delta, sessionId: draft.sessionId, attempt })
  }

  /**
   * Adds a piece of a step that another process runs. Returns false if the text before it is missing. Pieces, or parts
   * of them, that are known already are ignored.
   */
  receive({ attempt, sessionId, ...piece }: Piece): boolean {
    const { executionId, job, nodeId } = piece
    const own = this.#drafts.get(executionId) ?? new Map<string, Draft>()
    let draft = own.get(job)
    if (draft !== undefined && draft.attempt > attempt) return true
    if (draft === undefined || draft.attempt < attempt) {
      if (piece.from > 0) return false
      draft = { nodeId, isRemote: true, sessionId, attempt, text: '', length: 0 }
      this.#drafts.set(executionId, own.set(job, draft))
    }
    if (piece.from > draft.length) return false
    const text = piece.text.slice(draft.length - piece.from)
    if (text === '') return true
    const delta: Delta = { event: 'delta', executionId, nodeId, job, from: draft.length, text }
    draft.length += text.length
    if (draft.length <= MAX_KEPT_CHARACTERS) draft.text += text
    this.#deltas.publish(ALL, { delta, sessionId, attempt, isRemote: true })
    return true
  }

  /** Drops the text of a step that has ended in another process. */
  drop(executionId: string, job: string): void {
    const own = this.#drafts.get(executionId)
    if (own?.get(job)?.isRemote) this.#delete(executionId, own, job)
  }

  /** Drops the texts of other processes that have no watchers here: their ends are not reported. */
  dropUnwanted(): void {
    for (const [id, own] of this.#drafts) {
      for (const [job, { isRemote, sessionId }] of own) {
        if (isRemote && !this.#wanted.has(id) && !this.#wanted.has(sessionId ?? '')) this.#delete(id, own, job)
      }
    }
  }

  #delete(id: string, own: Map<string, Draft>, job: string): void {
    own.delete(job)
    if (own.size === 0) this.#drafts.delete(id)
  }

  /** Drops the text of an ended step: its result contains it. */
  written({ record, events, state }: Written): void {
    const own = this.#drafts.get(record.id)
    if (own === undefined) return
    const ended = new Set<string>()
    for (const event of events) {
      if (!('node' in event) || event.type === 'step-noted' || event.type === 'step-started') continue
      const step = state.steps.find((one) => one.node === event.node && one.scope.path === (event.scope ?? ''))
      if (step !== undefined) ended.add(jobIdOf(state, step))
    }
    for (const job of own.keys()) {
      if (state.finishedAt === undefined && !ended.has(job)) continue
      this.#delete(record.id, own, job)
      this.#dropped.publish(ALL, { executionId: record.id, job })
    }
  }

  listen(listener: Listener): () => void {
    return this.#deltas.listen(ALL, ({ delta, sessionId }) => listener(delta, sessionId))
  }

  /** Calls the listener with the unfinished texts of an execution, and then with every delta of it. */
  follow(id: string, listener: (delta: Delta) => void): () => void {
    const release = this.want(id)
    for (const delta of this.ofExecution(id)) listener(delta)
    const stop = this.#deltas.listen(ALL, ({ delta }) => {
      if (delta.executionId === id) listener(delta)
    })
    return () => {
      stop()
      release()
    }
  }

  /** Registers a watcher of an execution or a session, so that other processes send their texts. */
  want(key: string): () => void {
    const count = this.#wanted.get(key) ?? 0
    this.#wanted.set(key, count + 1)
    if (count === 0) this.#onWanted?.(key)
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      const left = (this.#wanted.get(key) ?? 0) - 1
      if (left > 0) this.#wanted.set(key, left)
      else this.#wanted.delete(key)
    }
  }

  /** The executions and sessions that have watchers here. */
  get wanted(): readonly string[] {
    return [...this.#wanted.keys()]
  }

  /** For the exchange with other processes. */
  connect(remote: {
    onWanted(key: string): void
    onPiece(piece: Piece): void
    onDropped(dropped: { readonly executionId: string; readonly job: string }): void
  }): void {
    this.#onWanted = (key) => remote.onWanted(key)
    this.#dropped.listen(ALL, (dropped) => remote.onDropped(dropped))
    this.#deltas.listen(ALL, ({ delta: { event, ...delta }, sessionId, attempt, isRemote }) => {
      if (!isRemote) remote.onPiece({ ...delta, sessionId, attempt })
    })
  }

  /** The unfinished texts of steps of this process, whole. */
  ownPieces(key: string): Piece[] {
    return [...this.#drafts].flatMap(([executionId, own]) =>
      [...own]
        .filter(([, draft]) => !draft.isRemote && (executionId === key || draft.sessionId === key))
        .map(([job, { nodeId, attempt, sessionId, text }]) => ({
          ...{ executionId, nodeId, job, from: 0, text },
          ...{ attempt, sessionId },
        })),
    )
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
