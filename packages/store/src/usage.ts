import type { UsageGrouping } from '@millrace/model'
import { addProjectTotal, addTotal, addUsage, totalAdditions, usageTexts, usageValues } from './journal/usage-text.ts'
import { ofProjects } from './project-names.ts'
import { type Bind, binder, isStorable, type Sql } from './sql.ts'
import type { UsageDayRow, UsageFilter, UsageGroup, UsageStore } from './usage-store.ts'

const parameters = (count: number) => Array.from({ length: count }, (_, at) => `$${at + 1}`)
const ADD_USAGE = addUsage(parameters(10))
const ADD_TO_TOTAL = {
  addTotal: addTotal(parameters(5)),
  addProjectTotal: addProjectTotal(['$1', '$2', '$3', '$4']),
}

const sum = (column: string, name: string) => `CAST(coalesce(sum(${column}), 0) AS BIGINT) AS "${name}"`
const SUMS = `${sum('calls', 'calls')}, ${sum('unpriced', 'unpriced')}, ${sum('input_tokens', 'inputTokens')},
  ${sum('output_tokens', 'outputTokens')}, CAST(coalesce(sum(cost), 0) AS DOUBLE PRECISION) / 1000000000 AS cost`

const COLUMNS = {
  workflow: 'workflow_id',
  person: 'person',
  model: 'model',
  day: 'day',
} as const satisfies Record<UsageGrouping, string>

/** The names of workflows may have changed; deleted ones have none. */
const NAMES = {
  workflow: '(SELECT w.name FROM workflows w WHERE w.id = g.key)',
  person: 'g.last_name',
  model: 'NULL',
  day: 'NULL',
} as const satisfies Record<UsageGrouping, string>

export function usageStore(sql: Sql): UsageStore {
  return {
    async add(rows) {
      const statements = usageTexts(rows).flatMap((text) => [
        { text: ADD_USAGE, params: usageValues(text) },
        ...totalAdditions(text).map(({ statement, values }) => ({ text: ADD_TO_TOTAL[statement], params: values })),
      ])
      await sql.transaction(statements)
    },

    async list({ groupBy, limit, offset, ...filter }) {
      if (!isPossible(filter)) return { items: [], total: 0 }
      const column = COLUMNS[groupBy]
      const whole = binder()
      const [count] = await sql.all<{ total: number }>(
        `SELECT count(DISTINCT ${column}) AS total FROM model_usage WHERE ${matches(filter, whole.bind)}`,
        whole.params,
      )
      const { bind, params } = binder()
      const order = groupBy === 'day' ? 'day DESC' : `sum(cost) DESC, sum(input_tokens + output_tokens) DESC, ${column}`
      const items = await sql.all<UsageGroup>(
        `SELECT g.key, g.calls, g.unpriced, g."inputTokens", g."outputTokens", g.cost, ${NAMES[groupBy]} AS name FROM (
          SELECT CAST(${column} AS TEXT) AS key, max(person_name) AS last_name, ${SUMS}
          FROM model_usage WHERE ${matches(filter, bind)}
          GROUP BY ${column} ORDER BY ${order} LIMIT ${bind(limit)} OFFSET ${bind(offset)}
        ) g`,
        params,
      )
      return { items, total: count?.total ?? 0 }
    },

    async rows({ after, limit, ...filter }) {
      if (!isPossible(filter)) return []
      const { bind, params } = binder()
      const where = matches(filter, bind)
      const from =
        after === undefined
          ? ''
          : `AND (u.day, u.workflow_id, u.person, u.model) >
            (${[after.day, after.workflowId, after.person, after.model].map(bind).join(', ')})`
      return sql.all<UsageDayRow>(
        `SELECT u.day, u.workflow_id AS "workflowId", u.person, u.person_name AS "personName", u.model, u.calls,
          u.unpriced, u.input_tokens AS "inputTokens", u.output_tokens AS "outputTokens",
          CAST(u.cost AS DOUBLE PRECISION) / 1000000000 AS cost,
          (SELECT w.name FROM workflows w WHERE w.id = u.workflow_id) AS "workflowName"
        FROM model_usage u WHERE ${where} ${from} ORDER BY u.day, u.workflow_id, u.person, u.model LIMIT ${bind(limit)}`,
        params,
      )
    },

    async prune({ day, month }) {
      const days = await sql.run(
        'DELETE FROM model_usage WHERE day < $1 AND day = (SELECT min(day) FROM model_usage)',
        [day],
      )
      return days + (await sql.run('DELETE FROM model_totals WHERE month < $1', [month]))
    },
  }
}

/** No stored text has a NUL character. */
function isPossible({ workflow = '', person = '', model = '', projects }: UsageFilter): boolean {
  return projects?.length !== 0 && [workflow, person, model, ...(projects ?? [])].every(isStorable)
}

function matches({ from, to, workflow, person, model, projects }: UsageFilter, bind: Bind): string {
  return [
    `day >= ${bind(from)} AND day <= ${bind(to)}`,
    workflow === undefined ? [] : `workflow_id = ${bind(workflow)}`,
    person === undefined ? [] : `person = ${bind(person)}`,
    model === undefined ? [] : `model = ${bind(model)}`,
    projects === undefined ? [] : ofProjects('workflow_id', projects, bind),
  ]
    .flat()
    .join(' AND ')
}
