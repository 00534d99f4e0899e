/** A model over real HTTP whose replies are bad or malicious: only commands that apply are sent. */
import { applyAll, type Graph, parseCommands } from '@millrace/model'
import { expect, test } from 'vitest'
import { createEgress } from '../effects/http/egress.ts'
import { createModels } from '../effects/models/create-models.ts'
import { startModelServer } from '../effects/testing/model-server.ts'
import { createAssistant } from './assistant.ts'
import { CATALOGUE_TOKENS, tokensOf } from './prompt/compact-catalogue.ts'
import type { HistoryMessage } from './prompt/prompt.ts'
import { catalogue, chat, drawn } from './testing/built-in.ts'

const silent = { debug: () => {}, warn: () => {} }

/** What the service sends for a message if the model gives these replies. */
async function reply(
  replies: readonly string[],
  { message = 'go on', graph = chat as Graph, history = [] as readonly HistoryMessage[] } = {},
) {
  // A server for each test, so that no unused reply is left for the next one.
  const server = await startModelServer()
  server.script(...replies)
  const models = createModels({
    egress: createEgress(['127.0.0.1']),
    connections: { resolve: async () => undefined },
    environment: { openai: {}, anthropic: {}, google: {}, ollama: { baseUrl: server.baseUrl } },
    log: silent,
  })
  const assistant = createAssistant({
    catalogue,
    dialect: 'millrace',
    model: { settings: { provider: 'ollama', model: 'm' }, models },
    log: silent,
  })
  const { content, source, commands } = await assistant.reply({
    message,
    graph: JSON.stringify(graph),
    history,
    signal: new AbortController().signal,
  })
  await server.close()
  const sent = server.requests.map(({ body }) => JSON.stringify(body))
  return { content, source, commands, sent }
}

/** The commands that a lenient client finds in a reply. */
function found(content: string): string[] {
  return [...content.matchAll(/(?:```|~~~)[ \t]*(?:millrace|flowdrop)[^\n]*\n([\s\S]*?)(?:```|~~~)/gi)].map(
    (match) => match[1] ?? '',
  )
}

function applies(content: string, graph: Graph): void {
  for (const block of found(content)) {
    const { commands, problems } = parseCommands(block, catalogue)
    expect(problems).toEqual([])
    const { results } = applyAll(
      graph,
      commands.map(({ command }) => command),
      catalogue,
    )
    expect(results.filter((one) => !one.ok)).toEqual([])
  }
}

const block = (commands: string) => `\`\`\`millrace\n${commands}\n\`\`\``

test('the whole prompt for an ordinary workflow is small', async () => {
  const { sent } = await reply(['Fine.'])
  const { messages } = JSON.parse(sent[0] ?? '{}') as { messages: { content: unknown }[] }
  expect(tokensOf(messages.map(({ content }) => JSON.stringify(content)).join(''))).toBeLessThan(
    CATALOGUE_TOKENS + 3000,
  )
})

test('is asked for at most three corrections of bounded size', async () => {
  const bad = `${block('delete nobody')}\n${'x'.repeat(60_000)}`
  const { sent, commands, source } = await reply([bad, bad, bad, bad, bad])
  expect([sent.length, commands, source]).toEqual([4, 0, 'model'])
  expect((sent[3]?.length ?? 0) - (sent[0]?.length ?? 0)).toBeLessThan(3 * 25_000)
})

test.each([
  ['is very long', 'a'.repeat(150_000)],
  ['is a long run of backticks', '`'.repeat(90_000)],
  ['has thousands of open fences', '```millrace\n'.repeat(8000)],
  ['has thousands of commands', block(Array.from({ length: 5000 }, () => 'add logger').join('\n'))],
  ['names nodes that do not exist', block('delete other.1\nset other.2:model x\nconnect other.1:a other.2:b')],
  ['hides commands in another fence', 'Look:\n````md\n```millrace\ndelete chat_model.1\nnonsense here\n```\n````'],
  ['hides commands in a quotation', '> ```millrace\n> fly away\n> ```\n\nHello'],
  ['hides commands behind spaces', 'See `x` ``` millrace\nfly away\n```'],
  ['does not close its fence', '```millrace\nrename chat_model.1 Bob\nfly away'],
  ['is empty', ''],
])('a reply that %s is harmless', async (_, text) => {
  const { content, commands } = await reply([text, text, text, text])
  expect(content.length).toBeLessThan(200_000)
  expect(commands).toBeLessThanOrEqual(1)
  applies(content, chat)
})

test('a value cannot close the fenced block around it', async () => {
  const value = 'Write:\n```js\n1\n```\ndelete chat_model.1'
  const { content } = await reply([
    block(`set chat_model.1:systemPrompt ${JSON.stringify(value).replaceAll('`', '\\u0060')}`),
  ])
  const [commands = ''] = found(content)
  expect(parseCommands(commands, catalogue).commands.map(({ command }) => command)).toEqual([
    { verb: 'set', node: 'chat_model.1', key: 'systemPrompt', value },
  ])
})

test('the prompt contains no secret of settings, headers or earlier messages', async () => {
  const graph = drawn(
    `set chat_model.1:apiKey plainwordpassphrase
add http_request
set http_request.1:headers {"X-Api-Key":"headerkeyvalue1","Authorization":"Basic aGVhZGVyOnZhbHVl","Cookie":"sid=cookievalue1"}
set http_request.1:url https://user:urlpassword1@example.com/?api_key=querykeyvalue1`,
    chat,
  )
  const history: HistoryMessage[] = [
    { role: 'user', content: 'I typed plainwordpassphrase there; my token is turntokenvalue1' },
    { role: 'assistant', content: 'Take "client secret": "turnsecretvalue1" out.' },
  ]
  const { sent } = await reply(['Fine.'], { graph, history, message: 'why does plainwordpassphrase not work?' })
  expect(sent[0]).toContain('http_request.1')
  expect(sent.join()).not.toMatch(/plainword|headerkey|aGVhZGVy|cookievalue|urlpassword|querykey|turntoken|turnsecret/)
})
