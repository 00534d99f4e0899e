import { AssistantSettings, NewAssistantSettings } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import type { AssistantServices } from './services.ts'
import { exampleSettings } from './settings-example.ts'

/** Chooses the model that answers for the assistant, from the next message on. */
export default defineRoute({
  operation: 'updateAssistantSettings',
  method: 'PUT',
  path: '/assistant/settings',
  access: 'admin',
  audit: 'assistant.changed',
  summary: 'Choose the model that answers for the assistant',
  description:
    'Takes effect with the next message and wins over the start options; the mode `default` goes back to them.',
  tags: ['Chat'],
  body: NewAssistantSettings,
  reply: envelope(AssistantSettings, 'Assistant settings changed'),
  errors: ['NOT_FOUND'],
  example: {
    body: { mode: 'model', connection: exampleSettings.connection, model: exampleSettings.model },
    reply: exampleSettings,
  },

  handle({ body, note }, { assistantSettings }: AssistantServices) {
    note({ details: { mode: body.mode, ...(body.model && { model: body.model }) } })
    return assistantSettings.set(body)
  },
})
