import { DELIVERY_STATUSES, SUBSCRIPTION_EVENTS, type SubscriptionEvent } from '@millrace/model'
import { auditedTransaction } from './audit-scope.ts'
import {
  DELIVERY_EVENT_NUMBERS,
  type DeliveryRecord,
  type DeliveryStore,
  ERROR_WORKFLOW,
  type SubscriptionRecord,
} from './delivery-store.ts'
import { binder, isStorable, type Sql, type SqlValue } from './sql.ts'
import { bytesOf, textOf } from './workflow-rows.ts'

const SUBSCRIPTION = `id, kind, name, events, is_enabled AS "isEnabled", failing_since AS "failingSince",
  disabled_reason AS "disabledReason", secret, details`
const DELIVERY = `id, subscription_id AS "subscriptionId", event, subject_id AS "subjectId", status, attempts,
  due_at AS "dueAt", created_at AS "createdAt", ended_at AS "endedAt", response_status AS "responseStatus", error, body`

interface SubscriptionRow extends Pick<SubscriptionRecord, 'id' | 'kind' | 'name' | 'failingSince' | 'disabledReason'> {
  readonly events: number
  readonly isEnabled: number
  readonly secret: Uint8Array | null
  readonly details: string | Uint8Array
}

type DeliveryRow = Omit<DeliveryRecord, 'event' | 'status' | 'body'> & {
  readonly event: number
  readonly status: number
  readonly body: string | Uint8Array | null
}

const EVENTS: ReadonlyMap<number, SubscriptionEvent> = new Map(
  SUBSCRIPTION_EVENTS.map((event) => [DELIVERY_EVENT_NUMBERS[event], event]),
)

/** Subscriptions to events, and the outbox. Triggers of the database fill the outbox; see `delivery-migrations.ts`. */
export function deliveryStore(sql: Sql): DeliveryStore {
  return { ...subscriptionsIn(sql), ...outboxIn(sql) }
}

type Subscriptions = Pick<DeliveryStore, 'create' | 'get' | 'list' | 'update' | 'remove' | 'setHealth'>

function subscriptionsIn(sql: Sql): Subscriptions {
  const get = async (id: string) => {
    if (!isStorable(id)) return undefined
    const row = await sql.get<SubscriptionRow>(`SELECT ${SUBSCRIPTION} FROM subscriptions WHERE id = $1`, [id])
    return row && subscriptionOf(row)
  }
  return {
    get,

    async create(subscription) {
      await auditedTransaction(sql, 'subscription.', subscription, [
        {
          text: `INSERT INTO subscriptions
            (id, kind, name, events, is_enabled, failing_since, disabled_reason, secret, details)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
          params: valuesOf(sql, subscription),
        },
      ])
    },

    async list({ limit, offset }) {
      const count = await sql.get<{ total: number }>('SELECT count(*) AS total FROM subscriptions', [])
      const rows = await sql.all<SubscriptionRow>(
        `SELECT ${SUBSCRIPTION} FROM subscriptions ORDER BY num LIMIT $1 OFFSET $2`,
        [limit, offset],
      )
      return { items: rows.map(subscriptionOf), total: count?.total ?? 0 }
    },

    update: (subscription) =>
      auditedTransaction(sql, 'subscription.', subscription, [
        {
          text: `UPDATE subscriptions SET kind = $2, name = $3, events = $4, is_enabled = $5, failing_since = $6,
            disabled_reason = $7, secret = $8, details = $9 WHERE id = $1`,
          params: valuesOf(sql, subscription),
          mustChange: true,
        },
      ]),

    remove: async (id) =>
      isStorable(id) &&
      auditedTransaction(sql, 'subscription.', async () => ({ id, name: (await get(id))?.name ?? '' }), [
        { text: 'DELETE FROM subscriptions WHERE id = $1', params: [id], mustChange: true },
        { text: 'DELETE FROM deliveries WHERE subscription_id = $1', params: [id] },
      ]),

    async setHealth(id, { failingSince, isEnabled, disabledReason }) {
      await sql.run(
        'UPDATE subscriptions SET failing_since = $2, is_enabled = $3, disabled_reason = $4 WHERE id = $1',
        [id, failingSince, isEnabled ? 1 : 0, disabledReason],
      )
    },
  }
}

const IS_DUE = 'd.status = 0 AND d.due_at <= $1'

function outboxIn(sql: Sql): Omit<DeliveryStore, keyof Subscriptions> {
  return {
    async delivery(id) {
      if (!isStorable(id)) return undefined
      const row = await sql.get<DeliveryRow>(`SELECT ${DELIVERY} FROM deliveries WHERE id = $1`, [id])
      return row && deliveryOf(row)
    },

    async deliveries({ subscriptionId, status, limit, offset }) {
      const { bind, params } = binder()
      const of = `subscription_id = ${bind(subscriptionId)}`
      const where = status === undefined ? of : `${of} AND status = ${bind(DELIVERY_STATUSES.indexOf(status))}`
      const [count] = await sql.all<{ total: number }>(`SELECT count(*) AS total FROM deliveries WHERE ${where}`, [
        ...params,
      ])
      const rows = await sql.all<DeliveryRow>(
        `SELECT ${DELIVERY} FROM deliveries WHERE ${where} ORDER BY num DESC LIMIT ${bind(limit)} OFFSET ${bind(offset)}`,
        params,
      )
      return { items: rows.map(deliveryOf), total: count?.total ?? 0 }
    },

    async recipients(now) {
      const rows = await sql.all<{ id: string }>(
        `SELECT s.id FROM subscriptions s WHERE s.is_enabled = 1
          AND EXISTS (SELECT 1 FROM deliveries d WHERE d.subscription_id = s.id AND ${IS_DUE})
        UNION ALL SELECT '${ERROR_WORKFLOW}'
          WHERE EXISTS (SELECT 1 FROM deliveries d WHERE d.subscription_id = '${ERROR_WORKFLOW}' AND ${IS_DUE})`,
        [now],
      )
      return rows.map(({ id }) => id)
    },

    async due(subscriptionId, now, limit) {
      const rows = await sql.all<DeliveryRow>(
        `SELECT ${DELIVERY} FROM deliveries d WHERE ${IS_DUE} AND subscription_id = $2 ORDER BY due_at, num LIMIT $3`,
        [now, subscriptionId, limit],
      )
      return rows.map(deliveryOf)
    },

    async settle(id, { status, attempts, dueAt, endedAt, responseStatus, error, body }) {
      await sql.run(
        `UPDATE deliveries SET status = $2, attempts = $3, due_at = $4, ended_at = $5, response_status = $6, error = $7,
          body = $8 WHERE id = $1`,
        [
          ...[id, DELIVERY_STATUSES.indexOf(status), attempts, dueAt, endedAt, responseStatus, error],
          body === null ? null : sql.dialect.longText(body),
        ],
      )
    },

    async discard(ids) {
      if (ids.length === 0) return
      await sql.run(`DELETE FROM deliveries WHERE id IN (${ids.map((_, at) => `$${at + 1}`)})`, [...ids])
    },

    async replay(id, now) {
      if (!isStorable(id)) return false
      const text = `UPDATE deliveries SET status = 0, attempts = 0, due_at = $2, ended_at = NULL, error = NULL,
        response_status = NULL WHERE id = $1 AND status <> 0`
      return (await sql.run(text, [id, now])) > 0
    },

    async prune({ createdBefore, keepEnded, maxPending, now, batch }) {
      const rows = await sql.all<{ id: string }>('SELECT DISTINCT subscription_id AS id FROM deliveries', [])
      let changed = 0
      for (const { id } of rows) {
        const some = (condition: string, order: string, beyond: string) =>
          `num IN (SELECT num FROM deliveries WHERE subscription_id = $1 AND ${condition} ORDER BY ${order} ${beyond})`
        changed += await sql.run(
          `DELETE FROM deliveries WHERE ${some('status <> 0', 'num DESC', 'LIMIT $2 OFFSET $3')}`,
          [id, batch, keepEnded],
        )
        changed += await sql.run(`DELETE FROM deliveries WHERE ${some('created_at < $2', 'num', 'LIMIT $3')}`, [
          ...[id, createdBefore, batch],
        ])
        changed += await sql.run(
          `UPDATE deliveries SET status = 2, ended_at = $4, error = $5
          WHERE ${some('status = 0', 'due_at, num', 'LIMIT $2 OFFSET $3')}`,
          [id, batch, maxPending, now, `More than ${maxPending} deliveries waited.`],
        )
      }
      return changed
    },
  }
}

function valuesOf({ dialect }: Sql, subscription: SubscriptionRecord): SqlValue[] {
  const { id, kind, name, events, isEnabled, failingSince, disabledReason, secret, ...details } = subscription
  const set = events.reduce((bits, event) => bits | (1 << DELIVERY_EVENT_NUMBERS[event]), 0)
  const { url, to, from, credential, createdAt, updatedAt, createdBy } = details
  const text = JSON.stringify({ url, to, from, credential, createdAt, updatedAt, createdBy })
  return [id, kind, name, set, isEnabled ? 1 : 0, failingSince, disabledReason, secret, dialect.longText(text)]
}

type Details = Omit<SubscriptionRecord, Exclude<keyof SubscriptionRow, 'details'>>

function subscriptionOf({ secret, details, events, isEnabled, ...row }: SubscriptionRow): SubscriptionRecord {
  const hasEvent = (event: SubscriptionEvent) => ((events >> DELIVERY_EVENT_NUMBERS[event]) & 1) === 1
  return {
    ...row,
    events: SUBSCRIPTION_EVENTS.filter(hasEvent),
    isEnabled: isEnabled === 1,
    secret: bytesOf(secret),
    ...(JSON.parse(textOf(details)) as Details),
  }
}

function deliveryOf({ event, status, body, ...row }: DeliveryRow): DeliveryRecord {
  return {
    ...row,
    event: EVENTS.get(event) ?? 'execution.failed',
    status: DELIVERY_STATUSES[status] ?? 'failed',
    body: body === null ? null : textOf(body),
  }
}
