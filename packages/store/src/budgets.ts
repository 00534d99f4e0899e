import { DEFAULT_PROJECT } from '@millrace/model'
import { auditedTransaction } from './audit-scope.ts'
import { ofProjects, WORKFLOW_PROJECTS } from './project-names.ts'
import { type Bind, binder, isStorable, type Sql } from './sql.ts'
import type { BudgetState, BudgetStore, PriceRecord, PriceStore } from './usage-store.ts'

// The default project has no row.
const NAME_OF_PROJECT = `CASE b.subject WHEN '${DEFAULT_PROJECT}' THEN 'Default'
  ELSE (SELECT p.name FROM projects p WHERE p.id = b.subject) END`

const stateIn = (
  month: string,
) => `SELECT b.id, b.scope, b.subject, b.unit, b.max_use AS "limit", b.warn_percent AS "warnPercent",
    b.created_at AS "createdAt", b.updated_at AS "updatedAt", b.created_by AS "createdBy",
    CASE b.scope
      WHEN 'project' THEN ${NAME_OF_PROJECT}
      WHEN 'workflow' THEN (SELECT w.name FROM workflows w WHERE w.id = b.subject)
      WHEN 'person' THEN (SELECT max(u.person_name) FROM model_usage u WHERE u.person = b.subject)
    END AS name,
    coalesce(CASE b.unit WHEN 'tokens' THEN t.tokens ELSE t.cost END, 0) AS used
  FROM model_budgets b
  LEFT JOIN model_totals t ON t.month = ${month} AND t.scope = b.scope AND t.subject = b.subject`

/** Only with the names of projects: the failure of a call names its project. */
const OF_CALL = `SELECT b.id, b.scope, b.subject, b.unit, b.max_use AS "limit", b.warn_percent AS "warnPercent",
    b.created_at AS "createdAt", b.updated_at AS "updatedAt", b.created_by AS "createdBy",
    CASE b.scope WHEN 'project' THEN ${NAME_OF_PROJECT} END AS name,
    coalesce(CASE b.unit WHEN 'tokens' THEN t.tokens ELSE t.cost END, 0) AS used
  FROM model_budgets b
  LEFT JOIN model_totals t ON t.month = $1 AND t.scope = b.scope AND t.subject = b.subject
  WHERE b.scope = 'instance' OR (b.scope = 'workflow' AND b.subject = $2) OR (b.scope = 'person' AND b.subject = $3)
    OR (b.scope = 'model' AND b.subject = $4)
    OR (b.scope = 'project' AND b.subject = (SELECT p.project FROM ${WORKFLOW_PROJECTS} p WHERE p.id = $2))
  ORDER BY b.num`

export function budgetStore(sql: Sql): BudgetStore {
  const subjectOf = async (id: string) => {
    const found = await sql.get<{ scope: string; subject: string }>(
      'SELECT scope, subject FROM model_budgets WHERE id = $1',
      [id],
    )
    return { id, name: `${found?.scope ?? ''} ${found?.subject ?? ''}`.trim() }
  }
  return {
    create: ({ id, scope, subject, unit, limit, warnPercent, createdAt, updatedAt, createdBy }) =>
      auditedTransaction(sql, 'budget.', { id, name: `${scope} ${subject}`.trim() }, [
        {
          text: `INSERT INTO model_budgets
            (id, scope, subject, unit, max_use, warn_percent, created_at, updated_at, created_by)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (scope, subject, unit) DO NOTHING`,
          params: [id, scope, subject, unit, limit, warnPercent, createdAt, updatedAt, createdBy],
          mustChange: true,
        },
      ]),

    async get(id, month) {
      return isStorable(id) ? sql.get<BudgetState>(`${stateIn('$1')} WHERE b.id = $2`, [month, id]) : undefined
    },

    async list({ month, projects, limit, offset }) {
      if (projects?.length === 0 || projects?.every(isStorable) === false) return { items: [], total: 0 }
      const counted = binder()
      const count = await sql.get<{ total: number }>(
        `SELECT count(*) AS total FROM model_budgets b ${seenIn(projects, counted.bind)}`,
        counted.params,
      )
      const { bind, params } = binder()
      const items = await sql.all<BudgetState>(
        `${stateIn(bind(month))} ${seenIn(projects, bind)} ORDER BY b.num LIMIT ${bind(limit)} OFFSET ${bind(offset)}`,
        params,
      )
      return { items, total: count?.total ?? 0 }
    },

    update: ({ id, limit, warnPercent, updatedAt }) =>
      auditedTransaction(sql, 'budget.', () => subjectOf(id), [
        {
          text: 'UPDATE model_budgets SET max_use = $2, warn_percent = $3, updated_at = $4 WHERE id = $1',
          params: [id, limit, warnPercent, updatedAt],
          mustChange: true,
        },
      ]),

    remove: async (id) =>
      isStorable(id) &&
      auditedTransaction(sql, 'budget.', () => subjectOf(id), [
        { text: 'DELETE FROM model_budgets WHERE id = $1', params: [id], mustChange: true },
      ]),

    of: ({ workflowId, person, model, month }) => sql.all<BudgetState>(OF_CALL, [month, workflowId, person, model]),
  }
}

/** Limits a list to the budgets of some projects and of the workflows that are in them. */
function seenIn(projects: readonly string[] | undefined, bind: Bind): string {
  if (projects === undefined) return ''
  return `WHERE (b.scope = 'project' AND b.subject IN (${projects.map(bind).join(', ')}))
    OR (b.scope = 'workflow' AND ${ofProjects('b.subject', projects, bind)})`
}

const PRICE = 'SELECT model, input, output, updated_at AS "updatedAt" FROM model_prices'

export function priceStore(sql: Sql): PriceStore {
  return {
    async get(model) {
      return isStorable(model) ? sql.get<PriceRecord>(`${PRICE} WHERE model = $1`, [model]) : undefined
    },

    async list({ limit, offset }) {
      const count = await sql.get<{ total: number }>('SELECT count(*) AS total FROM model_prices', [])
      const items = await sql.all<PriceRecord>(`${PRICE} ORDER BY model LIMIT $1 OFFSET $2`, [limit, offset])
      return { items, total: count?.total ?? 0 }
    },

    async set({ model, input, output, updatedAt }) {
      await auditedTransaction(sql, 'price.', { id: model, name: model }, [
        {
          text: `INSERT INTO model_prices (model, input, output, updated_at) VALUES ($1, $2, $3, $4)
            ON CONFLICT (model) DO UPDATE SET input = excluded.input, output = excluded.output,
              updated_at = excluded.updated_at`,
          params: [model, input, output, updatedAt],
        },
      ])
    },

    remove: async (model) =>
      isStorable(model) &&
      auditedTransaction(sql, 'price.', { id: model, name: model }, [
        { text: 'DELETE FROM model_prices WHERE model = $1', params: [model], mustChange: true },
      ]),
  }
}
