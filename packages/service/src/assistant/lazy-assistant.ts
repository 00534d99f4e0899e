import type { Workers } from '../platform/workers/workers.ts'
import type { Assistant, AssistantNeeds } from './assistant.ts'
import { rulesInThread } from './rules/rules-in-thread.ts'

/** The assistant, loaded with the first message: most starts never need it. */
export function lazyAssistant({ workers, ...needs }: AssistantNeeds & { readonly workers: Workers }): Assistant {
  const byRules = rulesInThread({ workers, ...needs })
  let loading: Promise<Assistant> | undefined
  const load = async () => (await import('./assistant.ts')).createAssistant({ ...needs, byRules })
  return {
    async reply(request) {
      // Without a model all of the work is done in a thread, and nothing has to be loaded here.
      if (needs.model === undefined) return { ...(await byRules({ ...request, note: '' })), source: 'rules' }
      loading ??= load()
      return (await loading).reply(request)
    },
  }
}
