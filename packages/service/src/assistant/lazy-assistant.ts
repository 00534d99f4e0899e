import type { Assistant, AssistantNeeds } from './assistant.ts'

/** The assistant, loaded when somebody first says something to it: most starts never need it. */
export function lazyAssistant(needs: AssistantNeeds): Assistant {
  let loading: Promise<Assistant> | undefined
  const load = async () => (await import('./assistant.ts')).createAssistant(needs)
  return {
    async reply(request) {
      loading ??= load()
      return (await loading).reply(request)
    },
  }
}
