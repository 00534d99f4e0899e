/** Which keys are sent where (T1), and which addresses may be private (T2). */
import type { ModelSettings } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { createEgress } from '../http/egress.ts'
import { HELLO, startTestModels } from '../testing/test-models.ts'
import { type Connection, type ModelEnvironment, targetOf } from './model-target.ts'

const NODE = 'node-key-0000'
const KEPT = 'connection-key-0000'
const STARTED = 'environment-key-0000'

interface Given {
  readonly environment?: ModelEnvironment
  readonly connection?: Partial<Connection>
}

function target(settings: ModelSettings, { environment = {}, connection }: Given = {}) {
  const kept = { name: 'team', provider: 'openai', baseUrl: null, apiKey: KEPT, ...connection }
  return targetOf(settings, 'text', {
    egress: createEgress([]),
    environment,
    connections: { resolve: async (name) => (name === 'team' ? kept : undefined) },
  })
}

const environment = { openai: { apiKey: STARTED } }

describe('keys', () => {
  test('are taken from the node, then its connection, then the environment', async () => {
    expect(await target({ provider: 'openai', apiKey: NODE, connection: 'team' }, { environment })).toMatchObject({
      key: NODE,
    })
    expect(await target({ provider: 'openai', connection: 'team' }, { environment })).toMatchObject({ key: KEPT })
    expect(await target({ provider: 'openai' }, { environment })).toMatchObject({ key: STARTED })
    const empty = { apiKey: undefined }
    expect(await target({ connection: 'team' }, { environment, connection: empty })).toMatchObject({ key: STARTED })
  })

  test.each<[string, ModelSettings]>([
    ['nothing at all', { provider: 'openai' }],
    ['another provider', { provider: 'anthropic' }],
    ['Google', { provider: 'google', apiKey: ' ' }],
  ])('that are missing fail the call with a clear message: %s', async (_, settings) => {
    await expect(target(settings)).rejects.toMatchObject({ code: 'MODEL_KEY_MISSING', retryable: false })
  })

  test('of the environment and of connections are never sent to a base URL of a node', async () => {
    for (const baseUrl of [
      'https://thief.example/v1',
      'https://api.openai.com.thief.example/v1',
      'https://api.openai.com/v2',
    ]) {
      const settings = { provider: 'openai', baseUrl }
      await expect(target(settings, { environment })).rejects.toMatchObject({ code: 'MODEL_KEY_MISSING' })
      await expect(target({ ...settings, connection: 'team' })).rejects.toMatchObject({ code: 'MODEL_KEY_MISSING' })
      expect(await target({ ...settings, apiKey: NODE }, { environment })).toMatchObject({ key: NODE, baseUrl })
    }
    const free = { provider: 'openai_compatible', model: 'm', baseUrl: 'https://thief.example/v1' }
    const connection = { provider: 'openai_compatible', baseUrl: 'https://models.example/v1' }
    expect(await target({ ...free, connection: 'team' }, { connection })).toMatchObject({ key: undefined })
  })

  test('of a connection are sent to its base URL, also if the node names the same one', async () => {
    const connection = { provider: 'openai_compatible', baseUrl: 'https://models.example/v1' }
    const expected = { key: KEPT, baseUrl: 'https://models.example/v1' }
    expect(await target({ connection: 'team', model: 'm' }, { connection })).toMatchObject(expected)
    const same = { connection: 'team', model: 'm', baseUrl: ' HTTPS://models.example:443/v1/ ' }
    expect(await target(same, { connection })).toMatchObject(expected)
  })

  test('of the environment are not sent to the base URL of a connection', async () => {
    const connection = { apiKey: undefined, baseUrl: 'https://models.example/v1' }
    const asked = target({ connection: 'team' }, { environment, connection })
    await expect(asked).rejects.toMatchObject({ code: 'MODEL_KEY_MISSING' })
  })

  test('that are invalid in a header are rejected and not repeated in the message', async () => {
    const failure = await target({ provider: 'openai', apiKey: 'no\nkey' }).catch((error: Error) => error)
    expect(failure).toMatchObject({ code: 'MODEL_SETTINGS_INVALID' })
    expect(String(failure)).not.toContain('no\nkey')
  })
})

describe('base URLs', () => {
  test('are the default, the one of the environment, or the one of the connection', async () => {
    expect(await target({ provider: 'openai', apiKey: NODE })).toMatchObject({
      baseUrl: 'https://api.openai.com/v1',
      model: 'gpt-5-mini',
    })
    const moved = { openai: { apiKey: STARTED, baseUrl: 'https://gateway.example/openai' } }
    expect(await target({ provider: 'openai' }, { environment: moved })).toMatchObject({
      baseUrl: 'https://gateway.example/openai',
      key: STARTED,
    })
    const connection = { baseUrl: 'https://models.example/v1' }
    expect(await target({ connection: 'team' }, { environment: moved, connection })).toMatchObject(connection)
  })

  test.each([
    ['ollama', 'http://models.example:11434', 'http://models.example:11434/v1'],
    ['ollama', 'http://models.example:11434/v1/', 'http://models.example:11434/v1'],
    ['anthropic', 'https://models.example/', 'https://models.example/v1'],
    ['google', 'https://models.example', 'https://models.example/v1beta'],
    ['openai', 'https://models.example/else', 'https://models.example/else'],
    ['openai_compatible', 'https://models.example', 'https://models.example'],
  ])('may be a host without a path: %s at %s', async (provider, written, baseUrl) => {
    expect(await target({ provider, baseUrl: written, model: 'm', apiKey: NODE })).toMatchObject({ baseUrl })
  })

  test.each<[ModelSettings, string]>([
    [{ provider: 'openai_compatible', model: 'm' }, 'needs a base URL'],
    [{ provider: 'openai_compatible', baseUrl: 'https://x.example' }, 'needs the name of a model'],
    [{ provider: 'openai_compatible', model: 'm', baseUrl: 'file:///etc' }, 'must be an address'],
    [{ provider: 'openai_compatible', model: 'm', baseUrl: 'https://a:b@x.example' }, 'a user name or password'],
    [{ provider: 'openai_compatible', model: 'm', baseUrl: 'https://x.example?a=b' }, 'a query'],
    [{ provider: 'mystery' }, 'unknown provider "mystery"'],
    [{}, 'a provider is required'],
  ])('%j is rejected', async (settings, message) => {
    await expect(target(settings)).rejects.toMatchObject({ code: 'MODEL_SETTINGS_INVALID' })
    await expect(target(settings)).rejects.toThrow(message)
  })

  test('an unknown connection fails with a clear message', async () => {
    await expect(target({ connection: 'nobody' })).rejects.toMatchObject({ code: 'MODEL_CONNECTION_UNKNOWN' })
  })

  test('the provider of a connection takes precedence', async () => {
    expect(await target({ provider: 'echo', connection: 'team' })).toMatchObject({ provider: 'openai' })
    expect(await target({ connection: 'team' }, { connection: { provider: 'echo' } })).toBe('echo')
  })
})

describe('private addresses', () => {
  test('are denied if a node names them', async () => {
    await using side = await startTestModels({ allow: [] })
    for (const baseUrl of [side.server.baseUrl, 'http://localhost:1/v1', 'http://169.254.169.254/latest']) {
      const asked = side.models.answer({ settings: side.as('openai_compatible', { baseUrl }), messages: HELLO })
      await expect(asked).rejects.toMatchObject({ code: 'EGRESS_DENIED', retryable: false })
    }
    expect(side.server.requests).toEqual([])
  })

  test('are allowed if a connection or the environment names them, for that host and port only', async () => {
    await using other = await startTestModels()
    const connections: Record<string, Connection> = {}
    const environment: Record<string, { baseUrl: string }> = {}
    await using side = await startTestModels({ allow: [], connections, environment })
    const baseUrl = side.server.baseUrl
    connections.team = { name: 'team', provider: 'openai_compatible', baseUrl, apiKey: undefined }
    environment.ollama = { baseUrl }
    const { text } = await side.models.answer({ settings: { connection: 'team', model: 'm' }, messages: HELLO })
    expect(text).toBe('Hello')
    expect(await side.models.answer({ settings: { provider: 'ollama' }, messages: HELLO })).toMatchObject({ text })
    const elsewhere = { connection: 'team', model: 'm', baseUrl: other.server.baseUrl }
    const asked = side.models.answer({ settings: elsewhere, messages: HELLO })
    await expect(asked).rejects.toMatchObject({ code: 'EGRESS_DENIED' })
    expect(other.server.requests).toEqual([])
  })
})
