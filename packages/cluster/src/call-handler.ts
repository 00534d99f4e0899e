/**
 * Handles the calls to an execution that this worker drives. A call takes effect at most once: its event and its position
 * are written together, and the reply to a call with a position is computed from the history.
 */
import {
  type Clock,
  childEnded,
  type Driver,
  type ExecutionEvent,
  type ExecutionState,
  type GivenAnswer,
  mayYetWait,
  operationEvent,
  type Runner,
  sendAnswer,
  viewStored,
} from '@millrace/engine'
import type { EngineCall } from '@millrace/store'
import { type ClusterCall, isClusterCall, type Reply } from './cluster-calls.ts'
import { earlierReply } from './earlier-reply.ts'
import type { OwnedJournal } from './owned-journal.ts'

export interface CallHandlerNeeds {
  readonly driver: Driver
  readonly journal: OwnedJournal
  readonly clock: Clock
  readonly runner: Pick<Runner, 'childOutputs'>
  /** Largest value on one port. */
  readonly maxValueBytes?: number | undefined
}

type MakeEvent = (state: ExecutionState) => ExecutionEvent | undefined

export class CallHandler {
  readonly #needs: CallHandlerNeeds

  constructor(needs: CallHandlerNeeds) {
    this.#needs = needs
  }

  /** The reply to a call; undefined if it is too early for one. */
  async handle(id: string, { id: call, args, position }: EngineCall): Promise<Reply | undefined> {
    // A newer version has added a call that this one does not know.
    if (!isClusterCall(args)) return undefined
    if (position !== null) return earlierReply(this.#needs.journal, { id, position, args })
    switch (args.op) {
      case 'answer':
        return this.#answer(args.given, call)
      case 'child-ended':
        return this.#childEnded(id, call, args)
      default:
        return this.#send(id, call, (state) => operationEvent(args, state, this.#needs.clock.now()))
    }
  }

  /** Durable when it resolves; the state behind false is durable as well (E1). */
  async #send(id: string, call: string, make: MakeEvent): Promise<boolean> {
    const { driver, journal } = this.#needs
    let settled: Promise<void> | undefined
    const isAccepted = await driver.send(id, (state) => {
      const event = state.finishedAt === undefined ? make(state) : undefined
      if (event === undefined) settled = driver.settled(id)
      else journal.tie(event, call)
      return event
    })
    await settled
    return isAccepted
  }

  #answer(given: GivenAnswer, call: string): Promise<Reply> {
    const { driver, journal, clock } = this.#needs
    return sendAnswer(given, {
      now: () => clock.now(),
      send: (id, make) => this.#send(id, call, make),
      recordOf: async (id) => driver.recordOf(id) ?? (await journal.load(id))?.record,
    })
  }

  async #childEnded(
    id: string,
    call: string,
    { child, parent }: Extract<ClusterCall, { op: 'child-ended' }>,
  ): Promise<boolean | undefined> {
    const { clock, maxValueBytes, runner, journal } = this.#needs
    const ended = await viewStored(child, journal)
    if (ended?.state.finishedAt === undefined) return false
    const { state } = ended
    let isEarly = false
    const isAccepted = await this.#send(id, call, (above) => {
      isEarly = mayYetWait(above, parent)
      return childEnded(above, { id: child, state, at: clock.now(), maxValueBytes, runner })
    })
    // The step has not recorded yet whether it waits for the child.
    return isEarly && !isAccepted ? undefined : isAccepted
  }
}
