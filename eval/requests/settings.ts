/** Settings, questions, and requests that cannot be met. Written before the rules. */
import { count, gone, has, type Request, says, unchanged, wired } from '../request.ts'

export const setting: readonly Request[] = [
  { on: 'chat', say: 'set the temperature to 0.2', expect: [has('chat_model', { temperature: 0.2 })] },
  { on: 'chat', say: 'use gpt-5 instead', expect: [has('chat_model', { model: 'gpt-5' })] },
  { on: 'chat', say: 'make the model answer in French', expect: [has('chat_model', { systemPrompt: /French/ })] },
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
  { on: 'page', say: 'make the summary short', expect: [has('summarizer', { length: 'short' })] },
  { on: 'page', say: 'make it a POST request', expect: [has('http_request', { method: 'POST' })] },
  {
    on: 'chat',
    say: 'switch the chat model to anthropic with claude-sonnet-4-5',
    expect: [has('chat_model', { provider: 'anthropic', model: 'claude-sonnet-4-5' })],
  },
  {
    on: 'writers',
    say: 'set the temperature of the critic to 0 and of the draft writer to 0.9',
    expect: [has('"Critic"', { temperature: 0 }), has('"Draft writer"', { temperature: 0.9 })],
  },
  {
    on: 'orders',
    say: 'the condition should be greater than 250',
    expect: [has('if_else', { operator: 'greater_than', matchText: /^250$/ })],
  },
  { on: 'page', say: 'raise the timeout to 60 seconds', expect: [has('http_request', { timeout: 60 })] },
  { on: 'chat', say: 'show the output as markdown', expect: [has('text_output', { format: 'markdown' })] },
  { on: 'orders', say: 'the webhook should only accept PUT', expect: [has('webhook_trigger', { method: 'PUT' })] },
  { on: 'page', say: "don't follow redirects", expect: [has('http_request', { followRedirects: false })] },
  {
    on: 'chat',
    say: 'limit the answer to 200 tokens',
    expect: [has('chat_model', { maxTokens: 200, systemPrompt: '' })],
  },
  {
    on: 'page',
    say: 'the summarizer should get the instructions "three bullet points"',
    expect: [has('summarizer', { instructions: 'three bullet points' })],
  },
]

export const asking: readonly Request[] = [
  {
    on: 'chat',
    say: 'what does this workflow do?',
    expect: [unchanged, says(/Text input[\s\S]*Chat model[\s\S]*Text output/)],
  },
  { on: 'chat', say: 'explain the chat model', expect: [unchanged, says(/language model/i)] },
  { on: 'chat', say: 'which nodes are there?', expect: [unchanged, says(/text_input\.1[\s\S]*text_output\.1/)] },
  { on: 'chat', say: 'list all connections', expect: [unchanged, says(/chat_model\.1:response/)] },
  { say: 'what can I use to call an API?', expect: [unchanged, says(/http_request/)] },
  { say: 'what node types do you have for working with csv?', expect: [unchanged, says(/csv_parse/)] },
  { on: 'loose', say: "what's wrong with my workflow?", expect: [unchanged, says(/summarizer\.1/)] },
  { on: 'loose', say: 'fix it', expect: [wired('text_input -> summarizer -> text_output')] },
  { on: 'chat', say: 'what model does chat_model.1 use?', expect: [unchanged, says(/gpt-4o-mini/)] },
  { say: 'how does the foreach node work?', expect: [unchanged, says(/every item/)] },
  { on: 'chat', say: 'help', expect: [unchanged, says(/add/i)] },
  { on: 'chat', say: 'what settings does the http request have?', expect: [unchanged, says(/followRedirects/)] },
]

export const honest: readonly Request[] = [
  {
    on: 'chat',
    say: 'send an email to bob@example.com with the answer',
    expect: [says(/mail/i), says(/http_request|HTTP request/)],
  },
  { on: 'chat', say: 'make me a sandwich', expect: [unchanged, says(/understand|understood/i)] },
  { on: 'chat', say: 'delete the database node', expect: [unchanged, says(/no |not /i)] },
  { on: 'chat', say: 'connect the chat model to the webhook', expect: [unchanged, says(/webhook/i)] },
  { on: 'chat', say: 'set the foo of the chat model to 3', expect: [unchanged, says(/foo/)] },
  { on: 'chat', say: 'add a blockchain node', expect: [unchanged, says(/blockchain/)] },
  {
    on: 'chat',
    say: 'rename the chat model to Bob and paint it like Monet',
    expect: [has('"Bob"'), says(/paint it like Monet/)],
  },
  { on: 'chat', say: 'run it', expect: [unchanged, says(/run/i)] },
  { on: 'chat', say: 'set the temperature to 99', expect: [unchanged, says(/temperature/i)] },
  { on: 'writers', say: 'delete the chat model', expect: [unchanged, says(/Draft writer[\s\S]*Critic/)] },
]

export const several: readonly Request[] = [
  {
    on: 'chat',
    say: 'Rename the input to Question, set the temperature to 0.5 and add a logger after the model.',
    expect: [has('"Question"'), has('chat_model', { temperature: 0.5 }), wired('chat_model -> logger')],
  },
  {
    say: '1. add a text input\n2. add a summarizer\n3. connect them\n4. add a text output and connect the summary to it',
    expect: [wired('text_input -> summarizer -> text_output')],
  },
  {
    on: 'chat',
    say: 'add a json parse node; connect the chat model to it; then delete the text output',
    expect: [wired('chat_model -> json_parse'), gone('text_output')],
  },
  {
    on: 'page',
    say: 'please replace the summarizer by a classifier with labels spam, ham, then show the label in the output',
    expect: [
      gone('summarizer'),
      has('text_classifier', { labels: ['spam', 'ham'] }),
      wired('http_request -> text_classifier:text'),
      wired('text_classifier:label -> text_output:text'),
    ],
  },
  {
    on: 'chat',
    say: 'Hi! Could you add a translator to Italian behind the model? Thanks!',
    expect: [
      count('chat_model', 2),
      has('chat_model', { systemPrompt: /Italian/ }),
      wired('chat_model.1 -> chat_model.2 -> text_output'),
    ],
  },
]
