/** The tests that execute the statements of docs/tutorials/chat-agent.md. */
import { prose, type Statements } from '../statements.ts'

const SESSION = ['sessions: the session in %s gets the answers that it shows']

export const STATEMENTS = {
  'You build an agent': SESSION,
  'A connection stores': SESSION,
  'chat_input receives': SESSION,
  'In the browser: open': ['tutorials: the agent of the chat tutorial answers in the playground'],
  'The messages with the role': SESSION,
  'Change the connection': [
    ...SESSION,
    'model-target: are taken from the node, then its connection, then the environment',
  ],
  'The key is encrypted': [...SESSION, 'connections: can be created, listed and read, and never returns its key'],
  'Workflows, HTTP requests': prose,
  'Providers, keys': prose,
  'Memory across': prose,
  'Put the chat': prose,
} satisfies Statements
