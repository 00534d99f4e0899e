/** Adding, inserting, connecting, naming. Written before the rules. */
import { called, commands, count, gone, has, leads, notWired, type Request, says, size, wired } from '../request.ts'

export const adding: readonly Request[] = [
  { say: 'add a chat model', expect: [count('chat_model', 1), size(1)] },
  {
    say: 'Could you please add an HTTP request node that gets https://api.example.com/users?',
    expect: [has('http_request', { url: 'https://api.example.com/users' })],
  },
  {
    on: 'chat',
    say: 'add a note saying "check the prompt with legal"',
    expect: [has('notes', { content: /check the prompt with legal/ }), size(4)],
  },
  {
    on: 'chat',
    say: 'put a text formatter after the chat model and make it uppercase',
    expect: [
      has('text_formatter', { operation: 'uppercase' }),
      wired('chat_model -> text_formatter -> text_output'),
      notWired('chat_model -> text_output'),
    ],
  },
  {
    say: 'i need a text input called Question and a chat model',
    expect: [called('text_input', 'Question'), count('chat_model', 1)],
  },
  {
    on: 'chat',
    say: 'add a second chat model named Critic that takes the answer of the first one',
    expect: [count('chat_model', 2), wired('chat_model.1 -> "Critic"')],
  },
  {
    on: 'page',
    say: 'add a delay of 10 seconds before the http request',
    expect: [has('delay', { seconds: 10 }), wired('delay -> http_request')],
  },
  { on: 'chat', say: 'log the answer', expect: [wired('chat_model:response -> logger:message')] },
  { say: 'add 3 text inputs', expect: [count('text_input', 3), size(3)] },
  {
    on: 'chat',
    say: 'add an if node that checks if the answer contains "yes"',
    expect: [has('if_else', { operator: 'contains', matchText: 'yes' }), wired('chat_model -> if_else:data')],
  },
  {
    say: 'add a webhook at /orders that listens for PUT',
    expect: [has('webhook_trigger', { path: /orders/, method: 'PUT' })],
  },
  {
    say: 'new node: sql query "select name from users"',
    expect: [has('sql_query', { query: 'select name from users' })],
  },
  { say: 'ad a chatmodle', expect: [count('chat_model', 1)] },
  { on: 'agent', say: 'give the agent a calculator', expect: [wired('calculator:tool -> simple_agent:tool')] },
  {
    on: 'chat',
    say: "let's also have the answer saved to a file answer.txt",
    expect: [has('file_write', { path: 'answer.txt' }), wired('chat_model:response -> file_write:content')],
  },
]

export const inserting: readonly Request[] = [
  {
    on: 'chat',
    say: 'insert a prompt template between the text input and the chat model',
    expect: [wired('text_input -> prompt_template -> chat_model'), notWired('text_input -> chat_model')],
  },
  {
    on: 'page',
    say: 'between the summarizer and the output, translate the summary into German',
    expect: [
      has('chat_model', { systemPrompt: /German/ }),
      wired('summarizer -> chat_model -> text_output'),
      notWired('summarizer -> text_output'),
    ],
  },
  {
    on: 'chat',
    say: 'put a confirmation between the model and the output',
    expect: [wired('confirmation:confirmed -> text_output:trigger'), wired('chat_model -> text_output:text')],
  },
  {
    on: 'orders',
    say: 'before the Notify boss step, ask me for approval',
    expect: [wired('if_else -> confirmation -> http_request'), notWired('if_else -> http_request')],
  },
  {
    on: 'page',
    say: "trim the text before it's summarised",
    expect: [has('text_formatter', { operation: 'trim' }), wired('http_request -> text_formatter -> summarizer')],
  },
  {
    on: 'writers',
    say: 'insert a logger after Draft writer',
    expect: [wired('"Draft writer" -> logger'), leads('logger -> "Critic"')],
  },
  {
    on: 'chat',
    say: 'Insert a 5 second delay between text_input.1 and chat_model.1',
    expect: [
      has('delay', { seconds: 5 }),
      count('delay', 1),
      wired('text_input -> delay -> chat_model'),
      notWired('text_input -> chat_model'),
    ],
  },
  {
    on: 'page',
    say: 'wait 30 seconds before showing the result',
    expect: [has('delay', { seconds: 30 }), wired('summarizer -> delay -> text_output')],
  },
]

export const connecting: readonly Request[] = [
  { on: 'loose', say: 'connect the text input to the summarizer', expect: [wired('text_input -> summarizer:text')] },
  {
    on: 'loose',
    say: 'wire text_input.1:text to summarizer.1:text and summarizer.1:summary to text_output.1:text',
    expect: [wired('text_input -> summarizer -> text_output')],
  },
  { on: 'loose', say: 'connect everything', expect: [wired('text_input -> summarizer -> text_output')] },
  {
    on: 'loose',
    say: 'link input -> summarizer -> output',
    expect: [wired('text_input -> summarizer -> text_output')],
  },
  {
    on: 'chat',
    say: 'disconnect the chat model from the output',
    expect: [notWired('chat_model -> text_output'), wired('text_input -> chat_model'), size(3)],
  },
  {
    on: 'chat',
    say: 'remove the connection between text input and chat model',
    expect: [notWired('text_input -> chat_model'), size(3)],
  },
  {
    on: 'orders',
    say: "connect the True branch of if_else.1 to the logger's trigger",
    expect: [wired('if_else:True -> logger:trigger')],
  },
  {
    on: 'loose',
    say: 'hook the summary up to the text output',
    expect: [wired('summarizer:summary -> text_output:text')],
  },
  {
    on: 'chat',
    say: 'unplug the chat model',
    expect: [notWired('text_input -> chat_model'), notWired('chat_model -> text_output'), size(3)],
  },
]

export const naming: readonly Request[] = [
  { on: 'chat', say: 'rename the chat model to Answer writer', expect: [called('chat_model', 'Answer writer')] },
  { on: 'chat', say: 'call the text input Question', expect: [called('text_input', 'Question')] },
  { on: 'writers', say: 'rename Critic to "Second opinion"', expect: [called('chat_model.2', 'Second opinion')] },
  { on: 'chat', say: 'name the last node Result', expect: [called('text_output', 'Result')] },
  {
    on: 'chat',
    say: 'the output should be called Final answer please',
    expect: [called('text_output', 'Final answer')],
  },
]

export const layingOut: readonly Request[] = [
  { on: 'chat', say: 'tidy up the layout', expect: [commands(/^layout (auto|beautify)/m), size(3)] },
  { on: 'chat', say: 'arrange everything from top to bottom', expect: [commands(/layout auto --direction vertical/)] },
  { on: 'chat', say: 'undo that', expect: [commands(/^undo$/m)] },
  { on: 'chat', say: 'Please align the nodes neatly', expect: [commands(/^layout/m), says(/./)] },
]

export const removing: readonly Request[] = [
  { on: 'chat', say: 'delete the text output', expect: [gone('text_output'), size(2)] },
  { on: 'writers', say: 'remove the critic', expect: [gone('chat_model.2'), count('chat_model', 1)] },
  { on: 'orders', say: 'get rid of the logger', expect: [gone('logger'), size(4)] },
  { on: 'chat', say: 'clear everything', expect: [size(0)] },
  { on: 'writers', say: 'delete the second chat model', expect: [gone('"Critic"'), has('"Draft writer"')] },
  {
    on: 'chat',
    say: 'take out chat_model.1 and connect the input straight to the output',
    expect: [gone('chat_model'), wired('text_input -> text_output')],
  },
  { on: 'writers', say: 'remove both chat models', expect: [gone('chat_model'), size(2)] },
]

export const replacing: readonly Request[] = [
  {
    on: 'chat',
    say: 'replace the chat model with an agent',
    expect: [gone('chat_model'), wired('text_input -> simple_agent -> text_output')],
  },
  {
    on: 'chat',
    say: 'swap text_output.1 for a chat output',
    expect: [gone('text_output'), wired('chat_model -> chat_output:message')],
  },
  {
    on: 'page',
    say: 'use a chat model instead of the summarizer',
    expect: [gone('summarizer'), wired('http_request -> chat_model -> text_output')],
  },
  {
    on: 'chat',
    say: 'turn the text input into a file input',
    expect: [gone('text_input'), wired('file_input:content -> chat_model:message')],
  },
  {
    on: 'writers',
    say: 'change Critic into a text classifier',
    expect: [count('chat_model', 1), count('text_classifier', 1)],
  },
  { on: 'orders', say: 'replace the if with a switch', expect: [gone('if_else'), wired('data_extractor -> switch')] },
]
