/** Written after the rules had been improved on the fourth wave; they were improved on this one as well. */
import {
  called,
  commands,
  count,
  gone,
  has,
  leads,
  notWired,
  type Request,
  says,
  size,
  unchanged,
  wired,
} from '../request.ts'

export const fifthWave: readonly Request[] = [
  { on: 'chat', say: 'stick a logger onto the end of the llm', expect: [wired('chat_model -> logger')] },
  {
    on: 'chat',
    say: 'I want a 45 second wait between the question and the model',
    expect: [has('delay', { seconds: 45 }), wired('text_input -> delay -> chat_model')],
  },
  {
    on: 'page',
    say: 'take https://docs.example.org/changes as the address of the request',
    expect: [has('http_request', { url: 'https://docs.example.org/changes' }), size(3)],
  },
  {
    on: 'writers',
    say: 'tell the critic to be friendly',
    expect: [has('"Critic"', { systemPrompt: /friendly/i }), size(4)],
  },
  { on: 'orders', say: 'the if must compare with 42', expect: [has('if_else', { matchText: /42/ }), size(5)] },
  { on: 'agent', say: 'the agent needs a calculator', expect: [wired('calculator -> simple_agent:tool')] },
  {
    on: 'chat',
    say: 'use gemini-2.5-pro from google',
    expect: [has('chat_model', { provider: 'google', model: 'gemini-2.5-pro' }), size(3)],
  },
  {
    say: 'new workflow: text input, summarizer, text output',
    expect: [count('text_input', 1), count('summarizer', 1), count('text_output', 1)],
  },
  {
    on: 'report',
    say: 'make it run at 5 am every sunday',
    expect: [has('schedule_trigger', { cron: '0 5 * * 0' }), size(4)],
  },
  {
    on: 'report',
    say: 'I have to approve it before the csv gets saved',
    expect: [count('confirmation', 1), leads('confirmation -> file_write')],
  },
  { on: 'support', say: 'what happens after the merge?', expect: [unchanged, says(/Chat output|chat_output/)] },
  {
    on: 'support',
    say: 'add the label shipping to the classifier',
    expect: [has('text_classifier', { labels: ['billing', 'technical', 'shipping'] })],
  },
  { on: 'support', say: 'delete the two experts', expect: [gone('chat_model'), size(5)] },
  {
    on: 'chat',
    before: ['add a summarizer after the model'],
    say: 'rename it Short version',
    expect: [called('summarizer', 'Short version')],
  },
  {
    on: 'chat',
    before: ['add a logger after the model'],
    say: 'set its level to debug',
    expect: [has('logger', { level: 'debug' })],
  },
  { on: 'chat', say: 'please revert my last change', expect: [commands(/^undo$/)] },
  { on: 'orders', say: 'which path does the webhook use?', expect: [unchanged, says(/orders/)] },
  { on: 'page', say: 'tweet the summary', expect: [unchanged] },
  {
    say: 'read sales.csv, group the rows by region and write the result to regions.json',
    expect: [
      has('file_read', { path: 'sales.csv' }),
      leads('file_read -> csv_parse'),
      has('data_operations', { operation: 'group', key: 'region' }),
      has('file_write', { path: 'regions.json' }),
      leads('data_operations -> file_write'),
    ],
  },
  {
    say: 'when a webhook hits /leads, extract name and company, then post them to https://crm.example.com/new',
    expect: [
      has('webhook_trigger', { path: 'leads' }),
      has('information_extractor', { schema: /company/ }),
      has('http_request', { url: 'https://crm.example.com/new', method: 'POST' }),
      leads('webhook_trigger -> information_extractor'),
      leads('information_extractor -> http_request'),
    ],
  },
  {
    on: 'chat',
    say: 'remove the output, not the input',
    expect: [gone('text_output'), count('text_input', 1), size(2)],
  },
  {
    on: 'page',
    say: 'send the summary to https://hooks.example.com/s as well',
    expect: [
      has('http_request', { url: 'https://hooks.example.com/s', method: 'POST' }),
      wired('summarizer:summary -> http_request:body'),
    ],
  },
  {
    on: 'chat',
    say: 'temp 0.9 and at most 512 tokens',
    expect: [has('chat_model', { temperature: 0.9, maxTokens: 512 }), size(3)],
  },
  {
    on: 'writers',
    say: 'the draft writer should be told "Keep it under 100 words"',
    expect: [has('"Draft writer"', { systemPrompt: /Keep it under 100 words/ }), size(4)],
  },
  {
    on: 'writers',
    say: 'put a text formatter between the draft writer and the critic that trims',
    expect: [has('text_formatter', { operation: 'trim' }), wired('"Draft writer" -> text_formatter -> "Critic"')],
  },
  { on: 'orders', say: 'notify the boss by GET', expect: [has('http_request', { method: 'GET' }), size(5)] },
  { on: 'agent', say: 'ten turns at most, please', expect: [has('simple_agent', { maxTurns: 10 }), size(3)] },
  {
    on: 'page',
    say: 'translate the summary into Japanese',
    expect: [has('chat_model', { systemPrompt: /Japanese/ }), leads('summarizer -> chat_model')],
  },
  {
    on: 'page',
    say: 'use an information extractor rather than the summarizer',
    expect: [gone('summarizer'), count('information_extractor', 1)],
  },
  { on: 'page', say: 'log an error if the page cannot be fetched', expect: [wired('http_request:error -> logger')] },
  {
    say: 'let users chat with claude-sonnet-4-5',
    expect: [
      count('chat_input', 1),
      has('chat_model', { model: 'claude-sonnet-4-5' }),
      leads('chat_input -> chat_model'),
    ],
  },
  {
    say: 'for each line of a list of names write a greeting with an LLM',
    expect: [count('foreach', 1), leads('foreach -> chat_model')],
  },
  {
    say: 'every weekday at 18:00 fetch https://example.com/rates.json and store it in rates.json',
    expect: [
      has('schedule_trigger', { cron: '0 18 * * 1-5' }),
      has('http_request', { url: 'https://example.com/rates.json' }),
      has('file_write', { path: 'rates.json' }),
      leads('http_request -> file_write'),
    ],
  },
  { on: 'chat', say: 'disconnect the model from the output', expect: [notWired('chat_model -> text_output'), size(3)] },
  { on: 'writers', say: 'line everything up nicely', expect: [commands(/layout/)] },
  { on: 'chat', say: 'order me a pizza', expect: [unchanged] },
  { on: 'writers', say: 'remove the model', expect: [unchanged, says(/Draft writer/), says(/Critic/)] },
  { on: 'report', say: 'write tab separated files', expect: [has('csv_write', { delimiter: '\t' }), size(4)] },
  {
    on: 'report',
    say: 'stop the schedule for a while',
    expect: [has('schedule_trigger', { enabled: false }), size(4)],
  },
  {
    on: 'loose',
    say: 'plug the text input into the summarizer and the summarizer into the text output',
    expect: [wired('text_input -> summarizer -> text_output'), size(3)],
  },
  {
    on: 'chat',
    say: 'end every answer with "Cheers!"',
    expect: [has('text_formatter', { suffix: 'Cheers!' }), wired('chat_model -> text_formatter -> text_output')],
  },
]
