import type { StepModels } from '../effects/models/create-models.ts'
import type { Config } from '../platform/config.ts'
import type { Platform } from '../platform/create-services.ts'
import type { ServedCatalogue } from '../platform/ports.ts'
import type { Workflows } from '../workflows/workflows.ts'
import { createChat } from './chat.ts'
import { lazyAssistant } from './lazy-assistant.ts'
import type { AssistantServices } from './services.ts'

export interface AssistantNeeds {
  readonly catalogue: ServedCatalogue
  readonly workflows: Workflows
  readonly models: StepModels
}

export function createAssistantServices(
  { workers, config, log, store, make }: Platform,
  { catalogue, workflows, models }: AssistantNeeds,
): AssistantServices {
  const model = assistantModel(config, models)
  const assistant = lazyAssistant({ workers, catalogue, dialect: config.chatDialect, model, log })
  return { chat: createChat({ workflows, store: store.chats, assistant, make, maxNodes: config.maxWorkflowNodes }) }
}

/** The model behind the assistant; without any of its settings the rules answer. */
function assistantModel({ assistantProvider, assistantModel: model, assistantConnection }: Config, models: StepModels) {
  if (assistantProvider === undefined && model === undefined && assistantConnection === undefined) return undefined
  const settings = {
    ...(assistantProvider === undefined ? {} : { provider: assistantProvider }),
    ...(model === undefined ? {} : { model }),
    ...(assistantConnection === undefined ? {} : { connection: assistantConnection }),
  }
  return { settings, models }
}
