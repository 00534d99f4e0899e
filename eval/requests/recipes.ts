/** Small workflows described in a sentence. Written before the rules. */
import { count, gone, has, leads, type Request, says, wired } from '../request.ts'

export const recipes: readonly Request[] = [
  {
    say: 'summarise a web page and ask me before sending',
    expect: [
      wired('http_request -> summarizer'),
      leads('summarizer -> http_request'),
      wired('confirmation:confirmed -> http_request:trigger'),
      has('http_request', { method: 'POST' }),
    ],
  },
  {
    say: 'build a chatbot that remembers the conversation',
    expect: [
      wired('chat_input -> chat_model:message'),
      wired('conversation_memory:history -> chat_model:history'),
      wired('chat_model -> chat_output'),
    ],
  },
  {
    say: 'classify incoming support tickets as billing, technical or other and route them',
    expect: [
      has('text_classifier', { labels: ['billing', 'technical', 'other'] }),
      wired('text_classifier:label -> switch:value'),
      has('switch', { branches: /billing[\s\S]*technical[\s\S]*other/ }),
    ],
  },
  {
    say: 'extract the name, date and total from an invoice as JSON',
    expect: [
      has('information_extractor', { schema: /name[\s\S]*date[\s\S]*total/ }),
      leads('information_extractor -> output'),
    ],
  },
  {
    say: 'for every item in a list call an API',
    expect: [wired('foreach:item -> http_request'), wired('http_request -> foreach:loop_back')],
  },
  {
    say: 'when a webhook comes in, transform the body and send a response back',
    expect: [
      has('webhook_trigger', { respond: 'finished' }),
      wired('webhook_trigger:body -> json_transform -> output'),
    ],
  },
  {
    say: 'every morning at 8 fetch https://example.com/report and save it to report.txt',
    expect: [
      has('schedule_trigger', { cron: '0 8 * * *' }),
      has('http_request', { url: 'https://example.com/report' }),
      has('file_write', { path: 'report.txt' }),
      wired('schedule_trigger -> http_request -> file_write:content'),
    ],
  },
  {
    say: 'load my documents into a vector store',
    expect: [
      leads('split_text -> embeddings'),
      wired('embeddings -> vector_store:embeddings'),
      has('vector_store', { operation: 'upsert' }),
    ],
  },
  {
    say: 'answer questions from my documents',
    expect: [has('vector_store', { operation: 'search' }), leads('vector_store -> chat_model')],
  },
  {
    say: 'translate a text to Spanish',
    expect: [wired('text_input -> chat_model -> text_output'), has('chat_model', { systemPrompt: /Spanish/ })],
  },
  {
    say: 'let someone review the changes before they are saved',
    expect: [count('review', 1), leads('review -> file_write')],
  },
  {
    say: 'convert a csv file to json',
    expect: [wired('file_input:content -> csv_parse'), wired('csv_parse:rows -> json_stringify')],
  },
  {
    say: 'make an agent that can use a calculator and call HTTP APIs',
    expect: [wired('calculator:tool -> simple_agent:tool'), wired('http_request:tool -> simple_agent:tool')],
  },
  {
    say: 'call an api and retry if it fails',
    expect: [wired('http_request:error -> delay'), count('http_request', 2), leads('delay -> http_request')],
  },
  {
    say: 'ask the user for their name and greet them',
    expect: [count('text_prompt', 1), wired('text_prompt -> prompt_template -> text_output')],
  },
  { say: 'query the database and export the rows as csv', expect: [wired('sql_query:rows -> csv_write:rows')] },
  {
    say: 'wait for approval, then post to https://hooks.example.com/x',
    expect: [
      has('http_request', { method: 'POST', url: 'https://hooks.example.com/x' }),
      wired('confirmation:confirmed -> http_request'),
    ],
  },
  {
    say: 'translate the text to German, then summarise it',
    expect: [
      wired('text_input -> chat_model -> summarizer -> text_output'),
      has('chat_model', { systemPrompt: /German/ }),
    ],
  },
  {
    on: 'page',
    say: 'ask me before showing the summary',
    expect: [wired('confirmation:confirmed -> text_output:trigger'), says(/confirmation/i)],
  },
  {
    on: 'orders',
    say: 'also write the total to the database log... no wait, just to a file called totals.txt',
    expect: [has('file_write', { path: 'totals.txt' }), gone('sql_query')],
  },
  {
    say: 'I want a form that asks for name and email and remembers the answer',
    expect: [
      has('form', { schema: /name[\s\S]*email/ }),
      wired('form:data -> key_value:value'),
      has('key_value', { operation: 'set' }),
    ],
  },
]
