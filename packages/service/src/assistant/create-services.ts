import type { StepModels } from '../effects/models/create-models.ts'
import type { ExecutionServices } from '../executions/services.ts'
import type { Connections } from '../models/connections.ts'
import type { Platform } from '../platform/create-services.ts'
import type { ServedCatalogue } from '../platform/ports.ts'
import type { WorkflowServices } from '../workflows/services.ts'
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
}

export function createAssistantServices(
  { workers, config, log, store, make }: Platform,
  { catalogue, connections, models, ...reads }: AssistantNeeds,
): AssistantServices {
  const assistantSettings = createAssistantSettings({ store: store.keyValues, connections, config })
  const assistant = lazyAssistant({
    workers,
    catalogue,
    dialect: config.chatDialect,
    log,
    async currentModel() {
      const settings = await assistantSettings.current()
      return settings && { settings, models }
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
