/** Executions whose invocation Restate paused after too many failed attempts. They continue only after `resume`. */
import { RestateAdmin, text } from './restate-admin.ts'
import { EXECUTION_SERVICE } from './service-name.ts'

export interface StuckExecution {
  /** The invocation that is paused. */
  readonly invocationId: string
  readonly since: number
  /** The error of the last attempt. */
  readonly reason: string
}

export interface StuckOptions {
  /** The address of Restate's admin API. */
  readonly admin: string
  readonly now: () => number
  /** Called when Restate could not be asked. */
  readonly onFailure: (error: unknown) => void
}

/** The answer is reused for this long: lists are read often, and the query scans the invocations that are in flight. */
const FRESH_MS = 5_000
const MAX_STUCK = 200
const NO_REASON = 'Restate stopped after too many failed attempts.'

export class StuckExecutions {
  readonly #options: StuckOptions
  readonly #admin: RestateAdmin
  #known: Promise<ReadonlyMap<string, StuckExecution>> = Promise.resolve(new Map())
  #askedAt = Number.NEGATIVE_INFINITY

  constructor(options: StuckOptions) {
    this.#options = options
    this.#admin = new RestateAdmin(options.admin)
  }

  /** The stuck ones of some executions, as of the last few seconds; at most 200 are known at a time. */
  async among(ids: readonly string[]): Promise<ReadonlyMap<string, StuckExecution>> {
    if (ids.length === 0) return new Map()
    const known = await this.#all()
    return new Map(ids.flatMap((id) => [...pairOf(id, known.get(id))]))
  }

  /** Lets Restate try again, on the newest deployment; false if the execution is not stuck. */
  async resume(id: string): Promise<boolean> {
    const stuck = (await this.#all()).get(id)
    if (stuck === undefined) return false
    await this.#admin.resume(stuck.invocationId)
    this.#askedAt = Number.NEGATIVE_INFINITY
    return true
  }

  /** Keeps the last answer while Restate is away. */
  #all(): Promise<ReadonlyMap<string, StuckExecution>> {
    const { now, onFailure } = this.#options
    if (now() - this.#askedAt < FRESH_MS) return this.#known
    this.#askedAt = now()
    const before = this.#known
    this.#known = this.#query().catch((error: unknown) => {
      onFailure(error)
      return before
    })
    return this.#known
  }

  async #query(): Promise<ReadonlyMap<string, StuckExecution>> {
    const paused = await this.#admin.select(
      `select id, target_service_key, modified_at from sys_invocation_status where status = 'paused' and target_service_name = '${EXECUTION_SERVICE}' limit ${MAX_STUCK}`,
    )
    if (paused.length === 0) return new Map()
    const ids = paused.map(({ id }) => `'${text(id)}'`).join(', ')
    const events = await this.#admin.select(
      `select id, event_json from sys_journal_events where event_type = 'Paused' and id in (${ids}) order by appended_at`,
    )
    const reasons = new Map(events.map((event) => [text(event.id), reasonIn(text(event.event_json))]))
    return new Map(
      paused.map(({ id, target_service_key, modified_at }) => [
        text(target_service_key),
        {
          invocationId: text(id),
          since: Date.parse(text(modified_at)),
          reason: reasons.get(text(id)) ?? NO_REASON,
        },
      ]),
    )
  }
}

function* pairOf(id: string, stuck: StuckExecution | undefined): Iterable<[string, StuckExecution]> {
  if (stuck !== undefined) yield [id, stuck]
}

/** The message in the event that Restate records when it pauses an invocation. */
function reasonIn(event: string): string {
  const { last_failure } = JSON.parse(event) as { readonly last_failure?: { readonly error_message?: unknown } }
  const message = text(last_failure?.error_message)
  return message === '' ? NO_REASON : message
}
