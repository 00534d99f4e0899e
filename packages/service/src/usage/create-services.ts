import type { ModelUsage, UsageAccount } from '@millrace/model'
import type { ModelMeter } from '../effects/models/model-meter.ts'
import type { Platform } from '../platform/create-services.ts'
import { retryingStore } from '../platform/retrying-store.ts'
import { createBudgets } from './budgets.ts'
import { createMeter } from './meter.ts'
import { createPrices } from './prices.ts'
import type { UsageServices } from './services.ts'

export interface UsageCapability extends UsageServices {
  readonly meter: ModelMeter
  /** Counts a call outside of executions. */
  readonly countUsage: (account: UsageAccount, counted: ModelUsage) => Promise<void>
}

export function createUsageServices({ store, config, clock, ids, wakingClock, log }: Platform): UsageCapability {
  const { modelPrice: given, modelCurrency: currency } = config
  const meter = createMeter({
    budgets: retryingStore(store.budgets, wakingClock),
    prices: retryingStore(store.prices, wakingClock),
    ...{ given, currency, clock },
  })
  return {
    meter,
    usage: store.usage,
    budgets: createBudgets({ store: store.budgets, projects: store.projects, clock, ids }),
    prices: createPrices({ store: store.prices, given, currency, clock }),
    async countUsage(account, counted) {
      const row = { at: clock.now(), ...account, ...counted }
      await store.usage.add([row]).catch((err: unknown) => log.error({ err, ...row }, 'a model call was not counted'))
    },
  }
}
