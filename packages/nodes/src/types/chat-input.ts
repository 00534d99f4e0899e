import { defineNode, multiline, Type } from '@millrace/model'
import { listAt, textAt } from '../running/input-values.ts'
import { launched } from '../running/launch-value.ts'

/** Feeds the user's chat message from the playground into the execution. */
export default defineNode({
  id: 'chat_input',
  version: '1.0.0',
  name: 'Chat input',
  description: 'The message of the user in the playground, with the conversation so far.',
  category: 'inputs',
  icon: 'mdi:message-text-outline',
  visual: 'simple',
  alsoDrawnAs: ['default', 'square'],
  tags: [
    'chat message',
    'chat trigger',
    'user message',
    'playground message',
    'Chat-Eingabe',
    'Chat-Nachricht',
    'Benutzernachricht',
  ],
  summary: '{{defaultValue}}',

  config: Type.Object({
    defaultValue: Type.Optional(
      multiline({
        title: 'Default message',
        description: 'Used if the execution starts without a message.',
        default: '',
      }),
    ),
  }),
  inputs: {},
  outputs: {
    message: { name: 'Message', dataType: 'string' },
    history: { name: 'History', dataType: 'messages', description: 'The conversation before this message.' },
    session_id: { name: 'Session', dataType: 'string' },
  },
  agentspec: 'input_message_node',
  quick: true,

  run(context) {
    const { launch } = context
    if (launch.history !== undefined) listAt(launch, 'history')
    return {
      message: textAt({ message: launched(context, 'message') ?? '' }, 'message'),
      history: launch.history ?? [],
      session_id: textAt({ session_id: launch.session_id ?? context.session ?? '' }, 'session_id'),
    }
  },

  examples: [
    {
      title: 'outputs the message and the conversation before it',
      launch: {
        message: 'And tomorrow?',
        history: [{ role: 'user', content: 'Will it rain today?' }],
        session_id: 'session-1',
      },
      outputs: {
        message: 'And tomorrow?',
        history: [{ role: 'user', content: 'Will it rain today?' }],
        session_id: 'session-1',
      },
    },
    {
      title: 'uses the default without a message',
      config: { defaultValue: 'Hello' },
      outputs: { message: 'Hello', history: [], session_id: '' },
    },
    { title: 'rejects a history that is not a list', launch: { history: 'Hello' }, fails: 'BAD_INPUT' },
  ],
})
