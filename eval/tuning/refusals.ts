/** Requests that the assistant must not carry out. */
import { count, either, gone, type Request, says, unchanged } from '../request.ts'

export const refusals: readonly Request[] = [
  { on: 'chat', say: 'make me a sandwich', expect: [unchanged, says(/understand|understood/i)] },
  { on: 'chat', say: 'delete the database node', expect: [unchanged, says(/no |not /i)] },
  { on: 'chat', say: 'connect the chat model to the webhook', expect: [unchanged, says(/webhook/i)] },
  { on: 'chat', say: 'set the foo of the chat model to 3', expect: [unchanged, says(/foo/)] },
  { on: 'chat', say: 'add a blockchain node', expect: [unchanged, says(/blockchain/)] },
  { on: 'chat', say: 'run it', expect: [unchanged, says(/run/i)] },
  { on: 'chat', say: 'set the temperature to 99', expect: [unchanged, says(/temperature/i)] },
  { on: 'writers', say: 'delete the chat model', expect: [unchanged, says(/Draft writer[\s\S]*Critic/)] },
  { on: 'chat', say: 'book me a flight to Rome', expect: [unchanged, says(/understood/i)] },
  { on: 'chat', say: 'add a PDF reader', expect: [unchanged, says(/pdf/i)] },
  {
    on: 'chat',
    say: 'my api key is sk-abcdefghijklmnopqrstuvwxyz123456, use it',
    expect: [unchanged, says(/key|secret/i)],
  },
  { on: 'chat', say: 'add a quantum flux node', expect: [unchanged, says(/quantum flux/i)] },
  { on: 'chat', say: 'hi there!', expect: [unchanged] },
  { on: 'chat', say: 'please run the workflow now', expect: [unchanged, says(/run/i)] },
  { on: 'chat', say: 'deploy this to kubernetes', expect: [unchanged] },
  { on: 'chat', say: 'delete the summarizer', expect: [unchanged, says(/summari[sz]er/i)] },
  { on: 'chat', say: 'asdf qwer', expect: [unchanged] },
  { on: 'chat', say: 'thanks, that looks great', expect: [unchanged] },
  {
    on: 'chat',
    say: 'not the input should go but the output',
    expect: [either(unchanged, gone('text_output')), count('text_input', 1)],
  },
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
  { on: 'page', say: 'tweet the summary', expect: [unchanged] },
  { on: 'chat', say: 'order me a pizza', expect: [unchanged] },
  { on: 'writers', say: 'remove the model', expect: [unchanged, says(/Draft writer/), says(/Critic/)] },
]
