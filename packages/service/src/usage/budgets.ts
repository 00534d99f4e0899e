/** Monthly budgets, as the routes use them. Amounts of money are stored in billionths of the currency. */

import { type Budget, type BudgetChange, COST_UNIT, MAX_BUDGETS, type NewBudget, Problem } from '@millrace/model'
import type { BudgetState, BudgetStore, Page, ProjectStore } from '@millrace/store'
import { iso } from '../platform/iso.ts'
import { monthOf, monthText, nextMonth } from '../platform/months.ts'
import type { Clock, Ids } from '../platform/ports.ts'

export interface Budgets {
  list(query: {
    readonly projects?: readonly string[]
    readonly limit: number
    readonly offset: number
  }): Promise<Page<Budget>>
  create(fields: NewBudget, createdBy: string): Promise<Budget>
  update(id: string, change: BudgetChange): Promise<Budget>
  remove(id: string): Promise<void>
}

/** A stored workflow by its id or machine name. */
export type WorkflowNamed = (idOrName: string) => Promise<{ readonly id: string; readonly project: string } | undefined>

export interface BudgetNeeds {
  readonly store: BudgetStore
  readonly projects: Pick<ProjectStore, 'get'>
  readonly workflowNamed: WorkflowNamed
  readonly clock: Clock
  readonly ids: Ids
}

const DEFAULT_WARN_PERCENT = 80

export function createBudgets({ store, projects, workflowNamed, clock, ids }: BudgetNeeds): Budgets {
  const month = () => monthOf(clock.now())
  const found = async (id: string): Promise<BudgetState> => {
    const state = await store.get(id, month())
    if (state === undefined) throw new Problem('NOT_FOUND', { message: 'There is no such budget.' })
    return state
  }
  /** What is stored as its subject. A budget of an unknown project or workflow would limit nothing. */
  const subjectOf = async (scope: NewBudget['scope'], given: string): Promise<string> => {
    if ((scope === 'instance') !== (given === '')) throw misfit(scope)
    if (scope === 'project' && (await projects.get(given)) === undefined)
      throw badSubject(`There is no project "${given}".`)
    // People and models may be known only later.
    if (scope !== 'workflow') return given
    const workflow = await workflowNamed(given)
    if (workflow === undefined) throw badSubject(`There is no workflow "${given}".`)
    return workflow.id
  }
  return {
    async list(query) {
      const { items, total } = await store.list({ ...query, month: month() })
      return { items: items.map((state) => budgetOf(state, month())), total }
    },
    async create({ scope, subject: given = '', unit = 'cost', limit, warn_percent = DEFAULT_WARN_PERCENT }, createdBy) {
      const subject = await subjectOf(scope, given)
      const { total } = await store.list({ month: month(), limit: 1, offset: 0 })
      if (total >= MAX_BUDGETS) {
        throw new Problem('VALIDATION_ERROR', { message: `There are ${total} budgets already.` })
      }
      const [id, now] = [ids.uuid(), clock.now()]
      const isNew = await store.create({
        ...{ id, scope, subject, unit, limit: storedAmount(limit, unit), warnPercent: warn_percent },
        ...{ createdAt: now, updatedAt: now, createdBy },
      })
      if (!isNew)
        throw new Problem('ALREADY_EXISTS', { message: 'There is a budget with this scope and unit already.' })
      return budgetOf(await found(id), month())
    },
    async update(id, { limit, warn_percent }) {
      const before = await found(id)
      await store.update({
        id,
        limit: limit === undefined ? before.limit : storedAmount(limit, before.unit),
        warnPercent: warn_percent ?? before.warnPercent,
        updatedAt: clock.now(),
      })
      return budgetOf(await found(id), month())
    },
    async remove(id) {
      if (!(await store.remove(id))) throw new Problem('NOT_FOUND', { message: 'There is no such budget.' })
    },
  }
}

function misfit(scope: NewBudget['scope']): Problem {
  const message = scope === 'instance' ? 'must be left out for the whole instance' : 'must name what the budget limits'
  return badSubject(message)
}

function badSubject(message: string): Problem {
  return new Problem('VALIDATION_ERROR', { details: [{ code: 'INVALID', message, path: '/subject' }] })
}

/** More billionths of a currency than this are not exact numbers, and the database refuses to read them. */
const MAX_COST = 9_000_000

function storedAmount(amount: number, unit: BudgetState['unit']): number {
  if (unit === 'cost' && amount > MAX_COST) {
    const details = [{ code: 'INVALID', message: `must be at most ${MAX_COST} in a currency`, path: '/limit' }]
    throw new Problem('VALIDATION_ERROR', { details })
  }
  return Math.max(1, Math.round(unit === 'tokens' ? amount : amount * COST_UNIT))
}

function budgetOf(state: BudgetState, month: number): Budget {
  const { id, scope, subject, name, unit, limit, used, warnPercent, createdAt, updatedAt, createdBy } = state
  const units = unit === 'tokens' ? 1 : COST_UNIT
  return {
    ...{ id, scope, subject, name, unit, limit: limit / units, warn_percent: warnPercent, used: used / units },
    month: monthText(month),
    resets_at: iso(nextMonth(month)),
    created_at: iso(createdAt),
    updated_at: iso(updatedAt),
    created_by: createdBy,
  }
}

export const exampleBudget: Budget = {
  id: '7b0f2d51-6a0e-4b8e-9a53-2a8f4b6f1c11',
  scope: 'workflow',
  subject: '5f0c7a52-1f0e-4f57-9a3e-2f5a1f6f9b10',
  name: 'Orders',
  unit: 'cost',
  limit: 50,
  warn_percent: 80,
  used: 12.5,
  month: '2026-11',
  resets_at: '2026-12-01T00:00:00.000Z',
  created_at: '2026-11-01T12:00:00.000Z',
  updated_at: '2026-11-01T12:00:00.000Z',
  created_by: 'Ada',
}
