/** Written last. Run once, and never improved on. */
import {
  called,
  commands,
  count,
  either,
  gone,
  has,
  leads,
  type Request,
  says,
  size,
  unchanged,
  wired,
} from '../request.ts'

export const sixthWave: readonly Request[] = [
  { on: 'chat', say: 'a logger should follow the model', expect: [wired('chat_model -> logger')] },
  {
    on: 'chat',
    say: 'hold for 2 minutes after the input',
    expect: [has('delay', { seconds: 120 }), wired('text_input -> delay -> chat_model')],
  },
  {
    on: 'page',
    say: 'change the address to https://a.example.com/x',
    expect: [has('http_request', { url: 'https://a.example.com/x' }), size(3)],
  },
  {
    on: 'writers',
    say: 'make the draft writer more creative: temperature 1.1',
    expect: [has('"Draft writer"', { temperature: 1.1 }), size(4)],
  },
  {
    on: 'orders',
    say: 'only orders over 80 should reach the boss',
    expect: [has('if_else', { matchText: /80/ }), size(5)],
  },
  { on: 'agent', say: 'add a date and time tool to the agent', expect: [wired('date_time -> simple_agent:tool')] },
  {
    on: 'chat',
    say: 'the model should be gpt-4.1-mini',
    expect: [has('chat_model', { model: 'gpt-4.1-mini' }), size(3)],
  },
  {
    on: 'report',
    say: 'once a day at 21:15 is enough',
    expect: [has('schedule_trigger', { cron: '15 21 * * *' }), size(4)],
  },
  { on: 'report', say: 'call the file orders.csv', expect: [has('file_write', { path: 'orders.csv' }), size(4)] },
  { on: 'support', say: 'what is in front of the switch?', expect: [unchanged, says(/Classify text|text_classifier/)] },
  {
    on: 'support',
    say: 'give both experts the system prompt "Be brief."',
    expect: [
      has('"Billing expert"', { systemPrompt: 'Be brief.' }),
      has('"Tech expert"', { systemPrompt: 'Be brief.' }),
      size(7),
    ],
  },
  {
    on: 'chat',
    before: ['add a chat output after the model'],
    say: 'delete it again',
    expect: [either(gone('chat_output'), commands(/undo/))],
  },
  { on: 'page', say: 'how long may the request take?', expect: [unchanged] },
  {
    say: 'get https://example.com/todo.json, for each item log the title',
    expect: [
      has('http_request', { url: 'https://example.com/todo.json' }),
      count('foreach', 1),
      leads('foreach -> logger'),
    ],
  },
  {
    say: 'ask the user for a topic, let an LLM write a poem about it and save the poem as poem.txt',
    expect: [
      count('text_prompt', 1),
      leads('text_prompt -> chat_model'),
      has('file_write', { path: 'poem.txt' }),
      leads('chat_model -> file_write'),
    ],
  },
  {
    on: 'chat',
    say: 'the answer should also go to a file called log.txt',
    expect: [
      has('file_write', { path: 'log.txt' }),
      leads('chat_model -> file_write'),
      wired('chat_model -> text_output'),
    ],
  },
  { on: 'writers', say: 'delete the critic, but not the draft writer', expect: [gone('"Critic"'), size(3)] },
  { on: 'writers', say: 'call the second model Editor', expect: [called('chat_model.2', 'Editor'), size(4)] },
  { on: 'page', say: 'get the text in lower case', expect: [has('text_formatter', { operation: 'lowercase' })] },
  {
    on: 'agent',
    say: 'swap the agent with a chat model',
    expect: [gone('simple_agent'), wired('chat_input -> chat_model -> chat_output')],
  },
  { on: 'chat', say: 'make me a sandwich', expect: [unchanged] },
  {
    on: 'loose',
    say: 'text input -> summarizer -> text output',
    expect: [wired('text_input -> summarizer -> text_output'), size(3)],
  },
  { on: 'chat', say: 'show the workflow from top to bottom', expect: [commands(/layout auto --direction vertical/)] },
  { say: 'switch with three cases: red, green, blue', expect: [has('switch', { branches: /green/ }), size(1)] },
  { on: 'orders', say: 'log a warning, not info', expect: [has('logger', { level: 'warning' }), size(5)] },
]
