import { isUuid, type ModelUsage, type UsageAccount } from '@millrace/model'
import type { ModelMeter } from '../effects/models/model-meter.ts'
import type { Platform } from '../platform/create-services.ts'
import { retryingStore } from '../platform/retrying-store.ts'
import { createBudgets, type WorkflowNamed } from './budgets.ts'
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
  const workflowNamed: WorkflowNamed = (idOrName) =>
    store.workflows.current(isUuid(idOrName) ? idOrName.toLowerCase() : idOrName)
  return {
    meter,
    workflowNamed,
    usage: store.usage,
    budgets: createBudgets({ store: store.budgets, projects: store.projects, workflowNamed, clock, ids }),
    prices: createPrices({ store: store.prices, given, currency, clock }),
    async countUsage(account, counted) {
      const row = { at: clock.now(), ...account, ...counted }
      await store.usage.add([row]).catch((err: unknown) => log.error({ err, ...row }, 'a model call was not counted'))
    },
  }
}
