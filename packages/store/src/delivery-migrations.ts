/**
 * The outbox of events: one row for every event and recipient, inserted by triggers in the transaction that writes the end
 * of an execution or the change of a question. So an event is in the outbox exactly if it happened, also after a crash.
 */
import { DELIVERY_EVENT_NUMBERS, ERROR_WORKFLOW } from './delivery-store.ts'
import { STATUS_NUMBERS, TRIGGER_NUMBERS } from './journal/statuses.ts'
import { forBothDialects } from './migration-dialect.ts'
import { UNFINISHED } from './move/unfinished.ts'

// `events` is a bit set of event numbers. `secret` has the address and the signing secret, encrypted.
// `status` of a delivery: 0 pending, 1 delivered, 2 failed.
const tables = forBothDialects((is) => [
  `CREATE TABLE subscriptions (
    num ${is.ordinal},
    id ${is.text} NOT NULL UNIQUE,
    kind ${is.text} NOT NULL,
    name ${is.text} NOT NULL,
    events ${is.integer} NOT NULL,
    is_enabled ${is.integer} NOT NULL,
    failing_since ${is.integer},
    disabled_reason ${is.text},
    secret ${is.bytes},
    details ${is.longText} NOT NULL
  ) ${is.end}`,
  `CREATE TABLE deliveries (
    num ${is.ordinal},
    id ${is.text} NOT NULL UNIQUE,
    subscription_id ${is.text} NOT NULL,
    event ${is.integer} NOT NULL,
    subject_id ${is.text} NOT NULL,
    status ${is.integer} NOT NULL,
    attempts ${is.integer} NOT NULL,
    due_at ${is.integer} NOT NULL,
    created_at ${is.integer} NOT NULL,
    ended_at ${is.integer},
    response_status ${is.integer},
    error ${is.text},
    body ${is.longText},
    UNIQUE (subscription_id, event, subject_id)
  ) ${is.end}`,
  `CREATE INDEX deliveries_due ON deliveries (subscription_id, due_at${is.thenNum}) WHERE status = 0`,
  `CREATE INDEX deliveries_ended ON deliveries (subscription_id${is.thenNum}) WHERE status <> 0`,
  `CREATE INDEX deliveries_of ON deliveries (subscription_id${is.thenNum})`,
])

interface Expressions {
  readonly id: string
  readonly now: string
}

/** Inserts an event for every subscription that wants it; `also` adds recipients. */
const announce = (event: string, { id, now }: Expressions, also = '') => `
  INSERT INTO deliveries (id, subscription_id, event, subject_id, status, attempts, due_at, created_at)
  SELECT ${id}, r.id, ${event}, NEW.id, 0, 0, 0, ${now} FROM (
    SELECT s.id FROM subscriptions s WHERE s.is_enabled = 1 AND ((s.events >> CAST(${event} AS INTEGER)) & 1) = 1 ${also}
  ) r WHERE true ON CONFLICT DO NOTHING;`

// The failure of an error workflow starts none, so that failures cannot start each other for ever.
const errorWorkflow = `UNION ALL SELECT '${ERROR_WORKFLOW}'
    WHERE NEW.status = ${STATUS_NUMBERS.failed} AND NEW.trigger_kind <> ${TRIGGER_NUMBERS.error}`

// An execution may be created with its end. Those with a negative workflow are parts of others.
const ENDS = `NEW.status >= ${STATUS_NUMBERS.completed} AND NEW.workflow > 0`
const TRIGGERS = [
  ['executions_end_at_once', 'INSERT', 'executions', ENDS],
  ['executions_end', 'UPDATE OF status', 'executions', `OLD.status < ${STATUS_NUMBERS.completed} AND ${ENDS}`],
  ['interrupts_wait', 'INSERT', 'interrupts', "NEW.status = 'pending'"],
  ['interrupts_resolve', 'UPDATE OF status', 'interrupts', "OLD.status = 'pending' AND NEW.status = 'resolved'"],
] as const

const eventOf = (name: (typeof TRIGGERS)[number][0]) => {
  if (name === 'interrupts_wait') return [String(DELIVERY_EVENT_NUMBERS['question.waiting']), ''] as const
  if (name === 'interrupts_resolve') return [String(DELIVERY_EVENT_NUMBERS['question.answered']), ''] as const
  return ['NEW.status', errorWorkflow] as const
}

const inSqlite = { id: 'lower(hex(randomblob(16)))', now: `CAST(unixepoch('subsec') * 1000 AS INTEGER)` }
const inPostgres = {
  id: `replace(gen_random_uuid()::text, '-', '')`,
  now: 'CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)',
}

// Most services have no subscription: this check is cheaper than an insert of no rows.
const HAS_SUBSCRIPTION = 'EXISTS (SELECT 1 FROM subscriptions)'

const sqliteTriggers = TRIGGERS.map(([name, when, table, condition]) => {
  const [event, also] = eventOf(name)
  const mayHaveRecipient =
    also === '' ? HAS_SUBSCRIPTION : `(NEW.status = ${STATUS_NUMBERS.failed} OR ${HAS_SUBSCRIPTION})`
  return `CREATE TRIGGER ${name} AFTER ${when} ON ${table} WHEN ${condition} AND ${mayHaveRecipient}
  BEGIN ${announce(event, inSqlite, also)} END`
})

const postgresTriggers = TRIGGERS.flatMap(([name, when, table, condition]) => {
  const [event, also] = eventOf(name)
  return [
    `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      -- Rows that are copied from another database are not news.
      IF to_regclass('${UNFINISHED}') IS NULL THEN ${announce(event, inPostgres, also)} END IF;
      RETURN NULL;
    END $$`,
    `CREATE TRIGGER ${name} AFTER ${when} ON ${table} FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION ${name}()`,
  ]
})

export const deliveries = {
  sqlite: [...tables.sqlite, ...sqliteTriggers],
  postgres: [...tables.postgres, ...postgresTriggers],
}
