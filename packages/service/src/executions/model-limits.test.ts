/** The operator's model limits apply to every node that calls a model. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ModelServer, type ScriptedReply, startModelServer } from '../effects/testing/model-server.ts'
import { Client, edge, jobOf, node } from './testing/client.ts'

let server: ModelServer
beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.close())

async function asked(reply: ScriptedReply, ...flags: string[]) {
  await using client = await Client.open('--egress-allow', new URL(server.origin).host, ...flags)
  server.script(reply)
  const config = { provider: 'openai_compatible', model: 'm', baseUrl: server.baseUrl }
  return await client.run({
    nodes: [node('in', 'text_input', { defaultValue: 'Hello?' }), node('ask', 'chat_model', config)],
    edges: [edge('in:text', 'ask:message')],
  })
}

test('--max-model-answer-mib', async () => {
  const reply = { fault: 'endless' } as const
  const small = await asked(reply, '--max-model-answer-mib', '1')
  expect(small).toMatchObject({ status: 'failed', error_code: 'RESPONSE_TOO_LARGE' })
})

test('--max-model-seconds', async () => {
  const late = await asked({ fault: 'hang' }, '--max-model-seconds', '1')
  expect(late).toMatchObject({ status: 'failed', error_code: 'TIMED_OUT' })
})

test('--max-model-tokens', async () => {
  const detail = await asked('Fine.', '--max-model-tokens', '77')
  expect(jobOf(detail, 'ask').output_data).toMatchObject({ response: 'Fine.' })
  expect(server.requests.at(-1)?.body).toMatchObject({ max_tokens: 77 })
})

test('a failed call is repeated only by a retry policy, for each of the failures that may pass', async () => {
  await using client = await Client.open('--egress-allow', new URL(server.origin).host, '--max-model-seconds', '1')
  const ask = async (reply: ScriptedReply, extensions?: object) => {
    const before = server.requests.length
    server.script(reply)
    const config = { provider: 'openai_compatible', model: 'm', baseUrl: server.baseUrl }
    const detail = await client.run({
      nodes: [node('in', 'text_input', { defaultValue: 'Hello?' }), node('ask', 'chat_model', config, extensions)],
      edges: [edge('in:text', 'ask:message')],
    })
    return [detail.error_code ?? detail.status, server.requests.length - before]
  }
  const retry = { 'millrace:retry': { maxAttempts: 2, delayMs: 1 } }
  for (const [reply, code] of [
    [{ status: 429, body: {} }, 'RATE_LIMITED'],
    [{ status: 500, body: {} }, 'UPSTREAM_FAILED'],
    [{ fault: 'hang' }, 'TIMED_OUT'],
  ] as const) {
    expect(await ask(reply)).toEqual([code, 1])
    expect(await ask(reply, retry)).toEqual(['completed', 2])
  }
  expect(await ask({ status: 401, body: {} }, retry)).toEqual(['MODEL_REFUSED', 1])
})
