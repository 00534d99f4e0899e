/**
 * Records what requests do in the audit log. A route declares its action; the entry is written in the transaction of the
 * change if the store knows it, otherwise before the reply. Requests that change nothing (4xx) have no entry, except
 * those that were refused, of which only a limited number is written each minute: callers without a credential cause them.
 */
import { AUDIT_ACTIONS, type AuditAction, type AuditOutcome } from '@millrace/model'
import {
  type AuditDetails,
  type AuditRecord,
  type AuditSubject,
  auditScope,
  type PendingAudit,
  StoreUnavailable,
  writeScope,
} from '@millrace/store'
import { ANONYMOUS, type Caller, credentialOf } from '../platform/caller.ts'
import type { Exchange } from './exchange.ts'
import type { HttpServices } from './http-services.ts'
import { isOutcomeUnknown } from './outcome-unknown.ts'

/** What a route records: an action, one that only counts if a person does it in a browser, or nothing, with the reason. */
export type RouteAudit = AuditAction | { readonly people: AuditAction } | { readonly none: string }

/** Facts that only the handler knows. */
export interface AuditFacts {
  /** For a route that authenticates the caller itself. */
  readonly actor?: Caller
  readonly subject?: { readonly id?: string; readonly name?: string }
  readonly details?: AuditDetails
  readonly outcome?: AuditOutcome
  /** The request has changed nothing. */
  readonly isNothing?: true
}

/** The functions of a request that write to the audit log. */
export interface AuditFunctions {
  readonly note: (facts: AuditFacts) => void
  readonly record: (action: AuditAction, facts: AuditFacts) => Promise<void>
  readonly recordChange: RecordChange
}

/** Makes a change and records it: in the transaction of the change if the store knows the action, otherwise after it. */
export type RecordChange = <T>(
  action: AuditAction,
  facts: AuditFacts,
  change: (note: AuditFunctions['note']) => Promise<T>,
) => Promise<T>

type Path = Readonly<Record<string, string>>
type Audited = { readonly audit?: RouteAudit }

/** Refused requests that are recorded in a minute, by each process. */
export const MAX_REFUSALS = 120
const MINUTE_MS = 60_000

export class RequestAudit {
  readonly #services: HttpServices
  #minute = 0
  #refusals = 0

  constructor(services: HttpServices) {
    this.#services = services
  }

  /** Undefined if the route records nothing. */
  trailOf({ audit }: Audited, exchange: Exchange, path: Path): AuditTrail | undefined {
    if (audit === undefined || exchange.method === 'HEAD') return undefined
    if (typeof audit === 'string') return new AuditTrail(this, { action: audit, exchange, path, isForPeople: false })
    if ('none' in audit) return undefined
    return new AuditTrail(this, { action: audit.people, exchange, path, isForPeople: true })
  }

  functionsOf(exchange: Exchange, trail: AuditTrail | undefined): AuditFunctions {
    return {
      note: (facts) => trail?.note(facts),
      record: (action, facts) => this.write(this.entryOf(action, exchange, facts)),
      recordChange: async (action, facts, change) => {
        const own = new AuditTrail(this, { action, exchange, path: {}, isForPeople: false })
        own.note(facts)
        try {
          const result = await own.run(() => change((more) => own.note(more)))
          await own.ended(200)
          return result
        } catch (error) {
          await own.ifUnknown(error)
          throw error
        }
      },
    }
  }

  entryOf(action: AuditAction, { id, from, caller }: Exchange, facts: AuditFacts): AuditRecord {
    const { clock, ids } = this.#services
    const actor = facts.actor ?? caller ?? ANONYMOUS
    const kind = credentialOf(actor) ?? 'anonymous'
    return {
      id: ids.uuid(),
      at: clock.now(),
      actor: kind === 'anonymous' ? { kind, id: '', name: '' } : { kind, id: actor.id, name: actor.name },
      address: from,
      action,
      subject: { type: AUDIT_ACTIONS[action], id: facts.subject?.id ?? '', name: facts.subject?.name ?? '' },
      outcome: facts.outcome ?? 'done',
      details: facts.details ?? {},
      requestId: id,
    }
  }

  async write(entry: AuditRecord): Promise<void> {
    if (entry.outcome === 'refused' && !this.#mayRecordRefusal(entry)) return
    await this.#services.audit?.write(entry)
  }

  /** For a request that has failed: its reply must not depend on the audit log. */
  async tryToWrite(entry: AuditRecord): Promise<void> {
    await this.write(entry).catch((err: unknown) => {
      const { action, requestId: request } = entry
      this.#services.log.error({ err, action, request }, 'an entry of the audit log could not be written')
    })
  }

  #mayRecordRefusal({ action, requestId: request }: AuditRecord): boolean {
    const minute = Math.floor(this.#services.clock.now() / MINUTE_MS)
    if (minute !== this.#minute) this.#refusals = 0
    this.#minute = minute
    this.#refusals += 1
    if (this.#refusals === MAX_REFUSALS + 1)
      this.#services.log.warn({ action, request }, 'too many refused requests: further ones are not in the audit log')
    return this.#refusals <= MAX_REFUSALS
  }
}

interface TrailOptions {
  readonly action: AuditAction
  readonly exchange: Exchange
  readonly path: Path
  readonly isForPeople: boolean
}

/** The entry of one request. */
export class AuditTrail implements PendingAudit {
  readonly action: AuditAction
  readonly #audit: RequestAudit
  readonly #options: TrailOptions
  #facts: AuditFacts = {}
  isWritten = false

  constructor(audit: RequestAudit, options: TrailOptions) {
    this.#audit = audit
    this.#options = options
    this.action = options.action
  }

  note(facts: AuditFacts): void {
    this.#facts = { ...this.#facts, ...facts }
  }

  /** Runs the handler so that the store finds this entry. */
  run<T>(handle: () => T): T {
    // Starts are written by no store, and are the most frequent requests.
    return this.#options.isForPeople ? handle() : auditScope.run(this, handle)
  }

  entryFor({ id, name, details }: AuditSubject): AuditRecord {
    const facts = { ...this.#facts, subject: { id, name }, details: { ...this.#facts.details, ...details } }
    return this.#audit.entryOf(this.action, this.#options.exchange, facts)
  }

  /** Writes the entry before the reply, unless the store has written it. */
  async ended(status: number): Promise<void> {
    await this.#writeOnce(outcomeOf(status))
  }

  /** Like `ended`, for an error. If the database is unavailable, the entry waits for it as well, and the reply does not. */
  async failed(error: unknown, status: number): Promise<void> {
    const isUnknown = isOutcomeUnknown(error, this.#options.exchange.writes)
    const recorded = this.#writeOnce(isUnknown ? 'unknown' : outcomeOf(status))
    if (!(error instanceof StoreUnavailable)) await recorded
  }

  /** Like `failed`, for a change that has an entry only if it may have been made. */
  async ifUnknown(error: unknown): Promise<void> {
    if (!isOutcomeUnknown(error, writeScope.getStore())) return
    const recorded = this.#writeOnce('unknown')
    if (!(error instanceof StoreUnavailable)) await recorded
  }

  async #writeOnce(outcome: AuditOutcome | undefined): Promise<void> {
    if (outcome === undefined || this.isWritten || !this.#counts) return
    const entry = this.#entry(outcome)
    await (outcome === 'done' ? this.#audit.write(entry) : this.#audit.tryToWrite(entry))
    // Not before: if this entry of a change is lost, the reply is an error, and that has one.
    this.isWritten = true
  }

  get #counts(): boolean {
    const { isForPeople, exchange } = this.#options
    if (this.#facts.isNothing === true) return false
    if (!isForPeople) return true
    return exchange.caller !== undefined && exchange.caller.via !== 'token' && exchange.caller.via !== 'jwt'
  }

  #entry(outcome: AuditOutcome): AuditRecord {
    const { action, exchange, path } = this.#options
    const named = path.id ?? path.sessionId ?? path.name ?? ''
    const { execution } = exchange
    const isExecution = AUDIT_ACTIONS[action] === 'execution' && execution !== undefined
    const started = isExecution && execution !== named ? { of: named } : {}
    const subject = { id: isExecution ? execution : named, ...this.#facts.subject }
    const details = { ...started, ...this.#facts.details }
    return this.#audit.entryOf(action, exchange, { outcome, ...this.#facts, subject, details })
  }
}

/** Undefined for a request that was wrong and changed nothing. */
function outcomeOf(status: number): AuditOutcome | undefined {
  if (status < 400) return 'done'
  if (status === 401 || status === 403) return 'refused'
  return status >= 500 ? 'failed' : undefined
}
