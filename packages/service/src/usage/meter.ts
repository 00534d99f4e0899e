/**
 * Checks budgets before every call of a model and prices the call. The totals are read from the database each time, so that
 * all processes of a cluster see the same: budgets can be exceeded by the calls that are under way, and by no more.
 */

import { COST_UNIT, NodeFailure, type UsageAccount } from '@millrace/model'
import type { BudgetState, BudgetStore, PriceStore } from '@millrace/store'
import { countedCall, type ModelMeter } from '../effects/models/model-meter.ts'
import { iso } from '../platform/iso.ts'
import type { ModelPrices } from '../platform/model-prices.ts'
import { monthOf, nextMonth } from '../platform/months.ts'
import type { Clock } from '../platform/ports.ts'

export interface MeterNeeds {
  readonly budgets: Pick<BudgetStore, 'of'>
  readonly prices: Pick<PriceStore, 'get'>
  /** The prices of `--model-price`; stored ones override them. */
  readonly given: ModelPrices
  readonly currency: string
  readonly clock: Clock
}

const MILLION = 1_000_000

export function createMeter({ budgets, prices, given, currency, clock }: MeterNeeds): ModelMeter {
  async function checkBudgets(model: string, { workflowId, person }: UsageAccount): Promise<void> {
    const month = monthOf(clock.now())
    const states = await budgets.of({ workflowId, person, model, month })
    const reached = states.find(({ used, limit }) => used >= limit)
    if (reached !== undefined) throw exceeded(reached, { month, currency })
  }

  async function priceOf(model: string): Promise<{ readonly input: number; readonly output: number } | undefined> {
    const stored = await prices.get(model)
    if (stored !== undefined) return stored
    const price = given.get(model)
    return price && { input: price.input * COST_UNIT, output: price.output * COST_UNIT }
  }

  return {
    async admit(model, account) {
      const [price] = await Promise.all([priceOf(model), account && checkBudgets(model, account)])
      return (usage) => {
        const { inputTokens, outputTokens } = usage
        const cost = price && Math.round((inputTokens * price.input + outputTokens * price.output) / MILLION)
        return countedCall(model, usage, cost)
      }
    },
  }
}

interface Exceeded {
  /** The name of the project or of the model. */
  readonly name: string
  /** The limit with its unit. */
  readonly limit: string
  readonly resets: string
}

const MESSAGES = {
  instance: ({ limit, resets }: Exceeded) =>
    `The monthly budget of this service (${limit}) is used up. It resets on ${resets} (UTC).`,
  project: ({ name, limit, resets }: Exceeded) =>
    `The monthly budget of the project "${name}" (${limit}) is used up. It resets on ${resets} (UTC).`,
  workflow: ({ limit, resets }: Exceeded) =>
    `The monthly budget of this workflow (${limit}) is used up. It resets on ${resets} (UTC).`,
  person: ({ limit, resets }: Exceeded) =>
    `The monthly budget of the person who started this (${limit}) is used up. It resets on ${resets} (UTC).`,
  model: ({ name, limit, resets }: Exceeded) =>
    `The monthly budget of the model ${name} (${limit}) is used up. It resets on ${resets} (UTC).`,
} as const satisfies Record<BudgetState['scope'], (facts: Exceeded) => string>

function exceeded(
  { scope, subject, name, unit, limit }: BudgetState,
  { month, currency }: { readonly month: number; readonly currency: string },
): NodeFailure {
  const amount = unit === 'tokens' ? [limit, 'tokens'] : [limit / COST_UNIT, currency]
  const resets = iso(nextMonth(month)).slice(0, 10)
  return new NodeFailure('BUDGET_EXCEEDED', MESSAGES[scope]({ name: name ?? subject, limit: amount.join(' '), resets }))
}
