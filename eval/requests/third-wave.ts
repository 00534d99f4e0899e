/** Written before the rules were looked at again; the odd ones of one list. The rules were improved on these. */
import {
  called,
  commands,
  count,
  either,
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

export const thirdWave: readonly Request[] = [
  { on: 'chat', say: 'pls put a logger behind the llm', expect: [wired('chat_model -> logger')] },
  {
    on: 'page',
    say: 'the summary should not be longer than 50 words',
    expect: [has('summarizer', { words: 50 }), size(3)],
  },
  {
    on: 'orders',
    say: 'only notify when the total is bigger than 250, not 100',
    expect: [has('if_else', { operator: 'greater_than', matchText: /^"?250"?$/ }), size(5)],
  },
  {
    on: 'agent',
    say: 'the bot must be able to look things up in our sql database',
    expect: [wired('sql_query -> simple_agent:tool')],
  },
  { say: 'i need a step which waits 5 min', expect: [has('delay', { seconds: 300 }), size(1)] },
  {
    on: 'page',
    say: 'load https://news.example.org instead of example.com',
    expect: [has('http_request', { url: 'https://news.example.org' }), size(3)],
  },
  {
    on: 'report',
    say: 'run it daily at 6:30 and not weekly',
    expect: [has('schedule_trigger', { cron: '30 6 * * *' }), size(4)],
  },
  {
    on: 'report',
    say: 'ask my boss before the file is written',
    expect: [count('confirmation', 1), leads('confirmation -> file_write')],
  },
  {
    on: 'support',
    say: 'add a third category called sales to the classifier',
    expect: [has('text_classifier', { labels: ['billing', 'technical', 'sales'] })],
  },
  { on: 'chat', before: ['add a logger'], say: 'call it Audit trail', expect: [called('logger', 'Audit trail')] },
  {
    on: 'chat',
    before: ['put a text formatter after the model'],
    say: 'no, remove that again',
    expect: [either(gone('text_formatter'), commands(/undo/))],
  },
  {
    on: 'chat',
    say: 'what sits between the input and the output?',
    expect: [unchanged, says(/chat_model|Chat model/)],
  },
  { say: 'send a mail to bob@example.com whenever a form is filled in', expect: [says(/mail/i), gone('chat_model')] },
  {
    say: 'when someone calls my webhook /signup, take the email field out of the body and store it under the key last_signup',
    expect: [
      has('webhook_trigger', { path: 'signup' }),
      has('data_extractor', { path: 'email' }),
      has('key_value', { operation: 'set', key: 'last_signup' }),
      leads('webhook_trigger -> data_extractor'),
      leads('data_extractor -> key_value'),
    ],
  },
  {
    on: 'page',
    say: 'also push the summary to our slack-like webhook at https://hooks.example.com/T1',
    expect: [
      has('http_request', { url: 'https://hooks.example.com/T1', method: 'POST' }),
      wired('summarizer:summary -> http_request:body'),
      wired('summarizer -> text_output'),
    ],
  },
  { on: 'chat', say: 'temprature 0.7', expect: [has('chat_model', { temperature: 0.7 }), size(3)] },
  {
    on: 'chat',
    say: 'Tell the model it is a pirate',
    expect: [has('chat_model', { systemPrompt: /pirate/i }), size(3)],
  },
  {
    on: 'writers',
    say: 'throw away the critic and hook the draft writer straight to the chat output',
    expect: [gone('"Critic"'), wired('"Draft writer" -> chat_output'), size(3)],
  },
  {
    on: 'writers',
    say: 'both writers should use claude-sonnet-4-5',
    expect: [
      has('"Draft writer"', { model: 'claude-sonnet-4-5' }),
      has('"Critic"', { model: 'claude-sonnet-4-5' }),
      size(4),
    ],
  },
  { on: 'orders', say: 'use PUT for notifying the boss', expect: [has('http_request', { method: 'PUT' }), size(5)] },
  { on: 'orders', say: 'where does the logger get its data from?', expect: [unchanged, says(/Total|data_extractor/)] },
  {
    on: 'orders',
    say: 'the webhook should listen on /new-orders',
    expect: [has('webhook_trigger', { path: 'new-orders' }), size(5)],
  },
  {
    on: 'agent',
    say: 'he must ask for permission before using tools',
    expect: [has('simple_agent', { approveTools: true }), size(3)],
  },
  {
    on: 'agent',
    say: 'the agent forgets everything, give it a memory',
    expect: [count('conversation_memory', 1), wired('conversation_memory -> simple_agent:history')],
  },
  {
    on: 'page',
    say: 'translate the summary to german before it is shown',
    expect: [
      has('chat_model', { systemPrompt: /german/i }),
      leads('summarizer -> chat_model'),
      leads('chat_model -> text_output'),
      notWired('summarizer -> text_output'),
    ],
  },
  { on: 'page', say: 'timeout 60 seconds for the web call', expect: [has('http_request', { timeout: 60 }), size(3)] },
  { on: 'page', say: 'if the request fails, log the error', expect: [wired('http_request:error -> logger')] },
  {
    on: 'page',
    say: 'cut the page in chunks of 500 words first',
    expect: [has('split_text', { chunkSize: 500, method: 'words' }), leads('http_request -> split_text')],
  },
  {
    say: 'chat bot with memory',
    expect: [leads('chat_input -> chat_model'), count('conversation_memory', 1), leads('chat_model -> chat_output')],
  },
  {
    say: 'every monday 9am get https://example.com/stats.json, take the field visitors and log it',
    expect: [
      has('schedule_trigger', { cron: '0 9 * * 1' }),
      has('http_request', { url: 'https://example.com/stats.json' }),
      has('data_extractor', { path: 'visitors' }),
      leads('schedule_trigger -> http_request'),
      leads('http_request -> data_extractor'),
      leads('data_extractor -> logger'),
    ],
  },
  {
    say: 'ask the user for his age, if it is less than 18 stop',
    expect: [
      either(count('text_prompt', 1), count('number_input', 1)),
      has('if_else', { operator: 'less_than', matchText: /18/ }),
      either(leads('if_else -> stop'), leads('if_else -> end')),
    ],
  },
  {
    say: 'I get invoices as text. Extract number, date and amount, then save everything as invoice.json',
    expect: [
      has('information_extractor', { schema: /amount/ }),
      leads('information_extractor -> file_write'),
      has('file_write', { path: 'invoice.json' }),
    ],
  },
  { say: 'insert a note saying "Work in progress"', expect: [has('notes', { content: 'Work in progress' }), size(1)] },
  { say: 'yes/no input called Urgent', expect: [called('boolean_input', 'Urgent'), size(1)] },
  { say: 'js code node that returns 42', expect: [count('code', 1), size(1)] },
  {
    on: 'chat',
    say: 'add an if after the model: when the response contains "sorry" log a warning',
    expect: [
      has('if_else', { operator: 'contains', matchText: 'sorry' }),
      wired('chat_model -> if_else'),
      leads('if_else -> logger'),
    ],
  },
  {
    on: 'chat',
    say: 'cut the wire from the input to the model',
    expect: [notWired('text_input -> chat_model'), size(3)],
  },
  { on: 'chat', say: 'start from scratch', expect: [size(0)] },
  { on: 'writers', say: 'arrange from top to bottom', expect: [commands(/layout auto --direction vertical/)] },
  { on: 'chat', say: 'open the settings of the model', expect: [commands(/config chat_model\.1/), unchanged] },
  {
    on: 'chat',
    say: 'my api key is sk-abcdefghijklmnopqrstuvwxyz123456, use it',
    expect: [unchanged, says(/key|secret/i)],
  },
  { on: 'chat', say: 'add a quantum flux node', expect: [unchanged, says(/quantum flux/i)] },
  { on: 'writers', say: 'delete the chat model', expect: [unchanged, says(/Draft writer/), says(/Critic/)] },
  { on: 'chat', say: 'hi there!', expect: [unchanged] },
  { on: 'chat', say: 'Is there a node to parse CSV?', expect: [unchanged, says(/csv_parse/)] },
  { on: 'chat', say: 'why is my workflow not valid?', expect: [unchanged] },
  {
    on: 'chat',
    say: 'put "Type your question" as placeholder of the input and make it multiline',
    expect: [has('text_input', { placeholder: 'Type your question', multiline: true }), size(3)],
  },
  {
    on: 'chat',
    say: 'i would like that a human checks the answer before it goes out',
    expect: [
      either(count('confirmation', 1), count('review', 1)),
      either(leads('confirmation -> text_output'), leads('review -> text_output')),
    ],
  },
  {
    on: 'chat',
    say: 'turn the model into an agent',
    expect: [gone('chat_model'), wired('text_input -> simple_agent -> text_output')],
  },
  {
    on: 'chat',
    say: 'summarize the answer in 3 sentences and put that into the output, not the answer itself',
    expect: [wired('chat_model -> summarizer -> text_output'), notWired('chat_model -> text_output')],
  },
  {
    on: 'chat',
    say: 'prefix every answer with "AI: "',
    expect: [has('text_formatter', { prefix: 'AI: ' }), wired('chat_model -> text_formatter -> text_output')],
  },
  {
    on: 'support',
    say: 'rename the switch to Router and the classifier to Triage',
    expect: [called('switch', 'Router'), called('text_classifier', 'Triage'), size(7)],
  },
  {
    on: 'support',
    say: 'lower the temperature of the billing expert to .1 and raise the one of the tech expert to 1',
    expect: [has('"Billing expert"', { temperature: 0.1 }), has('"Tech expert"', { temperature: 1 }), size(7)],
  },
  { on: 'support', say: 'Explain what this does', expect: [unchanged, says(/classif/i)] },
  { on: 'support', say: 'get rid of both experts', expect: [gone('chat_model'), size(5)] },
  {
    on: 'report',
    say: 'the query is: select * from sales',
    expect: [has('sql_query', { query: 'select * from sales' }), size(4)],
  },
  {
    on: 'report',
    say: 'after writing the file, post it to https://example.com/upload',
    expect: [
      has('http_request', { url: 'https://example.com/upload', method: 'POST' }),
      leads('file_write -> http_request'),
    ],
  },
  { on: 'report', say: 'disable the schedule for now', expect: [has('schedule_trigger', { enabled: false }), size(4)] },
  {
    on: 'report',
    say: 'write it in monthly.csv, the file',
    expect: [has('file_write', { path: 'monthly.csv' }), size(4)],
  },
  {
    on: 'loose',
    say: 'text input goes into the summarizer and from there to the text output',
    expect: [wired('text_input -> summarizer -> text_output'), size(3)],
  },
  {
    say: '1. get a text from the user\n2. correct the spelling with an AI\n3. show the corrected text',
    expect: [leads('text_input -> chat_model'), leads('chat_model -> text_output')],
  },
  {
    on: 'chat',
    before: ['add a logger after the chat model', 'add a delay after the logger'],
    say: 'delete the last one',
    expect: [gone('delay'), count('logger', 1), size(4)],
  },
]
