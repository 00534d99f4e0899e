/**
 * Written when the rules were thought to be done. At first sight of them the rules met 12 of these 25; then they were
 * tuned on, so this is no held-out group any more.
 */
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

export const secondWave: readonly Request[] = [
  {
    say: 'please create a schedule that fires each weekday at 7:30',
    expect: [has('schedule_trigger', { cron: '30 7 * * 1-5' })],
  },
  {
    on: 'page',
    say: 'stick a classifier behind the summarizer',
    expect: [wired('summarizer -> text_classifier -> text_output'), notWired('summarizer -> text_output')],
  },
  {
    on: 'chat',
    say: 'get rid of the link from the model to the output',
    expect: [notWired('chat_model -> text_output'), size(3)],
  },
  {
    on: 'writers',
    say: 'could the critic please use gpt-4.1-mini?',
    expect: [has('"Critic"', { model: 'gpt-4.1-mini' })],
  },
  {
    on: 'agent',
    say: 'the agent should also be able to query our database',
    expect: [wired('sql_query:tool -> simple_agent:tool')],
  },
  {
    on: 'orders',
    say: 'only notify the boss when the total is over 500',
    expect: [has('if_else', { matchText: /^500$/ })],
  },
  {
    on: 'page',
    say: 'fetch https://example.org/blog instead',
    expect: [has('http_request', { url: 'https://example.org/blog' }), count('http_request', 1)],
  },
  { on: 'chat', say: 'give the chat model a nicer name, say Professor', expect: [called('chat_model', 'Professor')] },
  {
    on: 'loose',
    say: 'the input goes into the summarizer and the summary into the output',
    expect: [wired('text_input -> summarizer -> text_output')],
  },
  {
    say: 'i have a csv with customers. for each customer write a friendly email text with an llm',
    expect: [count('foreach', 1), leads('csv_parse -> foreach'), leads('foreach -> chat_model')],
  },
  {
    say: 'whenever someone posts to /signup, check whether the body has a name and store it',
    expect: [has('webhook_trigger', { path: /signup/ }), leads('webhook_trigger -> key_value')],
  },
  {
    say: 'take the title from https://example.com/feed.json and show it',
    expect: [count('http_request', 1), leads('http_request -> text_output')],
  },
  {
    on: 'chat',
    say: 'I would like to see the answer in a chat instead of a text output',
    expect: [gone('text_output'), wired('chat_model -> chat_output')],
  },
  { on: 'chat', say: 'turn the temperature all the way down to 0', expect: [has('chat_model', { temperature: 0 })] },
  { on: 'orders', say: 'what happens when the total is below 100?', expect: [unchanged] },
  { on: 'chat', say: 'which node should I take if I want to wait a while?', expect: [unchanged, says(/delay/)] },
  {
    on: 'writers',
    say: 'add one more reviewer model between the critic and the output, call it Editor',
    expect: [wired('"Critic" -> "Editor" -> chat_output')],
  },
  {
    on: 'page',
    say: 'save the summary as summary.md as well',
    expect: [
      has('file_write', { path: 'summary.md' }),
      wired('summarizer -> file_write'),
      wired('summarizer -> text_output'),
    ],
  },
  {
    say: 'ask a human to pick small, medium or large',
    expect: [has('choice', { options: /small[\s\S]*medium[\s\S]*large/ })],
  },
  { on: 'chat', say: 'kill all nodes', expect: [size(0)] },
  { on: 'chat', say: 'put everything in a nice order', expect: [commands(/^layout/m)] },
  {
    say: 'Summarize the page at https://example.com/news in German and post the result to https://hooks.example.com/in',
    expect: [
      leads('summarizer -> http_request'),
      has('http_request', { url: 'https://hooks.example.com/in', method: 'POST' }),
      says(/./),
    ],
  },
  {
    on: 'chat',
    say: 'connect text_input.1 to a calculator',
    expect: [count('calculator', 1), wired('text_input -> calculator')],
  },
  {
    on: 'page',
    say: 'The timeout of the request is too short, make it two minutes',
    expect: [has('http_request', { timeout: 120 })],
  },
  { on: 'chat', say: 'book me a flight to Rome', expect: [unchanged, says(/understand/i)] },
]
