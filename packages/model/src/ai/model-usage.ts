/** What calls of models used, per model: the unit of the usage table and of budgets. */

/** The calls of one model, added up. */
export interface ModelUsage {
  /** `provider/model`. */
  readonly model: string
  readonly calls: number
  /** The calls of a model without a price; their cost counts as 0. */
  readonly unpriced: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** In billionths of the currency of the prices: sums of integers are exact. */
  readonly cost: number
}

/** Who and what a call counts for. */
export interface UsageAccount {
  readonly workflowId: string
  /** The key of the caller; empty if it has none. */
  readonly person: string
  readonly personName: string
}

/** One row to add to the usage table. */
export interface UsageRow extends UsageAccount, ModelUsage {
  readonly at: number
}

/** Billionths in one unit of the currency. */
export const COST_UNIT = 1_000_000_000

/** Adds a call to a list with one entry for each model. */
export function withModelUsage(list: readonly ModelUsage[] | undefined, more: ModelUsage): readonly ModelUsage[] {
  const same = list?.find(({ model }) => model === more.model)
  if (list === undefined || same === undefined) return [...(list ?? []), more]
  return list.map((one) => (one === same ? sumOf(one, more) : one))
}

function sumOf(one: ModelUsage, more: ModelUsage): ModelUsage {
  return {
    model: one.model,
    calls: one.calls + more.calls,
    unpriced: one.unpriced + more.unpriced,
    inputTokens: one.inputTokens + more.inputTokens,
    outputTokens: one.outputTokens + more.outputTokens,
    cost: one.cost + more.cost,
  }
}
