import type { DeliveryRecord, SubscriptionRecord } from '@millrace/model'
import type { DeliveryRecord as StoredDelivery, SubscriptionRecord as StoredSubscription } from '@millrace/store'
import { iso, isoOrNull } from '../platform/iso.ts'

export const exampleSubscription: SubscriptionRecord = {
  id: '5c1d7a52-8f0e-4b6b-9c3a-2f1e0d9c8b7a',
  kind: 'webhook',
  name: 'Operations',
  events: ['execution.failed'],
  enabled: true,
  url: 'https://ops.example/millrace',
  to: [],
  from: null,
  credential: null,
  failingSince: null,
  disabledReason: null,
  createdAt: '2026-01-01T12:00:00.000Z',
  updatedAt: '2026-01-01T12:00:00.000Z',
  createdBy: 'Ada',
}

export const exampleDelivery: DeliveryRecord = {
  id: 'd2f6a1b0c4e84f1f9a3b5c7d9e0f1a2b',
  event: 'execution.failed',
  subjectId: '0198c0de-0000-7000-8000-000000000000',
  status: 'delivered',
  attempts: 1,
  createdAt: '2026-01-01T12:00:00.000Z',
  nextAttemptAt: null,
  endedAt: '2026-01-01T12:00:01.000Z',
  responseStatus: 204,
  error: null,
}

/** A subscription as it is returned: without its secrets. */
export function subscriptionRecord(stored: StoredSubscription): SubscriptionRecord {
  const { id, kind, name, events, isEnabled, url, to, from, credential, disabledReason, createdBy } = stored
  return {
    ...{ id, kind, name, events: [...events], enabled: isEnabled, url, to: [...to], from, credential },
    failingSince: isoOrNull(stored.failingSince),
    disabledReason,
    createdAt: iso(stored.createdAt),
    updatedAt: iso(stored.updatedAt),
    createdBy,
  }
}

export function deliveryRecord(stored: StoredDelivery): DeliveryRecord {
  const { id, event, subjectId, status, attempts, dueAt, createdAt, endedAt, responseStatus, error } = stored
  return {
    ...{ id, event, subjectId, status, attempts, responseStatus, error },
    createdAt: iso(createdAt),
    // A new delivery is due at once, which the table represents as 0.
    nextAttemptAt: status === 'pending' ? iso(Math.max(dueAt, createdAt)) : null,
    endedAt: isoOrNull(endedAt),
  }
}
