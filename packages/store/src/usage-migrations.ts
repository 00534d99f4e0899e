/**
 * What models used, budgets, and prices. Amounts of money are in billionths of the currency of the prices. A trigger on the
 * totals puts an event into the outbox in the transaction that reaches a budget, see `delivery-migrations.ts`.
 */
import { DEFAULT_PROJECT } from '@millrace/model'
import { DELIVERY_EVENT_NUMBERS } from './delivery-store.ts'
import { forBothDialects } from './migration-dialect.ts'
import { UNFINISHED } from './move/unfinished.ts'

// `scope` is instance, project, workflow, person or model, and `subject` its id; empty for the instance.
const tables = forBothDialects((is) => [
  `CREATE TABLE model_usage (
    day ${is.integer} NOT NULL,
    workflow_id ${is.text} NOT NULL,
    person ${is.text} NOT NULL,
    person_name ${is.text} NOT NULL,
    model ${is.text} NOT NULL,
    calls ${is.integer} NOT NULL,
    unpriced ${is.integer} NOT NULL,
    input_tokens ${is.integer} NOT NULL,
    output_tokens ${is.integer} NOT NULL,
    cost ${is.integer} NOT NULL,
    PRIMARY KEY (day, workflow_id, person, model)
  ) ${is.endOfKeys}`,
  'CREATE INDEX model_usage_by_person ON model_usage (person, person_name)',
  `CREATE TABLE model_totals (
    month ${is.integer} NOT NULL,
    scope ${is.text} NOT NULL,
    subject ${is.text} NOT NULL,
    tokens ${is.integer} NOT NULL,
    cost ${is.integer} NOT NULL,
    PRIMARY KEY (month, scope, subject)
  ) ${is.endOfKeys}`,
  `CREATE TABLE model_budgets (
    num ${is.ordinal},
    id ${is.text} NOT NULL UNIQUE,
    scope ${is.text} NOT NULL,
    subject ${is.text} NOT NULL,
    unit ${is.text} NOT NULL,
    max_use ${is.integer} NOT NULL,
    warn_percent ${is.integer} NOT NULL,
    created_at ${is.integer} NOT NULL,
    updated_at ${is.integer} NOT NULL,
    created_by ${is.text} NOT NULL,
    UNIQUE (scope, subject, unit)
  ) ${is.end}`,
  `CREATE TABLE model_prices (
    model ${is.text} NOT NULL PRIMARY KEY,
    input ${is.integer} NOT NULL,
    output ${is.integer} NOT NULL,
    updated_at ${is.integer} NOT NULL
  ) ${is.endOfKeys}`,
])

interface Expressions {
  readonly id: string
  readonly now: string
}

const WARNING = DELIVERY_EVENT_NUMBERS['budget.warning']
const EXCEEDED = DELIVERY_EVENT_NUMBERS['budget.exceeded']

/** Announces the budgets that a total reaches: their limit, or otherwise their warning. */
const announce = ({ id, now }: Expressions, before: { readonly tokens: string; readonly cost: string }) => `
  INSERT INTO deliveries (id, subscription_id, event, subject_id, status, attempts, due_at, created_at)
  SELECT ${id}, s.id, r.event, r.subject_id, 0, 0, 0, ${now} FROM (
    SELECT b.id || ':' || CAST(NEW.month AS TEXT) AS subject_id,
      CASE WHEN b.after >= b.max_use THEN ${EXCEEDED} ELSE ${WARNING} END AS event
    FROM (
      SELECT id, max_use, warn_percent,
        CASE unit WHEN 'tokens' THEN ${before.tokens} ELSE ${before.cost} END AS before,
        CASE unit WHEN 'tokens' THEN NEW.tokens ELSE NEW.cost END AS after
      FROM model_budgets WHERE scope = NEW.scope AND subject = NEW.subject
    ) b
    WHERE (b.before < b.max_use AND b.after >= b.max_use)
      OR (b.before * 100 < b.max_use * b.warn_percent AND b.after * 100 >= b.max_use * b.warn_percent)
  ) r JOIN subscriptions s ON s.is_enabled = 1 AND ((s.events >> CAST(r.event AS INTEGER)) & 1) = 1
  WHERE true ON CONFLICT DO NOTHING;`

const TRIGGERS = [
  ['budgets_reached_at_once', 'INSERT', { tokens: '0', cost: '0' }],
  ['budgets_reached', 'UPDATE', { tokens: 'OLD.tokens', cost: 'OLD.cost' }],
] as const

const sqliteTriggers = TRIGGERS.map(
  ([name, when, before]) => `CREATE TRIGGER ${name} AFTER ${when} ON model_totals
  WHEN EXISTS (SELECT 1 FROM model_budgets b WHERE b.scope = NEW.scope AND b.subject = NEW.subject)
  BEGIN ${announce(
    { id: 'lower(hex(randomblob(16)))', now: `CAST(unixepoch('subsec') * 1000 AS INTEGER)` },
    before,
  )} END`,
)

const postgresTriggers = TRIGGERS.flatMap(([name, when, before]) => [
  `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    -- Rows that are copied from another database are not news.
    IF to_regclass('${UNFINISHED}') IS NULL THEN ${announce(
      {
        id: `replace(gen_random_uuid()::text, '-', '')`,
        now: 'CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)',
      },
      before,
    )} END IF;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER ${name} AFTER ${when} ON model_totals FOR EACH ROW EXECUTE FUNCTION ${name}()`,
])

export const usage = {
  sqlite: [...tables.sqlite, ...sqliteTriggers],
  postgres: [...tables.postgres, ...postgresTriggers],
}

// What was used before counts for the project that the workflow is in at the upgrade.
export const projectTotals = forBothDialects(() => [
  `INSERT INTO model_totals (month, scope, subject, tokens, cost)
  SELECT t.month, 'project', coalesce(w.project, '${DEFAULT_PROJECT}'), sum(t.tokens), sum(t.cost)
  FROM model_totals t LEFT JOIN workflows w ON w.id = t.subject
  WHERE t.scope = 'workflow' AND (w.project IS NOT NULL OR t.subject = '')
  GROUP BY t.month, coalesce(w.project, '${DEFAULT_PROJECT}')`,
])
