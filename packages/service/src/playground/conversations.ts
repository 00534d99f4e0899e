/**
 * Turns the histories of executions into conversations. A turn of a session is an execution; whatever its events say
 * becomes messages, in the order of the history, each event once: how many events of an execution have been told is
 * stored in the same step as the messages that they made, so a crash at any point loses and doubles nothing. The status
 * that ends a turn is stored with the last of its messages.
 *
 * Sessions do not wait for each other; within one, steps are made one after the other, and what happens while a step is
 * being made goes into the next one. What is told is always read from the journal, so nothing depends on having heard.
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
  /** The history of an execution; undefined when there is none. */
  readonly load: (execution: string) => Promise<Known | undefined>
  /** Starts the execution of a turn that a crash kept from being started. */
  readonly start: (turn: StoredTurn) => Promise<void>
}

/** A session in which something happens. */
interface Lane {
  isBusy: boolean
  /** Something happened that has not been looked at. */
  mustLook: boolean
  readonly waiting: (() => void)[]
  failures: number
}

const FIRST_RETRY_MS = 200
const MAX_RETRY_MS = 30_000
const OPEN_TURNS_AT_ONCE = 100
/** A long history is not read again at once: half of the time is left to others, up to this long. */
const LONGEST_REST_MS = 250
const SHORT_MS = 5
/** A turn that takes longer to be told is told while others are taken up. */
const PATIENCE_MS = 1000

export class Conversations {
  readonly #needs: ConversationNeeds
  readonly #lanes = new Map<string, Lane>()
  #isClosed = false

  constructor(needs: ConversationNeeds) {
    this.#needs = needs
  }

  /** Told of everything that was written; costs nothing for executions that are no turns. */
  written({ record }: Pick<Written, 'record'>): void {
    const { session } = record.about
    if (session === undefined || this.#isClosed) return
    const lane = this.#lane(session)
    lane.mustLook = true
    this.#work(session, lane)
  }

  /** Looks whether there is something to tell, and resolves when it has been told. */
  async settle(session: string): Promise<void> {
    if (this.#isClosed) return
    const lane = this.#lane(session)
    lane.mustLook = true
    const settled = new Promise<void>((resolve) => lane.waiting.push(resolve))
    this.#work(session, lane)
    await settled
  }

  /** Whether the turn that is open says nothing more until somebody answers something; also where none is open. */
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

  /** Takes up the turns that an earlier process left: starts what was not started, tells what was not told. */
  async recover(): Promise<void> {
    for (let after = ''; !this.#isClosed; ) {
      const turns = await this.#needs.sessions.openTurns(after, OPEN_TURNS_AT_ONCE)
      for (const turn of turns) {
        if (this.#isClosed) return
        await this.#takeUp(turn)
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

  /** One that cannot be taken up now is tried again later, and holds up nobody else. */
  async #takeUp(turn: StoredTurn, tries = 0): Promise<void> {
    try {
      if ((await this.#needs.load(turn.executionId)) === undefined) await this.#startAgain(turn)
      await Promise.race([this.settle(turn.sessionId), pause(PATIENCE_MS)])
    } catch (err) {
      this.#needs.log.warn({ session: turn.sessionId, err }, 'a turn could not be taken up; it is tried again')
      this.#later(tries, () => this.#takeUp(turn, tries + 1))
    }
  }

  /** Starts a turn that is stored and could not be started, again and again until it is. */
  startLater(turn: StoredTurn): void {
    this.#later(0, () => this.#takeUp(turn, 1))
  }

  async #startAgain(turn: StoredTurn): Promise<void> {
    try {
      await this.#needs.start(turn)
    } catch (error) {
      // What is wrong with the workflow stays wrong; everything else may pass.
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

  /** As `giveUp`, again and again until it is on disk. */
  giveUpInTime(turn: StoredTurn, why: string, tries = 0): void {
    this.giveUp(turn, why).catch((err: unknown) => {
      this.#needs.log.warn(
        { session: turn.sessionId, err },
        'the end of a turn could not be written; it is tried again',
      )
      this.#later(tries, async () => this.giveUpInTime(turn, why, tries + 1))
    })
  }

  /** Ends a turn whose execution never came to be. */
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

  /** Tells what the open turn has not told yet. */
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
    // Somebody else told it, or the session is gone; whichever it was, another look shows.
    if (!done && (await this.#needs.sessions.openTurn(session)) !== undefined) this.#lane(session).mustLook = true
  }

  /** Tells the execution of a turn and those that it called; the answer is how much of each has been told. */
  async #tellAll(turn: StoredTurn, teller: TurnTeller): Promise<Record<string, number>> {
    const seen: Record<string, number> = { ...turn.seen }
    const queue = [turn.executionId, ...Object.keys(seen).filter((id) => id !== turn.executionId)]
    for (const id of queue) {
      // Of what is over and told, nothing more will come; its number is kept negative to say so.
      const told = seen[id] ?? 0
      const known = told < 0 ? undefined : await this.#needs.load(id)
      if (known === undefined) continue
      const { record, events } = known
      const replay = new Replay(record.plan)
      for (const event of events.slice(0, told)) replay.apply(event)
      const children = teller.tell({ record, replay, events: events.slice(told), first: told })
      for (const child of children) {
        if (Object.hasOwn(seen, child)) continue
        // Looked for from now on, also where it is named before it exists.
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

/** Several may be asked at once: while one waits for its answer, what follows from another is still under way. */
function isAtRest({ record, state }: Known, { seen }: StoredTurn): boolean {
  const isOver = (child: string) => (seen[child] ?? 0) < 0
  const isHearing = state.steps.some(({ child, status }) => status === 'paused' && isOver(child ?? ''))
  if (isHearing || state.ready.size > 0) return false
  const running = [...state.active].filter(({ status, loop }) => status === 'running' && loop === undefined)
  // Whose tools ask people waits for them as well, though it runs.
  if (running.length > 0) return running.every((step) => notedChildren(step).some((child) => !isOver(child)))
  // Those it called may yet have to be stopped, but it says nothing more.
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
