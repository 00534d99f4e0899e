/**
 * Converts the histories of executions into conversations. A turn of a session is an execution; its events
 * become messages in history order, each event once: the number of converted events of an execution is
 * stored in the same transaction as their messages, so a crash at any point neither loses nor repeats one. The status
 * that ends a turn is stored with the last of its messages.
 *
 * Sessions are processed concurrently, the steps of one session sequentially; events that arrive during a step are
 * handled by the next one. Events are always read from the journal, so a missed notification loses nothing.
 */
import { hasWork, type Known, notedChildren, Replay, type Written } from '@millrace/engine'
import { Problem } from '@millrace/model'
import type { SessionStep, SessionStore, StoredTurn } from '@millrace/store'
import type { Log } from '../platform/ports.ts'
import type { SessionUpdates } from './session-updates.ts'
import { TurnTeller } from './turn-recorder.ts'

export interface ConversationNeeds {
  readonly sessions: SessionStore
  readonly feed: SessionUpdates
  readonly clock: { now(): number }
  readonly log: Log
  /** The history of an execution; undefined if it does not exist. */
  readonly load: (execution: string) => Promise<Known | undefined>
  /** Starts the execution of a turn that was stored before a crash but not started. */
  readonly start: (turn: StoredTurn) => Promise<void>
}

/** A session with work to do. */
interface Lane {
  isBusy: boolean
  /** There are events that have not been processed. */
  mustLook: boolean
  readonly waiting: (() => void)[]
  failures: number
}

const FIRST_RETRY_MS = 200
const MAX_RETRY_MS = 30_000
const OPEN_TURNS_AT_ONCE = 100
/** Longest pause before a long history is read again; half of the time is left to other work. */
const LONGEST_REST_MS = 250
const SHORT_MS = 5
/** Recovery continues with other turns when one takes longer than this. */
const PATIENCE_MS = 1000

export class Conversations {
  readonly #needs: ConversationNeeds
  readonly #lanes = new Map<string, Lane>()
  #isClosed = false

  constructor(needs: ConversationNeeds) {
    this.#needs = needs
  }

  /** Receives all written events; ignores executions that are not part of a session. */
  written({ record }: Pick<Written, 'record'>): void {
    const { session } = record.about
    if (session === undefined || this.#isClosed) return
    const lane = this.#lane(session)
    lane.mustLook = true
    this.#work(session, lane)
  }

  /** Processes new events of a session; resolves when their messages are stored. */
  async settle(session: string): Promise<void> {
    if (this.#isClosed) return
    const lane = this.#lane(session)
    lane.mustLook = true
    const settled = new Promise<void>((resolve) => lane.waiting.push(resolve))
    this.#work(session, lane)
    await settled
  }

  /** True if the open turn produces no more messages until a question is answered, or if no turn is open. */
  async awaitsInput(session: string): Promise<boolean> {
    const turn = await this.#needs.sessions.openTurn(session)
    if (turn === undefined) return true
    if ((await this.#needs.sessions.get(session))?.status === 'running') return false
    for (const [id, told] of Object.entries(turn.seen)) {
      const known = told < 0 ? undefined : await this.#needs.load(id)
      if (known !== undefined && !(known.events.length === told && isAtRest(known, turn))) return false
    }
    return true
  }

  /** Resumes the turns of an earlier process: starts those not started, converts the remaining events. */
  async recover(): Promise<void> {
    for (let after = ''; !this.#isClosed; ) {
      const turns = await this.#needs.sessions.openTurns(after, OPEN_TURNS_AT_ONCE)
      for (const turn of turns) {
        if (this.#isClosed) return
        await this.takeUp(turn)
      }
      const last = turns.at(-1)
      if (last === undefined) return
      after = last.sessionId
    }
  }

  close(): void {
    this.#isClosed = true
    for (const lane of this.#lanes.values()) for (const done of lane.waiting.splice(0)) done()
    this.#lanes.clear()
  }

  /** A turn that cannot be resumed now is retried later and does not delay the others. */
  async takeUp(turn: StoredTurn, tries = 0): Promise<void> {
    try {
      if ((await this.#needs.load(turn.executionId)) === undefined) await this.#startAgain(turn)
      await Promise.race([this.settle(turn.sessionId), pause(PATIENCE_MS)])
    } catch (err) {
      this.#needs.log.warn({ session: turn.sessionId, err }, 'a turn could not be taken up; it is tried again')
      this.#later(tries, () => this.takeUp(turn, tries + 1))
    }
  }

  /** Retries the start of a stored turn until it succeeds. */
  startLater(turn: StoredTurn): void {
    this.#later(0, () => this.takeUp(turn, 1))
  }

  async #startAgain(turn: StoredTurn): Promise<void> {
    try {
      await this.#needs.start(turn)
    } catch (error) {
      // An invalid workflow is a permanent error; all others may be temporary.
      if (!(error instanceof Problem)) throw error
      await this.giveUp(turn, error.message)
    }
  }

  #later(tries: number, work: () => Promise<void>): void {
    const wait = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** tries)
    setTimeout(() => {
      if (!this.#isClosed) void work()
    }, wait).unref()
  }

  /** Like `giveUp`, retried until it is on disk. */
  giveUpInTime(turn: StoredTurn, why: string, tries = 0): void {
    this.giveUp(turn, why).catch((err: unknown) => {
      this.#needs.log.warn(
        { session: turn.sessionId, err },
        'the end of a turn could not be written; it is tried again',
      )
      this.#later(tries, async () => this.giveUpInTime(turn, why, tries + 1))
    })
  }

  /** Ends a turn whose execution could not be created. */
  async giveUp({ sessionId, executionId, messageId, seen }: StoredTurn, why: string): Promise<void> {
    const teller = new TurnTeller({ executionId, messageId })
    teller.neverStarted(why, this.#needs.clock.now())
    await this.#step({
      sessionId,
      at: this.#needs.clock.now(),
      ...teller.take(),
      turn: { executionId, expect: seen, seen, status: 'failed' },
    })
  }

  #lane(session: string): Lane {
    const known = this.#lanes.get(session)
    if (known !== undefined) return known
    const lane = { isBusy: false, mustLook: false, waiting: [], failures: 0 }
    this.#lanes.set(session, lane)
    return lane
  }

  #work(session: string, lane: Lane): void {
    if (lane.isBusy) return
    lane.isBusy = true
    void this.#workOn(session, lane)
  }

  async #workOn(session: string, lane: Lane): Promise<void> {
    try {
      while (!this.#isClosed && lane.mustLook) {
        const waiting = lane.waiting.splice(0)
        const began = this.#needs.clock.now()
        lane.mustLook = false
        try {
          await this.#tell(session)
        } catch (error) {
          lane.waiting.push(...waiting)
          throw error
        }
        lane.failures = 0
        for (const done of waiting) done()
        await rest(this.#needs.clock.now() - began)
      }
      this.#lanes.delete(session)
    } catch (err) {
      this.#needs.log.warn({ session, err }, 'a conversation could not be written; it is tried again')
      this.#tryAgain(session, lane)
    } finally {
      lane.isBusy = false
    }
  }

  #tryAgain(session: string, lane: Lane): void {
    lane.mustLook = true
    const wait = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** lane.failures++)
    setTimeout(() => this.#work(session, lane), wait).unref()
  }

  /** Converts the new events of the open turn to messages. */
  async #tell(session: string): Promise<void> {
    const turn = await this.#needs.sessions.openTurn(session)
    if (turn === undefined) return
    const teller = new TurnTeller(turn)
    const seen = await this.#tellAll(turn, teller)
    if (sameCounts(seen, turn.seen)) return
    teller.conclude()
    const { status, ...said } = teller.take()
    const isNewStatus = status !== undefined && status !== (await this.#needs.sessions.get(session))?.status
    const done = await this.#step({
      sessionId: session,
      at: this.#needs.clock.now(),
      ...said,
      ...(isNewStatus ? { status } : {}),
      turn: {
        executionId: turn.executionId,
        expect: turn.seen,
        seen,
        ...(teller.end === undefined ? {} : { status: teller.end }),
      },
    })
    // Another writer was faster, or the session is deleted; read again to find out.
    if (!done && (await this.#needs.sessions.openTurn(session)) !== undefined) this.#lane(session).mustLook = true
  }

  /** Converts the events of a turn's execution and of those it called; returns the position in each history. */
  async #tellAll(turn: StoredTurn, teller: TurnTeller): Promise<Record<string, number>> {
    const seen: Record<string, number> = { ...turn.seen }
    const queue = [turn.executionId, ...Object.keys(seen).filter((id) => id !== turn.executionId)]
    for (const id of queue) {
      // A negative position marks an execution that has ended and is fully converted.
      const told = seen[id] ?? 0
      const known = told < 0 ? undefined : await this.#needs.load(id)
      if (known === undefined) continue
      const { record, events } = known
      const replay = new Replay(record.plan)
      for (const event of events.slice(0, told)) replay.apply(event)
      const children = teller.tell({ record, replay, events: events.slice(told), first: told })
      for (const child of children) {
        if (Object.hasOwn(seen, child)) continue
        // Track it from now on, even if it does not exist yet.
        seen[child] = 0
        queue.push(child)
      }
      const isOver = replay.state.finishedAt !== undefined && id !== turn.executionId
      seen[id] = isOver ? -events.length : events.length
    }
    return seen
  }

  async #step(step: SessionStep): Promise<boolean> {
    const done = await this.#needs.sessions.step(step)
    if (done === undefined) return false
    const { session, messages } = done
    this.#needs.feed.publish({
      sessionId: session.id,
      messages,
      status: session.status,
      change: session.lastChange,
      isNewStatus: step.status !== undefined,
    })
    return true
  }
}

/** True if all executions wait for answers; one may still be running while another waits. */
function isAtRest({ record, state }: Known, { seen }: StoredTurn): boolean {
  const isOver = (child: string) => (seen[child] ?? 0) < 0
  const isHearing = state.steps.some(({ child, status }) => status === 'paused' && isOver(child ?? ''))
  if (isHearing || state.ready.size > 0) return false
  const running = [...state.active].filter(({ status, loop }) => status === 'running' && loop === undefined)
  // An agent whose tools ask people also counts as waiting, although it runs.
  if (running.length > 0) return running.every((step) => notedChildren(step).some((child) => !isOver(child)))
  // Its children may still have to be cancelled, but it produces no more messages.
  return (state.finishedAt !== undefined && record.parent === undefined) || !hasWork(record, state)
}

function rest(took: number): Promise<void> {
  return took < SHORT_MS ? Promise.resolve() : pause(Math.min(LONGEST_REST_MS, took))
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
}

function sameCounts(a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>): boolean {
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key])
}
