/** Admits calls of models and prices them. `usage/meter.ts` implements it with budgets and prices. */
import type { ModelUsage, Usage, UsageAccount } from '@millrace/model'

/** What a call has used, with the price that was valid when it was admitted. */
export type CountCall = (usage: Pick<Usage, 'inputTokens' | 'outputTokens'>) => ModelUsage

export interface ModelMeter {
  /** Rejects with BUDGET_EXCEEDED if a budget that the call counts for is used up. */
  admit(model: string, account: UsageAccount | undefined): Promise<CountCall>
}

/** Admits every call; no model has a price. */
export const FREE_METER: ModelMeter = {
  admit: async (model) => (usage) => countedCall(model, usage, undefined),
}

export function countedCall(
  model: string,
  { inputTokens, outputTokens }: Pick<Usage, 'inputTokens' | 'outputTokens'>,
  cost: number | undefined,
): ModelUsage {
  return { model, calls: 1, unpriced: cost === undefined ? 1 : 0, inputTokens, outputTokens, cost: cost ?? 0 }
}
