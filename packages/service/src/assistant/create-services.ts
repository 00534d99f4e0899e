import type { ModelUsage, UsageAccount } from '@millrace/model'
import type { StepModels } from '../effects/models/create-models.ts'
import type { ExecutionServices } from '../executions/services.ts'
import type { Connections } from '../models/connections.ts'
import type { Platform } from '../platform/create-services.ts'
import type { ServedCatalogue } from '../platform/ports.ts'
import type { WorkflowServices } from '../workflows/services.ts'
import type { AssistantModel } from './assistant.ts'
import { createAssistantSettings } from './assistant-settings.ts'
import { createChat } from './chat.ts'
import { lazyAssistant } from './lazy-assistant.ts'
import type { AssistantServices } from './services.ts'
import { createWorkflowReads } from './workflow-reads.ts'

export interface AssistantNeeds
  extends Pick<WorkflowServices, 'workflows' | 'graphChecks'>,
    Pick<ExecutionServices, 'executions' | 'details'> {
  readonly catalogue: ServedCatalogue
  readonly connections: Connections
  readonly models: StepModels
  readonly countUsage: (account: UsageAccount, counted: ModelUsage) => Promise<void>
}

export function createAssistantServices(
  { workers, config, log, store, make }: Platform,
  { catalogue, connections, models, countUsage, ...reads }: AssistantNeeds,
): AssistantServices {
  const assistantSettings = createAssistantSettings({ store: store.keyValues, connections, config })
  // Outside of executions nothing is replayed, so a call is counted when it has ended.
  const countedModels: AssistantModel['models'] = {
    forStep: ({ signal, account }) =>
      models.forStep({
        signal,
        account,
        onUsage: (_, counted) => account && countUsage(account, counted),
      }),
  }
  const assistant = lazyAssistant({
    workers,
    catalogue,
    dialect: config.chatDialect,
    log,
    async currentModel() {
      const settings = await assistantSettings.current()
      return settings && { settings, models: countedModels }
    },
  })
  const chat = createChat({
    workflows: reads.workflows,
    store: store.chats,
    assistant,
    readsFor: createWorkflowReads(reads),
    make,
    maxNodes: config.maxWorkflowNodes,
  })
  return { chat, assistantSettings }
}
