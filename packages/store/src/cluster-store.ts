/** What the processes of a cluster need of their common database, in addition to the stores. */
import type { ExecutionEvent, ExecutionRecord, ExecutionSummary } from '@millrace/engine'
import type { Bus } from './bus.ts'

/** How far an execution is. */
export interface HistoryEnd {
  readonly length: number
  readonly isOver: boolean
}

export interface HistoryTails {
  /** The ends of these histories, by execution; without those that do not exist. */
  ends(ids: readonly string[]): Promise<ReadonlyMap<string, HistoryEnd>>
  /** The events after the first `length`; undefined if there is no such execution. */
  after(id: string, length: number): Promise<readonly ExecutionEvent[] | undefined>
}

/** Returns soon after the signal aborts: the process is no longer the leader, or stops. */
export type LeaderWork = (signal: AbortSignal) => Promise<void>

export interface Leadership {
  /** Aborts the work and lets another process take over; resolves when the work has stopped. */
  stop(): Promise<void>
}

export interface ClusterStore {
  readonly bus: Bus
  /** Follows histories that other processes write. */
  readonly histories: HistoryTails
  /**
   * Does work that one process of the cluster does at a time: at once, or when the process that does it has ended. Work
   * that returns is not repeated while this process lives; work that throws is tried again, here or elsewhere.
   */
  leader(name: string, work: LeaderWork): Leadership
  readonly claims: ClaimStore
  readonly calls: EngineCallStore
  readonly steps: OfferedStepStore
  /** Writes of the process that has claimed an execution. They reject with `OwnershipLost` if another one has it now. */
  readonly owned: OwnedWrites
}

/** A call and the position of its event in the history. */
export interface HandledCall {
  readonly id: string
  readonly position: number
}

/** An append by the process that has claimed the execution. */
export interface OwnedAppend {
  readonly id: string
  readonly owner: number
  readonly length: number
  readonly events: readonly ExecutionEvent[]
  readonly summary: ExecutionSummary | undefined
  readonly handled: readonly HandledCall[] | undefined
  /** The tokens of offered steps whose ends are among the events: they are removed with the same write. */
  readonly offered?: readonly string[] | undefined
}

export interface OwnedWrites {
  append(append: OwnedAppend): Promise<void>
  setSummary(id: string, summary: ExecutionSummary, owner: number): Promise<void>
}

export interface Claim {
  /** The number that writes to the execution must carry from now on. */
  readonly owner: number
  /** Whether it waits for a slot. */
  readonly isQueued: boolean
  /** Executions with the same name share their turns in the queue. */
  readonly queue: string
  /** Whether it has calls without a reply. */
  readonly hasCalls: boolean
  /** Whether earlier claims have offered steps to other processes; the offers belong to this claim now. */
  readonly hasOffers: boolean
}

export interface ClaimStore {
  /**
   * Takes an execution. `in use` if another process seems to drive it: it has an owner and work to do. A forced claim
   * takes it all the same.
   */
  claim(id: string, options: { readonly isForced: boolean }): Promise<Claim | 'in use' | 'missing'>
  /** The number of the newest claim; undefined if there is no such execution. */
  owner(id: string): Promise<number | undefined>
  /**
   * Executions, by id, that have had something to do since `before`: steps, a place in the queue, a timer or a call. A
   * process may be driving them.
   */
  unattended(page: {
    readonly after: string
    readonly before: number
    readonly limit: number
  }): Promise<readonly { readonly id: string; readonly owner: number }[]>
}

/** A request to the process that drives an execution. */
export interface EngineCall {
  readonly id: string
  readonly op: string
  readonly args: unknown
  /** The position in the history of the event that handled it; null if there is none. */
  readonly position: number | null
}

export interface EngineCallStore {
  /** Adds a call unless its id is known. Undefined if there is no such execution, or if it is over. */
  add(call: {
    readonly id: string
    readonly executionId: string
    readonly op: string
    readonly args: unknown
    readonly at: number
  }): Promise<{ readonly isActive: boolean } | undefined>
  /**
   * The calls to an execution without a reply, in the order in which they were added, for the process with this claim.
   * They cannot be withdrawn while the claim lasts.
   */
  take(executionId: string, owner: number): Promise<readonly EngineCall[]>
  /** Writes the reply of the process that has taken a call with this claim; false if a process with a newer one has. */
  reply(call: {
    readonly id: string
    readonly owner: number
    readonly reply: unknown
    readonly at: number
  }): Promise<boolean>
  /** `gone` if the execution was deleted, or the reply is old. With `position` it has taken effect, without a reply yet. */
  replyTo(id: string): Promise<{ readonly reply: unknown } | { readonly position: number } | 'open' | 'gone'>
  /** Removes a call, so that it takes no effect any more; false if it has taken effect, or if a process has taken it. */
  withdraw(id: string): Promise<boolean>
  /** Removes calls that were replied to before a time. */
  removeReplied(before: number): Promise<number>
}

/** A step without effects that the process which drives its execution offers to the others. */
export interface OfferedStep {
  /** The same for every offer of this attempt of the step. */
  readonly id: string
  /** Of this offer alone. */
  readonly token: string
  readonly executionId: string
  /** The claim of the process that offers it. */
  readonly owner: number
  readonly offeredBy: string
  /** Only processes of the same version take it. */
  readonly version: string
  /** Of the request: an offer with the same hash has the same result. */
  readonly hash: string
  readonly request: string
}

export interface TakenStep {
  readonly token: string
  readonly record: ExecutionRecord
  readonly request: string
}

/** `open`: no living process works on it. `taken`: one does. `done`: the result is there. */
export type OfferState = { readonly is: 'open' | 'taken' } | { readonly is: 'done'; readonly result: string }

/** A process that works on offered steps. */
export interface StepTaker {
  readonly process: string
  /** How long it has to work on a step, or to renew the lease. */
  readonly leaseMs: number
}

export interface OfferedStepStore {
  /** Replaces an earlier offer of the same step. False if the execution has another owner: then nothing is offered. */
  offer(step: OfferedStep): Promise<boolean>
  /** The states of offers by token; without those that do not exist. */
  states(tokens: readonly string[]): Promise<ReadonlyMap<string, OfferState>>
  /** Ends an offer unless a living process has taken it; true if it has ended, or if it did not exist. */
  withdraw(token: string): Promise<boolean>
  /** Ends an offer: its result is not needed. */
  remove(token: string): Promise<void>
  /** The offers of earlier claims of an execution, which now belong to this claim. This process does not take them. */
  adopt(
    executionId: string,
    by: { readonly owner: number; readonly process: string },
  ): Promise<readonly Pick<OfferedStep, 'id' | 'token' | 'hash'>[]>
  /** Takes the oldest open offer of another process, if its execution still has the same owner. */
  take(taker: StepTaker & { readonly version: string }): Promise<TakenStep | undefined>
  /** Renews the leases of taken steps. Returns the tokens of those whose results are still needed. */
  renew(taker: StepTaker, tokens: readonly string[]): Promise<readonly string[]>
  /** Writes a result. False, and nothing is written, if another process has the step now, or if it was withdrawn. */
  finish(process: string, token: string, result: string): Promise<boolean>
  /** Opens steps again that this process has taken and does not compute. */
  release(process: string, tokens: readonly string[]): Promise<void>
  /** Removes the offers of executions that are over. */
  removeEnded(): Promise<number>
}
