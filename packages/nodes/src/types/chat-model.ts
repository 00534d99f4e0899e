import { defineNode, multiline, Type } from '@millrace/model'
import { conversationOf } from '../ai/conversation.ts'
import { warnIfIncomplete } from '../ai/finish-reason.ts'
import { schemaOrNone, schemaReader, structuredAnswer } from '../ai/structured-answer.ts'
import { jsonSchema } from '../fields/json-fields.ts'
import { modelChoice, modelSettings, modelSettingsOf } from '../fields/model-fields.ts'
import { textOr } from '../running/input-values.ts'

const PERSON = {
  type: 'object',
  required: ['name', 'age'],
  properties: { name: { type: 'string' }, age: { type: 'integer' } },
}

/** Calls a language model once. */
export default defineNode({
  id: 'chat_model',
  version: '1.0.0',
  name: 'Chat model',
  description: 'Sends a message to a language model and outputs its response.',
  category: 'models',
  icon: 'mdi:robot',
  tags: [
    'llm',
    'language model',
    'model',
    'ai model',
    'ai',
    'gpt',
    'chatgpt',
    'claude',
    'gemini',
    'completion',
    'llm call',
    'llm prompt',
    'model call',
    'Sprachmodell',
    'KI-Modell',
    'KI',
    'Chat-Modell',
    'Modell',
  ],
  keywords: [
    'gpt',
    'chatgpt',
    'openai',
    'anthropic',
    'claude',
    'gemini',
    'mistral',
    'ollama',
    'azure openai',
    'ai',
    'completion',
    'generate text',
    'translate',
  ],
  summary: '{{model | connection | provider}}',

  config: Type.Object({
    ...modelChoice,
    systemPrompt: Type.Optional(
      multiline({
        title: 'System prompt',
        description: 'Instructions for the model. Used if no system prompt is connected.',
        default: '',
        maxLength: 100_000,
      }),
    ),
    ...modelSettings,
    responseSchema: Type.Optional(
      jsonSchema({
        title: 'Response schema',
        description:
          'JSON Schema for the response, which is then JSON text. An invalid response is requested once more, with the ' +
          'validation errors.',
        'x-section': 'advanced',
      }),
    ),
  }),
  inputs: {
    message: { name: 'Message', dataType: 'string', required: true },
    system: { name: 'System prompt', dataType: 'string' },
    history: { name: 'History', dataType: 'messages', description: 'Earlier messages of the conversation.' },
  },
  outputs: {
    response: { name: 'Response', dataType: 'string' },
    usage: { name: 'Usage', dataType: 'json', description: 'Input and output tokens.' },
    finish_reason: { name: 'Finish reason', dataType: 'string', description: 'Why the model stopped.' },
  },
  agentspec: 'llm_node',

  // Safe to repeat after a crash: the only side effect is the cost of another call.
  async run(context) {
    const { config, inputs, effects } = context
    const schema = schemaOrNone(config.responseSchema)
    const read = schema && schemaReader(schema, 'responseSchema', effects)
    const call = {
      settings: modelSettingsOf(config),
      ...conversationOf(context, textOr(inputs, 'system', config.systemPrompt)),
    }
    if (schema === undefined || read === undefined) {
      const answer = await effects.models.answer({ ...call, onText: context.say })
      warnIfIncomplete(answer, context.log)
      return { response: answer.text, usage: answer.usage, finish_reason: answer.finishReason }
    }
    // Not streamed: partial JSON is useless to viewers.
    const { value, usage, finishReason } = await structuredAnswer(context, { ...call, schema }, read)
    return { response: value.text, usage, finish_reason: finishReason }
  },

  examples: [
    {
      title: 'outputs the response of the model',
      config: { provider: 'echo', model: 'echo', script: ['It will rain.'] },
      inputs: { message: 'Will it rain?' },
      outputs: {
        response: 'It will rain.',
        usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
        finish_reason: 'stop',
      },
    },
    {
      title: 'sends the system prompt and the history before the message',
      config: { provider: 'echo', model: 'echo', systemPrompt: 'Be brief.' },
      inputs: {
        message: 'And tomorrow?',
        history: [
          { role: 'user', content: 'Will it rain?' },
          { role: 'assistant', content: 'Yes.' },
        ],
      },
      outputs: {
        response: 'And tomorrow?',
        usage: { inputTokens: 4, outputTokens: 1, totalTokens: 5 },
        finish_reason: 'stop',
      },
    },
    {
      title: 'extracts JSON that matches the schema from surrounding text',
      config: {
        provider: 'echo',
        model: 'echo',
        responseSchema: PERSON,
        script: ['Here you are: {"name":"Ada","age":36}. Anything else?'],
      },
      inputs: { message: 'Who is Ada?' },
      outputs: {
        response: '{"name":"Ada","age":36}',
        usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
        finish_reason: 'stop',
      },
    },
    {
      title: 'retries once after an invalid response and counts the tokens of both',
      config: {
        provider: 'echo',
        model: 'echo',
        responseSchema: PERSON,
        script: ['{"name":"Ada","age":"36"}', '{"name":"Ada","age":36}'],
      },
      inputs: { message: 'Who is Ada?' },
      outputs: {
        response: '{"name":"Ada","age":36}',
        usage: { inputTokens: 4, outputTokens: 2, totalTokens: 6 },
        finish_reason: 'stop',
      },
    },
    {
      title: 'fails if the second response is invalid too',
      config: { provider: 'echo', model: 'echo', responseSchema: PERSON, script: ['I do not know.', '{"name":"Ada"}'] },
      inputs: { message: 'Who is Ada?' },
      fails: 'MODEL_BAD_ANSWER',
    },
    {
      title: 'rejects an unsupported schema before calling the model',
      config: { provider: 'echo', model: 'echo', responseSchema: { $ref: '#/$defs/person' } },
      inputs: { message: 'Who is Ada?' },
      fails: 'BAD_CONFIG',
    },
    {
      title: 'rejects an empty message',
      config: { provider: 'echo', model: 'echo' },
      inputs: { message: ' ' },
      fails: 'BAD_INPUT',
    },
  ],
})
