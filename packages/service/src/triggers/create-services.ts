import type { ExecutionCapability } from '../executions/create-services.ts'
import type { Platform } from '../platform/create-services.ts'
import { processBus } from '../platform/process-bus.ts'
import type { WorkflowCapability } from '../workflows/create-services.ts'
import { createHooks } from './hooks.ts'
import { connectTestCalls, type LocalTestCalls } from './remote-test-calls.ts'
import { createSchedules, type Schedules } from './schedules.ts'
import type { TriggerServices } from './services.ts'
import { createTestCalls } from './test-calls.ts'
import type { CredentialSecret } from './webhook-secret.ts'

export interface TriggerCapability extends TriggerServices {
  readonly schedules: Schedules
  /** Ends the waits of webhook callers, so that each gets a reply. */
  release(): void
}

const SCHEDULES_CHANGED = '{"schedules":true}'

export function createTriggerServices(
  { store, config, ids, clock, log, vault, wakingClock }: Platform,
  { workflows, sealer, workflowEvents }: WorkflowCapability,
  { executions, completions }: ExecutionCapability,
  credentialSecret: CredentialSecret,
): TriggerCapability {
  const { triggers, executions: heads } = store
  const schedules = createSchedules({ triggers, heads, executions, clock: wakingClock, log })
  const bus = processBus({ store, config })
  // One process of a cluster runs the schedules: it plans again when another one has changed a workflow.
  const look = () => {
    schedules.look()
    bus?.publish('changes', SCHEDULES_CHANGED)
  }
  bus?.listen('changes', (message, isOwn) => {
    if (!isOwn && message === SCHEDULES_CHANGED) schedules.look()
  })
  workflowEvents.onSaved((save) => {
    if (save.summary.isManual || save.triggers.some(({ kind }) => kind === 'schedule')) look()
  })
  workflowEvents.onPublished(look)
  const released = new AbortController()
  const maxBodyBytes = config.maxWebhookMib * 2 ** 20
  const waiting = { completions, released: released.signal }
  const secrets = { sealer, credentialSecret, clock }
  const hooks = createHooks({ store, workflows, ...secrets, executions, ids, maxBodyBytes, ...waiting })
  const forward = bus && connectTestCalls({ bus, store: store.keyValues, vault, ids }, (): LocalTestCalls => testCalls)
  const testCalls = createTestCalls({ workflows, ...secrets, maxBodyBytes, released: released.signal, forward })
  return { hooks, testCalls, schedules, scheduleClock: wakingClock, release: () => released.abort() }
}
