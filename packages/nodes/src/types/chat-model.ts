import { defineNode, multiline, Type } from '@millrace/model'
import { jsonObject } from '../fields/json-fields.ts'
import { modelChoice, modelSettings } from '../fields/model-fields.ts'

/** Asks a language model once. */
export default defineNode({
  id: 'chat_model',
  version: '1.0.0',
  name: 'Chat model',
  description: 'Asks a language model once and hands on its answer.',
  category: 'models',
  icon: 'mdi:robot',
  tags: ['llm', 'model', 'prompt', 'completion'],

  config: Type.Object({
    ...modelChoice,
    systemPrompt: Type.Optional(
      multiline({
        title: 'System prompt',
        description: 'How the model is to behave. Used when none is connected.',
        default: '',
        maxLength: 100_000,
      }),
    ),
    ...modelSettings,
    responseSchema: Type.Optional(
      jsonObject({
        title: 'Form of the answer',
        description: 'JSON Schema that the answer has to fit; it is then JSON text.',
      }),
    ),
  }),
  inputs: {
    message: { name: 'Message', dataType: 'string', required: true },
    system: { name: 'System prompt', dataType: 'string' },
    history: { name: 'History', dataType: 'messages', description: 'What was said before.' },
  },
  outputs: {
    response: { name: 'Response', dataType: 'string' },
    usage: { name: 'Usage', dataType: 'json', description: 'Tokens in and out.' },
    finish_reason: { name: 'Finish reason', dataType: 'string', description: 'Why the model stopped.' },
  },
  agentspec: 'llm_node',
})
