/** Written when the rules had been revised, and run once before anything else was changed; then they were improved on it. */
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

export const fourthWave: readonly Request[] = [
  {
    on: 'chat',
    say: 'I would love a logger right behind the language model, thx',
    expect: [wired('chat_model -> logger')],
  },
  {
    on: 'chat',
    say: 'pause for a quarter of a minute, i mean 15 seconds, before the text goes into the model',
    expect: [has('delay', { seconds: 15 }), wired('text_input -> delay -> chat_model')],
  },
  {
    on: 'page',
    say: 'url must be https://blog.example.net/feed',
    expect: [has('http_request', { url: 'https://blog.example.net/feed' }), size(3)],
  },
  { on: 'writers', say: 'critic: be harsh and short', expect: [has('"Critic"', { systemPrompt: /harsh/i }), size(4)] },
  { on: 'orders', say: 'raise the limit from 100 to 750', expect: [has('if_else', { matchText: /750/ }), size(5)] },
  {
    on: 'agent',
    say: 'equip the agent with a calculator and an sql query',
    expect: [wired('calculator -> simple_agent:tool'), wired('sql_query -> simple_agent:tool')],
  },
  {
    on: 'chat',
    say: 'we moved to anthropic, model claude-sonnet-4-5',
    expect: [has('chat_model', { provider: 'anthropic', model: 'claude-sonnet-4-5' }), size(3)],
  },
  { say: 'one json input, one data extractor, wire them', expect: [wired('json_input -> data_extractor'), size(2)] },
  {
    on: 'report',
    say: 'please start it on fridays at 16:45',
    expect: [has('schedule_trigger', { cron: '45 16 * * 5' }), size(4)],
  },
  {
    on: 'report',
    say: 'do not write the file unless I say yes',
    expect: [count('confirmation', 1), leads('confirmation -> file_write')],
  },
  { on: 'support', say: 'which node feeds the merge?', expect: [unchanged, says(/Billing expert|chat_model\.1/)] },
  {
    on: 'support',
    say: 'the classifier should also know the label complaint',
    expect: [has('text_classifier', { labels: ['billing', 'technical', 'complaint'] })],
  },
  { on: 'support', say: 'we do not need the billing expert any more', expect: [gone('"Billing expert"'), size(6)] },
  {
    on: 'chat',
    before: ['add a prompt template before the model'],
    say: 'and give it the name Wrapper',
    expect: [called('prompt_template', 'Wrapper')],
  },
  {
    on: 'chat',
    before: ['insert a 5 second delay after the input'],
    say: 'hmm, rather 20 seconds',
    expect: [has('delay', { seconds: 20 }), size(4)],
  },
  { on: 'chat', say: 'that was wrong, undo it please', expect: [commands(/^undo$/)] },
  { on: 'page', say: 'which page is loaded?', expect: [unchanged, says(/https:\/\/example\.com/)] },
  { say: 'text the customer an sms when the order ships', expect: [says(/message|sms/i), gone('chat_model')] },
  {
    say: 'load people.csv, drop the rows where age is less than 18, write the rest to adults.csv',
    expect: [
      has('file_read', { path: 'people.csv' }),
      leads('file_read -> csv_parse'),
      has('data_operations', { operation: 'filter', key: 'age', condition: /greater_than/ }),
      has('file_write', { path: 'adults.csv' }),
      leads('data_operations -> file_write'),
    ],
  },
  {
    say: 'on every call of /feedback classify the text as praise or complaint and log the label',
    expect: [
      has('webhook_trigger', { path: 'feedback' }),
      has('text_classifier', { labels: ['praise', 'complaint'] }),
      leads('webhook_trigger -> text_classifier'),
      wired('text_classifier:label -> logger'),
    ],
  },
  {
    on: 'chat',
    say: 'not the input should go but the output',
    expect: [either(unchanged, gone('text_output')), count('text_input', 1)],
  },
  {
    on: 'chat',
    say: 'forward the answer to our webhook https://hooks.example.com/q9 too',
    expect: [
      has('http_request', { url: 'https://hooks.example.com/q9', method: 'POST' }),
      wired('chat_model:response -> http_request:body'),
      wired('chat_model -> text_output'),
    ],
  },
  {
    on: 'chat',
    say: 'temperature: 0.35; max tokens: 900',
    expect: [has('chat_model', { temperature: 0.35, maxTokens: 900 }), size(3)],
  },
  {
    on: 'chat',
    say: 'instruct the model to reply only with JSON',
    expect: [has('chat_model', { systemPrompt: /json/i }), size(3)],
  },
  {
    on: 'writers',
    say: 'get rid of the draft writer and let the chat input go to the critic',
    expect: [gone('"Draft writer"'), wired('chat_input -> "Critic"'), size(3)],
  },
  {
    on: 'writers',
    say: 'in front of the draft writer put a model named Researcher',
    expect: [
      called('chat_model', 'Researcher'),
      wired('chat_input -> "Researcher" -> "Draft writer"'),
      notWired('chat_input -> "Draft writer"'),
    ],
  },
  { on: 'orders', say: 'set the level of the log to error', expect: [has('logger', { level: 'error' }), size(5)] },
  {
    on: 'agent',
    say: 'limit the bot to six turns and let it ask before it uses a tool',
    expect: [has('simple_agent', { maxTurns: 6, approveTools: true }), size(3)],
  },
  {
    on: 'page',
    say: 'render the result in Spanish',
    expect: [either(has('chat_model', { systemPrompt: /spanish/i }), has('summarizer', { instructions: /spanish/i }))],
  },
  {
    on: 'page',
    say: 'an LLM in place of the summarizer please',
    expect: [gone('summarizer'), wired('http_request -> chat_model -> text_output')],
  },
  { on: 'page', say: 'when the web call breaks, log what went wrong', expect: [wired('http_request:error -> logger')] },
  {
    say: 'a bot that answers chat messages and remembers what was said',
    expect: [leads('chat_input -> chat_model'), count('conversation_memory', 1), leads('chat_model -> chat_output')],
  },
  {
    say: 'go through all items of a list and translate each of them into Polish',
    expect: [count('foreach', 1), has('chat_model', { systemPrompt: /Polish/ }), leads('foreach -> chat_model')],
  },
  {
    say: 'each night at 2 query the database with "select * from logs", turn the rows into csv and save that as logs.csv',
    expect: [
      has('schedule_trigger', { cron: '0 2 * * *' }),
      has('sql_query', { query: 'select * from logs' }),
      leads('schedule_trigger -> sql_query'),
      leads('sql_query -> csv_write'),
      has('file_write', { path: 'logs.csv' }),
      leads('csv_write -> file_write'),
    ],
  },
  {
    say: 'three number inputs called Length, Width and Height',
    expect: [
      called('number_input', 'Length'),
      called('number_input', 'Width'),
      called('number_input', 'Height'),
      size(3),
    ],
  },
  {
    on: 'chat',
    say: 'pull the plug between model and output',
    expect: [notWired('chat_model -> text_output'), size(3)],
  },
  { on: 'chat', say: 'could you clean up the layout?', expect: [commands(/layout/)] },
  { on: 'chat', say: 'publish it on our website', expect: [unchanged] },
  {
    on: 'chat',
    say: 'add a blockchain validator',
    expect: [either(unchanged, count('json_validator', 1)), says(/blockchain/i)],
  },
  {
    on: 'writers',
    say: 'set the temperature of the model to 0',
    expect: [unchanged, says(/Draft writer/), says(/Critic/)],
  },
  { on: 'chat', say: 'does the workflow have any mistakes?', expect: [unchanged] },
  {
    on: 'report',
    say: 'header off, delimiter pipe',
    expect: [has('csv_write', { header: false, delimiter: '|' }), size(4)],
  },
  {
    on: 'report',
    say: 'the schedule should run in the timezone America/New_York',
    expect: [has('schedule_trigger', { timezone: 'America/New_York' }), size(4)],
  },
  { on: 'support', say: 'write the label into the log', expect: [wired('text_classifier:label -> logger')] },
  {
    on: 'loose',
    say: 'hook the input up to the summarizer, then that to the output',
    expect: [wired('text_input -> summarizer -> text_output'), size(3)],
  },
  {
    on: 'chat',
    say: 'append " (generated by AI)" to the answer',
    expect: [
      has('text_formatter', { suffix: ' (generated by AI)' }),
      wired('chat_model -> text_formatter -> text_output'),
    ],
  },
]
