import { defineNode, multiline, Type } from '@millrace/model'
import { remarkOnEnd } from '../ai/answer-end.ts'
import { answerInForm, schemaOrNone, schemaReader } from '../ai/answer-in-form.ts'
import { conversationOf } from '../ai/conversation.ts'
import { jsonSchema } from '../fields/json-fields.ts'
import { modelChoice, modelSettings, modelSettingsOf } from '../fields/model-fields.ts'
import { textOr } from '../running/input-values.ts'

const PERSON = {
  type: 'object',
  required: ['name', 'age'],
  properties: { name: { type: 'string' }, age: { type: 'integer' } },
}

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
      jsonSchema({
        title: 'Form of the answer',
        description:
          'JSON Schema that the answer has to fit; it is then JSON text. An answer that does not fit is asked for once ' +
          'more, with what is wrong.',
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

  // Run again after a crash it is paid for again; nothing else comes of it.
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
      remarkOnEnd(answer, context.log)
      return { response: answer.text, usage: answer.usage, finish_reason: answer.finishReason }
    }
    // Not shown as it arrives: half of a JSON text is of no use to whoever watches.
    const { value, usage, finishReason } = await answerInForm(context, { ...call, schema }, read)
    return { response: value.text, usage, finish_reason: finishReason }
  },

  examples: [
    {
      title: 'hands on what the model answers',
      config: { provider: 'echo', model: 'echo', script: ['It will rain.'] },
      inputs: { message: 'Will it rain?' },
      outputs: {
        response: 'It will rain.',
        usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
        finish_reason: 'stop',
      },
    },
    {
      title: 'the system prompt and what was said before come first',
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
      title: 'with a schema the answer is JSON that fits, whatever the model puts around it',
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
      title: 'an answer that does not fit is asked for once more, and both are counted',
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
      title: 'one that then still does not fit fails',
      config: { provider: 'echo', model: 'echo', responseSchema: PERSON, script: ['I do not know.', '{"name":"Ada"}'] },
      inputs: { message: 'Who is Ada?' },
      fails: 'MODEL_BAD_ANSWER',
    },
    {
      title: 'a schema that asks for more than can be checked is refused before anybody is asked',
      config: { provider: 'echo', model: 'echo', responseSchema: { $ref: '#/$defs/person' } },
      inputs: { message: 'Who is Ada?' },
      fails: 'BAD_CONFIG',
    },
    {
      title: 'there has to be something to ask',
      config: { provider: 'echo', model: 'echo' },
      inputs: { message: ' ' },
      fails: 'BAD_INPUT',
    },
  ],
})
