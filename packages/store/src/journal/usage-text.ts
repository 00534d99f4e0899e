/**
 * The usage of models as rows of the tables `model_usage` (a day, workflow, person and model) and `model_totals` (a month
 * and everything that can have a budget). Both journal writers add to them in the transaction of the events that report the
 * usage, so that every call is counted once, also after a crash.
 */
import type { UsageRow } from '@millrace/model'
import { listedText } from '@millrace/model/listing'
import { WORKFLOW_PROJECTS } from '../project-names.ts'

const DAY_MS = 24 * 3600 * 1000

export interface UsageText {
  readonly day: number
  readonly month: number
  readonly workflow_id: string
  readonly person: string
  readonly person_name: string
  readonly model: string
  readonly calls: number
  readonly unpriced: number
  readonly input_tokens: number
  readonly output_tokens: number
  readonly cost: number
}

/** The days since 1970, in UTC. */
export function dayOf(time: number): number {
  return Math.floor(time / DAY_MS)
}

/** The first moment of a day. */
export function startOfDay(day: number): number {
  return day * DAY_MS
}

/** The month in UTC, such as 202611. */
export function monthOf(time: number): number {
  const date = new Date(time)
  return date.getUTCFullYear() * 100 + date.getUTCMonth() + 1
}

export function usageTexts(rows: readonly UsageRow[]): readonly UsageText[] {
  return rows.map((row) => ({
    day: dayOf(row.at),
    month: monthOf(row.at),
    workflow_id: listedText(row.workflowId),
    person: listedText(row.person),
    person_name: listedText(row.personName),
    model: listedText(row.model),
    calls: row.calls,
    unpriced: row.unpriced,
    input_tokens: row.inputTokens,
    output_tokens: row.outputTokens,
    cost: row.cost,
  }))
}

const USAGE_COLUMNS = `day, workflow_id, person, person_name, model, calls, unpriced, input_tokens, output_tokens, cost`
const TOTAL_COLUMNS = 'month, scope, subject, tokens, cost'

const plus = (table: string, columns: readonly string[]) =>
  columns.map((column) => `${column} = ${table}.${column} + excluded.${column}`).join(', ')

const ADD_TO_USAGE = `ON CONFLICT (day, workflow_id, person, model) DO UPDATE SET person_name = excluded.person_name,
  ${plus('model_usage', ['calls', 'unpriced', 'input_tokens', 'output_tokens', 'cost'])}`
const ADD_TO_TOTALS = `ON CONFLICT (month, scope, subject) DO UPDATE SET ${plus('model_totals', ['tokens', 'cost'])}`

/** Adds one row, with ten parameters. */
export const addUsage = (parameters: readonly string[]) =>
  `INSERT INTO model_usage (${USAGE_COLUMNS}) VALUES (${parameters.join(', ')}) ${ADD_TO_USAGE}`
/** Adds to one total, with five parameters. */
export const addTotal = (parameters: readonly string[]) =>
  `INSERT INTO model_totals (${TOTAL_COLUMNS}) VALUES (${parameters.join(', ')}) ${ADD_TO_TOTALS}`
/** Adds to the total of the project that a workflow is in, with four parameters. */
export const addProjectTotal = ([month, tokens, cost, workflow]: readonly [string, string, string, string]) =>
  `INSERT INTO model_totals (${TOTAL_COLUMNS})
  SELECT CAST(${month} AS BIGINT), 'project', p.project, CAST(${tokens} AS BIGINT), CAST(${cost} AS BIGINT)
  FROM ${WORKFLOW_PROJECTS} p WHERE p.id = ${workflow} ${ADD_TO_TOTALS}`

export function usageValues(text: UsageText): readonly (string | number)[] {
  const { day, workflow_id, person, person_name, model, calls, unpriced, input_tokens, output_tokens, cost } = text
  return [day, workflow_id, person, person_name, model, calls, unpriced, input_tokens, output_tokens, cost]
}

interface TotalAddition {
  readonly statement: 'addTotal' | 'addProjectTotal'
  readonly values: readonly (string | number)[]
}

/** The totals that a row adds to, in the order in which every writer locks them. */
export function totalAdditions(text: UsageText): readonly TotalAddition[] {
  const { month, workflow_id, person, model, input_tokens, output_tokens, cost } = text
  const sums = [input_tokens + output_tokens, cost]
  return [
    { statement: 'addTotal', values: [month, 'instance', '', ...sums] },
    { statement: 'addTotal', values: [month, 'model', model, ...sums] },
    { statement: 'addTotal', values: [month, 'person', person, ...sums] },
    { statement: 'addProjectTotal', values: [month, ...sums, workflow_id] },
    { statement: 'addTotal', values: [month, 'workflow', workflow_id, ...sums] },
  ]
}

const JSON_COLUMNS = `day bigint, month bigint, workflow_id text, person text, person_name text, model text, calls bigint,
  unpriced bigint, input_tokens bigint, output_tokens bigint, cost bigint`

/**
 * For Postgres: adds the rows of the JSON column `usage` of `source`. Sorted, and the totals after the rows, so that two
 * writers cannot deadlock.
 */
export const withUsage = (source: string) => `
  model_calls AS (
    SELECT u.* FROM ${source} CROSS JOIN json_to_recordset(${source}.usage) AS u (${JSON_COLUMNS})
  ),
  usage_added AS (
    INSERT INTO model_usage (${USAGE_COLUMNS})
    SELECT day, workflow_id, person, max(person_name), model, sum(calls), sum(unpriced), sum(input_tokens),
      sum(output_tokens), sum(cost)
    FROM model_calls GROUP BY day, workflow_id, person, model ORDER BY day, workflow_id, person, model
    ${ADD_TO_USAGE} RETURNING day
  ),
  totals_added AS (
    INSERT INTO model_totals (${TOTAL_COLUMNS})
    SELECT c.month, t.scope, t.subject, sum(c.input_tokens + c.output_tokens), sum(c.cost)
    FROM model_calls c CROSS JOIN LATERAL (
      VALUES ('instance', ''), ('model', c.model), ('person', c.person), ('workflow', c.workflow_id),
        ('project', (SELECT p.project FROM ${WORKFLOW_PROJECTS} p WHERE p.id = c.workflow_id))
    ) AS t (scope, subject)
    WHERE t.subject IS NOT NULL AND (SELECT count(*) FROM usage_added) >= 0
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3 ${ADD_TO_TOTALS}
  ),`
