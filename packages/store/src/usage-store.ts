/** The database port for the usage of models, budgets and prices. */
import type { BudgetScope, BudgetUnit, UsageGrouping, UsageRow } from '@millrace/model'
import type { Page } from './page.ts'

/** Sums over calls. */
interface UsageSums {
  readonly calls: number
  /** The calls of models without a price. */
  readonly unpriced: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** In units of the currency. */
  readonly cost: number
}

export interface UsageGroup extends UsageSums {
  /** The workflow, person or model; the day as the days since 1970. */
  readonly key: string
  /** The name of the workflow or person, if it is known. */
  readonly name: string | null
}

/** Identifies a row of the table. */
export interface UsageKey {
  readonly day: number
  readonly workflowId: string
  readonly person: string
  readonly model: string
}

export interface UsageDayRow extends UsageKey, UsageSums {
  readonly workflowName: string | null
  readonly personName: string
}

export interface UsageFilter {
  /** Days since 1970, both inclusive. */
  readonly from: number
  readonly to: number
  readonly workflow?: string
  readonly person?: string
  readonly model?: string
  /** Only workflows that are in one of these projects now. */
  readonly projects?: readonly string[]
}

export interface UsageStore {
  /** Adds calls outside of executions; the journal adds those of executions. */
  add(rows: readonly UsageRow[]): Promise<void>
  /** Days from the newest; others from the highest cost. */
  list(
    query: UsageFilter & { readonly groupBy: UsageGrouping; readonly limit: number; readonly offset: number },
  ): Promise<Page<UsageGroup>>
  /** The rows of the table after a row, by day, workflow, person and model. */
  rows(
    query: UsageFilter & { readonly after?: UsageKey | undefined; readonly limit: number },
  ): Promise<readonly UsageDayRow[]>
  /** Removes the oldest day if it is before `day`, and totals of months before `month`. Returns the number of rows. */
  prune(before: { readonly day: number; readonly month: number }): Promise<number>
}

export interface BudgetRecord {
  readonly id: string
  readonly scope: BudgetScope
  /** The project, workflow, person or model; empty for the instance. */
  readonly subject: string
  readonly unit: BudgetUnit
  /** In tokens, or in billionths of the currency. */
  readonly limit: number
  /** The part of the limit at which the warning is sent. */
  readonly warnPercent: number
  readonly createdAt: number
  readonly updatedAt: number
  readonly createdBy: string
}

/** A budget and what has been used of it in a month, in the unit of its limit. */
export interface BudgetState extends BudgetRecord {
  readonly used: number
  /** The name of the project, workflow or person, if it is known. */
  readonly name: string | null
}

export interface BudgetStore {
  /** False if there is one with the same scope, subject and unit. */
  create(budget: BudgetRecord): Promise<boolean>
  get(id: string, month: number): Promise<BudgetState | undefined>
  /** Oldest first. */
  list(query: {
    readonly month: number
    /** Only the budgets of these projects and of the workflows that are in them now. */
    readonly projects?: readonly string[] | undefined
    readonly limit: number
    readonly offset: number
  }): Promise<Page<BudgetState>>
  update(budget: Pick<BudgetRecord, 'id' | 'limit' | 'warnPercent' | 'updatedAt'>): Promise<boolean>
  remove(id: string): Promise<boolean>
  /** The budgets that a call counts for. Only those of a project have a name. */
  of(call: {
    readonly workflowId: string
    readonly person: string
    readonly model: string
    readonly month: number
  }): Promise<readonly BudgetState[]>
}

/** The price of a model, in billionths of the currency per million tokens. */
export interface PriceRecord {
  readonly model: string
  readonly input: number
  readonly output: number
  readonly updatedAt: number
}

export interface PriceStore {
  get(model: string): Promise<PriceRecord | undefined>
  /** By name. */
  list(page: { readonly limit: number; readonly offset: number }): Promise<Page<PriceRecord>>
  set(price: PriceRecord): Promise<void>
  remove(model: string): Promise<boolean>
}
