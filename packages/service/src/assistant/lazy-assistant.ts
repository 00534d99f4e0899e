import type { Workers } from '../platform/workers/workers.ts'
import type { Assistant, AssistantModel, AssistantNeeds } from './assistant.ts'
import { rulesInThread } from './rules-in-thread.ts'

export interface LazyNeeds extends Omit<AssistantNeeds, 'model' | 'byRules'> {
  readonly workers: Workers
  /** The model to ask now: an admin may change it at any time. */
  readonly currentModel: () => Promise<AssistantModel | undefined>
}

/** The assistant. The code that asks a model is loaded with the first message that needs it. */
export function lazyAssistant({ workers, currentModel, ...needs }: LazyNeeds): Assistant {
  const byRules = rulesInThread({ workers, ...needs })
  return {
    async reply(request) {
      const model = await currentModel()
      if (model === undefined) return { ...(await byRules({ ...request, note: '' })), source: 'rules' }
      const { createAssistant } = await import('./assistant.ts')
      return createAssistant({ ...needs, model, byRules }).reply(request)
    },
  }
}
