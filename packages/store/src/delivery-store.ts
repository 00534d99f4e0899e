/** The database port for subscriptions to events and for the outbox of their deliveries. */
import type { DeliveryStatus, SubscriptionEvent, SubscriptionKind } from '@millrace/model'
import { STATUS_NUMBERS } from './journal/statuses.ts'
import type { Page } from './page.ts'

/** The recipient that starts error workflows; it is not a subscription. */
export const ERROR_WORKFLOW = 'error-workflow'

/**
 * The numbers of the events in the tables. Existing databases contain them, so they never change; those of executions are
 * the numbers of the statuses.
 */
export const DELIVERY_EVENT_NUMBERS = {
  'execution.completed': STATUS_NUMBERS.completed,
  'execution.failed': STATUS_NUMBERS.failed,
  'execution.cancelled': STATUS_NUMBERS.cancelled,
  'question.waiting': 6,
  'question.answered': 7,
  'budget.warning': 8,
  'budget.exceeded': 9,
} as const satisfies Record<SubscriptionEvent, number>

/** A recipient of events. */
export interface SubscriptionRecord {
  readonly id: string
  readonly kind: SubscriptionKind
  readonly name: string
  readonly events: readonly SubscriptionEvent[]
  readonly isEnabled: boolean
  /** When the deliveries began to fail; null if the last one succeeded. */
  readonly failingSince: number | null
  /** Why the service disabled it; null if it did not. */
  readonly disabledReason: string | null
  /** The encrypted address and signing secret. */
  readonly secret: Uint8Array | null
  /** The address as it is shown. */
  readonly url: string | null
  /** The e-mail addresses of recipients and sender, and the credential of the mail server. */
  readonly to: readonly string[]
  readonly from: string | null
  readonly credential: string | null
  readonly createdAt: number
  readonly updatedAt: number
  readonly createdBy: string
}

/** One event for one recipient. */
export interface DeliveryRecord {
  readonly id: string
  readonly subscriptionId: string
  readonly event: SubscriptionEvent
  /** The execution or the question; of a budget its id and the month, such as `…:202611`. */
  readonly subjectId: string
  readonly status: DeliveryStatus
  readonly attempts: number
  /** When it is sent next. */
  readonly dueAt: number
  readonly createdAt: number
  readonly endedAt: number | null
  readonly responseStatus: number | null
  readonly error: string | null
  /** What is sent; null before the first attempt. */
  readonly body: string | null
}

/** The result of an attempt. */
export type DeliveryOutcome = Pick<
  DeliveryRecord,
  'status' | 'attempts' | 'dueAt' | 'endedAt' | 'responseStatus' | 'error' | 'body'
>

export interface DeliveryPrune {
  /** Removes deliveries that are older. */
  readonly createdBefore: number
  /** Removes ended deliveries of a recipient that has this many newer ones. */
  readonly keepEnded: number
  /** Fails pending deliveries of a recipient that has this many that are due earlier. */
  readonly maxPending: number
  readonly now: number
  /** Changes at most this many in each step. */
  readonly batch: number
}

export interface DeliveryStore {
  create(subscription: SubscriptionRecord): Promise<void>
  get(id: string): Promise<SubscriptionRecord | undefined>
  /** Oldest first. */
  list(page: { limit: number; offset: number }): Promise<Page<SubscriptionRecord>>
  update(subscription: SubscriptionRecord): Promise<boolean>
  /** Removes the subscription and its deliveries. */
  remove(id: string): Promise<boolean>
  /** Records whether its deliveries succeed. */
  setHealth(
    id: string,
    health: Pick<SubscriptionRecord, 'failingSince' | 'isEnabled' | 'disabledReason'>,
  ): Promise<void>

  delivery(id: string): Promise<DeliveryRecord | undefined>
  /** Newest first. */
  deliveries(query: {
    readonly subscriptionId: string
    readonly status?: DeliveryStatus
    readonly limit: number
    readonly offset: number
  }): Promise<Page<DeliveryRecord>>
  /** The enabled recipients with deliveries that are due. */
  recipients(now: number): Promise<readonly string[]>
  /** Deliveries of a recipient that are due, those that are due first at the start. */
  due(subscriptionId: string, now: number, limit: number): Promise<readonly DeliveryRecord[]>
  /** Records the result of an attempt. */
  settle(id: string, outcome: DeliveryOutcome): Promise<void>
  /** Removes deliveries that are not needed. */
  discard(ids: readonly string[]): Promise<void>
  /** Makes a delivery that has ended pending again; false if it has not ended. */
  replay(id: string, now: number): Promise<boolean>
  /** Returns the number of changed rows. Call it again until that is 0. */
  prune(query: DeliveryPrune): Promise<number>
}
