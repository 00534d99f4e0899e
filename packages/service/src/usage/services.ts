import type { UsageStore } from '@millrace/store'
import type { Budgets, WorkflowNamed } from './budgets.ts'
import type { Prices } from './prices.ts'

export interface UsageServices {
  readonly usage: Pick<UsageStore, 'list' | 'rows'>
  readonly budgets: Budgets
  readonly prices: Prices
  readonly workflowNamed: WorkflowNamed
}
