/** Requests that set values. */
import { has, type Request, size } from '../request.ts'

export const settings: readonly Request[] = [
  { on: 'chat', say: 'set the temperature to 0.2', expect: [has('chat_model', { temperature: 0.2 })] },
  {
    on: 'chat',
    say: 'change the system prompt of the chat model to "You are a pirate."',
    expect: [has('chat_model', { systemPrompt: 'You are a pirate.' })],
  },
  {
    on: 'page',
    say: 'set the url to https://news.example.org/today',
    expect: [has('http_request', { url: 'https://news.example.org/today' })],
  },
  { on: 'page', say: 'raise the timeout to 60 seconds', expect: [has('http_request', { timeout: 60 })] },
  {
    on: 'chat',
    say: "set default value of text input to 'Hello world'",
    expect: [has('text_input', { defaultValue: 'Hello world' }), size(3)],
  },
  { on: 'orders', say: 'set the level of the log to error', expect: [has('logger', { level: 'error' }), size(5)] },
  { on: 'agent', say: 'ten turns at most, please', expect: [has('simple_agent', { maxTurns: 10 }), size(3)] },
]
