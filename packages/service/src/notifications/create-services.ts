import { ERROR_WORKFLOW } from '@millrace/store'
import type { CredentialSource } from '../effects/credentials/credential-source.ts'
import { createEgress } from '../effects/http/egress.ts'
import { outgoingProxy } from '../effects/http/outgoing-proxy.ts'
import type { ExecutionCapability } from '../executions/create-services.ts'
import type { Platform } from '../platform/create-services.ts'
import type { WorkflowCapability } from '../workflows/create-services.ts'
import { createDeliver } from './deliver.ts'
import { Dispatcher, RECIPIENT_SLOTS } from './dispatcher.ts'
import { errorWorkflowSetting } from './error-workflow-setting.ts'
import { eventReader } from './event-reader.ts'
import { pageLinks } from './page-links.ts'
import { createSenders } from './senders.ts'
import type { NotificationServices } from './services.ts'
import { startErrorWorkflow } from './start-error-workflow.ts'
import { createSubscriptions } from './subscriptions.ts'

export interface NotificationCapability extends NotificationServices {
  readonly dispatcher: Dispatcher
}

export interface NotificationNeeds {
  readonly workflows: WorkflowCapability
  readonly executions: ExecutionCapability
  readonly credentials: CredentialSource
  /** The project of a workflow, by its id. */
  readonly projectOf: (workflow: string) => string | Promise<string>
}

export function createNotificationServices(
  platform: Platform,
  { workflows: { workflows }, executions: capability, credentials, projectOf }: NotificationNeeds,
): NotificationCapability {
  const { store, config, vault, clock, ids, random, log } = platform
  const { engine, executions, onWritten } = capability
  const links = pageLinks(config)
  const egress = createEgress(config.egressAllow, undefined, outgoingProxy(config))
  const senders = createSenders({ egress, credentials, clock })
  const read = eventReader({ store, engine, links, currency: config.modelCurrency })
  const deliver = createDeliver({ store, engine, vault, senders, read, links, clock, random, log })
  const setting = errorWorkflowSetting({ store: store.keyValues, workflows, projectOf })
  const handleError = startErrorWorkflow({
    ...{ store, engine, executions, workflows, setting, projectOf, links, clock, log },
  })
  const dispatcher = new Dispatcher({
    store: store.deliveries,
    clock,
    log,
    async recipient(id) {
      if (id === ERROR_WORKFLOW) return { slots: RECIPIENT_SLOTS.healthy, deliver: handleError }
      const subscription = await store.deliveries.get(id)
      if (!subscription?.isEnabled) return undefined
      return {
        slots: subscription.failingSince === null ? RECIPIENT_SLOTS.healthy : RECIPIENT_SLOTS.failing,
        deliver: (delivery, signal) => deliver.attempt(subscription, delivery, signal),
      }
    },
  })
  onWritten(({ state, change, events }) => {
    // A model call may have reached a budget.
    const hasNews = change.questions.size > 0 || events.some((event) => 'models' in event)
    if (state.finishedAt !== undefined || hasNews) dispatcher.wake()
  })
  const wake = () => dispatcher.wake()
  const { test: sendTest } = deliver
  return {
    dispatcher,
    errorWorkflowSetting: setting,
    subscriptions: createSubscriptions({
      ...{ store: store.deliveries, credentials: store.credentials },
      ...{ vault, clock, ids, random, sendTest, wake },
    }),
  }
}
