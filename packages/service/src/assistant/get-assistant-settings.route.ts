import { AssistantSettings } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import type { AssistantServices } from './services.ts'
import { exampleSettings } from './settings-example.ts'

/** Reads which model answers for the assistant. */
export default defineRoute({
  operation: 'getAssistantSettings',
  method: 'GET',
  path: '/assistant/settings',
  access: 'admin',
  summary: 'Read which model answers for the assistant',
  description: '`mode`, `connection` and `model` are the stored choice; `effective` is what answers now.',
  tags: ['Chat'],
  reply: envelope(AssistantSettings, 'Assistant settings'),
  errors: [],
  example: { reply: exampleSettings },

  handle: (_, { assistantSettings }: AssistantServices) => assistantSettings.get(),
})
