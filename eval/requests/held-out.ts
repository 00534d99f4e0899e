/**
 * Written last, when the rules were done, and not tuned on. At first sight 21 of these 26 were met. One thing was mended
 * because of what they showed, since it was a fault and no gap: a part of a request could be left out without a word.
 */
import { called, count, gone, has, leads, notWired, type Request, says, size, unchanged, wired } from '../request.ts'

export const heldOut: readonly Request[] = [
  {
    on: 'chat',
    say: 'Add a prompt template in front of the chat model',
    expect: [wired('text_input -> prompt_template -> chat_model')],
  },
  {
    on: 'page',
    say: 'add a translator into Dutch after the summarizer',
    expect: [has('chat_model', { systemPrompt: /Dutch/ }), wired('summarizer -> chat_model -> text_output')],
  },
  { say: 'I need a number input named Amount', expect: [called('number_input', 'Amount'), size(1)] },
  { say: 'add a while loop and a merge', expect: [count('while', 1), count('merge', 1)] },
  {
    on: 'writers',
    say: 'put a five minute wait between the draft writer and the critic',
    expect: [has('delay', { seconds: 300 }), wired('"Draft writer" -> delay -> "Critic"')],
  },
  { on: 'loose', say: 'link the summarizer to the text output', expect: [wired('summarizer -> text_output')] },
  {
    on: 'orders',
    say: 'detach the logger',
    expect: [notWired('if_else -> logger'), notWired('data_extractor -> logger'), size(5)],
  },
  { on: 'orders', say: 'rename Notify boss to Tell the boss', expect: [called('http_request', 'Tell the boss')] },
  {
    on: 'writers',
    say: "the draft writer's system prompt should be 'Write like Hemingway'",
    expect: [has('"Draft writer"', { systemPrompt: 'Write like Hemingway' })],
  },
  { on: 'agent', say: 'allow the agent at most 5 turns', expect: [has('simple_agent', { maxTurns: 5 })] },
  { on: 'page', say: 'change the request method to HEAD', expect: [has('http_request', { method: 'HEAD' })] },
  {
    on: 'chat',
    say: 'the text output may have at most 500 characters',
    expect: [has('text_output', { maxLength: 500 })],
  },
  { on: 'orders', say: 'delete the logger and the if', expect: [gone('logger'), gone('if_else'), size(3)] },
  {
    on: 'page',
    say: 'replace the http request with a file input',
    expect: [gone('http_request'), wired('file_input -> summarizer')],
  },
  { on: 'orders', say: 'describe the Total node', expect: [unchanged, says(/data_extractor/)] },
  { on: 'agent', say: 'which tools could the agent use?', expect: [unchanged] },
  { on: 'page', say: 'how do I remove duplicates from a list?', expect: [unchanged, says(/data_operations/)] },
  {
    say: 'download https://example.com/data.json, pick the field price out of it and write it to price.txt',
    expect: [
      has('http_request', { url: 'https://example.com/data.json' }),
      has('file_write', { path: 'price.txt' }),
      leads('http_request -> file_write'),
    ],
  },
  {
    say: 'every 15 minutes call https://status.example.com and log the answer',
    expect: [has('schedule_trigger', { cron: '*/15 * * * *' }), wired('schedule_trigger -> http_request -> logger')],
  },
  {
    say: 'a support bot: it classifies the message of the user as question or complaint and routes it',
    expect: [has('text_classifier', { labels: ['question', 'complaint'] }), wired('text_classifier -> switch')],
  },
  {
    say: 'take a text, proofread it and let me approve the result before it is shown',
    expect: [leads('text_input -> chat_model'), count('confirmation', 1), leads('confirmation -> text_output')],
  },
  {
    say: 'read orders.csv and keep only the rows where status is open',
    expect: [leads('file_read -> csv_parse'), leads('csv_parse -> data_operations')],
  },
  {
    on: 'chat',
    say: 'post the answer to https://hooks.example.com/answers too',
    expect: [
      has('http_request', { method: 'POST', url: 'https://hooks.example.com/answers' }),
      wired('chat_model:response -> http_request:body'),
      wired('chat_model -> text_output'),
    ],
  },
  { on: 'chat', say: 'add a logger, a delay and connect the delay to the logger', expect: [wired('delay -> logger')] },
  { on: 'chat', say: 'translate everything to Elvish and sing it', expect: [says(/sing it/)] },
  { on: 'chat', say: 'add a PDF reader', expect: [unchanged, says(/pdf/i)] },
]
