/** Several clauses, typing errors, and wordings in which a careless reading would change the wrong thing. */
import { called, changesOnly, count, gone, has, notWired, type Request, says, unchanged, wired } from '../request.ts'

export const tricky: readonly Request[] = [
  { on: 'chat', say: 'renmae the chat model to Bob', expect: [called('chat_model', 'Bob')] },
  { on: 'chat', say: 'insert a loger betwen the text input and the chat model', expect: [unchanged, says(/betwen/)] },
  {
    on: 'chat',
    say: 'add a summarizr after the chat modle',
    expect: [wired('chat_model -> summarizer -> text_output')],
  },
  { on: 'chat', say: 'set the temprature to 0.7', expect: [has('chat_model', { temperature: 0.7 })] },
  { on: 'chat', say: 'delte the text output', expect: [gone('text_output')] },
  {
    on: 'chat',
    say: 'add a teleporter after the chat model and rename the text input to Question',
    expect: [called('text_input', 'Question'), says(/teleporter/), changesOnly({ edits: ['text_input'] })],
  },
  {
    on: 'chat',
    say: 'rename the text input to Question, set the temperature to 0.5 and add a logger after the chat model',
    expect: [called('text_input', 'Question'), has('chat_model', { temperature: 0.5 }), wired('chat_model -> logger')],
  },
  { on: 'chat', say: 'rename the chat model to Search and replace', expect: [unchanged, says(/Search and replace/)] },
  {
    on: 'chat',
    say: 'rename the chat model to "Search and replace"',
    expect: [called('chat_model', 'Search and replace')],
  },
  { on: 'chat', say: 'rename the chat model to Bob and Alice', expect: [unchanged, says(/quotes/)] },
  { on: 'chat', say: "don't delete the text output", expect: [unchanged] },
  { on: 'chat', say: 'Delete the text output. No, wait, keep it.', expect: [unchanged] },
  { on: 'chat', say: 'delete everything except the text input', expect: [unchanged] },
  { on: 'chat', say: 'if the answer is empty, delete the text output', expect: [unchanged] },
  { on: 'chat', say: 'what happens if I delete the text output?', expect: [unchanged] },
  { on: 'chat', say: 'should I rename the chat model to Bob?', expect: [unchanged] },
  { on: 'chat', say: 'delete the workflow', expect: [unchanged] },
  { on: 'chat', say: 'remove the input and output labels', expect: [unchanged] },
  { on: 'orders', say: 'delete the boss', expect: [unchanged, says(/boss/)] },
  { on: 'orders', say: 'add a logger after the boss', expect: [wired('http_request -> logger')] },
  { on: 'chat', say: 'add a csv node', expect: [unchanged, says(/csv_parse[\s\S]*csv_write/)] },
  { on: 'chat', say: 'add a blogger', expect: [unchanged] },
  { on: 'chat', say: 'build a translator and connect it to the text output', expect: [unchanged, says(/translator/)] },
  { on: 'chat', say: 'set the api key of the chat model to abc123', expect: [unchanged, says(/secret/)] },
  { on: 'chat', say: 'connect the text input to the text output', expect: [unchanged] },
  { on: 'chat', say: 'connect the text output from the chat model', expect: [unchanged] },
  { on: 'chat', say: 'replace the text output with the chat model', expect: [unchanged] },
  {
    on: 'chat',
    say: 'insert a prompt template before the chat model',
    expect: [wired('text_input -> prompt_template -> chat_model')],
  },
  {
    on: 'chat',
    say: 'put a confirmation before the text output',
    expect: [wired('confirmation:confirmed -> text_output:trigger'), wired('chat_model -> text_output:text')],
  },
  {
    on: 'agent',
    say: 'add a calculator to the agent',
    expect: [wired('calculator:tool -> simple_agent:tool'), count('calculator', 1)],
  },
  {
    on: 'chat',
    say: 'after the text input, add a logger',
    expect: [wired('text_input -> logger -> chat_model'), notWired('text_input -> chat_model')],
  },
]
