/** Questions: they are answered, and nothing changes. */
import { type Request, says, unchanged } from '../request.ts'

export const questions: readonly Request[] = [
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
  { say: 'how does the foreach node work?', expect: [unchanged, says(/each item/)] },
  { on: 'chat', say: 'help', expect: [unchanged, says(/add/i)] },
  { on: 'chat', say: 'what settings does the http request have?', expect: [unchanged, says(/followRedirects/)] },
  { on: 'orders', say: 'what happens when the total is below 100?', expect: [unchanged] },
  { on: 'chat', say: 'which node should I take if I want to wait a while?', expect: [unchanged, says(/delay/)] },
  { on: 'orders', say: 'describe the Total node', expect: [unchanged, says(/data_extractor/)] },
  { on: 'agent', say: 'which tools could the agent use?', expect: [unchanged] },
  { on: 'page', say: 'how do I remove duplicates from a list?', expect: [unchanged, says(/data_operations/)] },
  { on: 'chat', say: 'Is there a node to parse CSV?', expect: [unchanged, says(/csv_parse/)] },
  { on: 'chat', say: 'why is my workflow not valid?', expect: [unchanged] },
  { on: 'chat', say: 'does the workflow have any mistakes?', expect: [unchanged] },
  { on: 'page', say: 'how long may the request take?', expect: [unchanged] },
]
