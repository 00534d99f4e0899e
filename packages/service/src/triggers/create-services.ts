import type { ExecutionCapability } from '../executions/create-services.ts'
import type { Platform } from '../platform/create-services.ts'
import type { WorkflowCapability } from '../workflows/create-services.ts'
import { createHooks } from './hooks.ts'
import { createSchedules, type Schedules } from './schedules.ts'
import type { TriggerServices } from './services.ts'
import { createTestCalls } from './test-calls.ts'

export interface TriggerCapability extends TriggerServices {
  readonly schedules: Schedules
  /** Ends the waits of webhook callers, so that each gets a reply. */
  release(): void
}

export function createTriggerServices(
  { store, config, ids, log, wakingClock }: Platform,
  { workflows, sealer, workflowEvents }: WorkflowCapability,
  { executions, completions }: ExecutionCapability,
): TriggerCapability {
  const { triggers, executions: heads } = store
  const schedules = createSchedules({ triggers, heads, executions, clock: wakingClock, log })
  workflowEvents.onSaved((save) => {
    if (save.summary.isManual || save.triggers.some(({ kind }) => kind === 'schedule')) schedules.look()
  })
  workflowEvents.onPublished(() => schedules.look())
  const released = new AbortController()
  const maxBodyBytes = config.maxWebhookMib * 2 ** 20
  const waiting = { completions, released: released.signal }
  const hooks = createHooks({ store, workflows, sealer, executions, ids, maxBodyBytes, ...waiting })
  const testCalls = createTestCalls({ workflows, sealer, maxBodyBytes, released: released.signal })
  return { hooks, testCalls, schedules, scheduleClock: wakingClock, release: () => released.abort() }
}
