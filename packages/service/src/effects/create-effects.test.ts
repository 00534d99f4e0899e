import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Effects, NodeFailure } from '@millrace/model'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createEffects, type EffectsOptions, type EffectsStep, type StepEffects } from './create-effects.ts'
import { echo } from './testing/http-client.ts'
import { servers } from './testing/test-servers.ts'

vi.setConfig({ testTimeout: 60_000 })

const start = servers()
let folder: string
const made: StepEffects[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-effects-'))
})
afterEach(() => {
  for (const effects of made.splice(0)) effects.close()
  rmSync(folder, { recursive: true, force: true })
})

function effectsFor(options: Partial<EffectsOptions> = {}, signal = new AbortController().signal) {
  const rows = new Map<string, string>()
  const effects = createEffects({
    clock: { now: () => 42 },
    filesFolder: join(folder, 'files'),
    egressAllow: ['127.0.0.1'],
    keyValues: {
      get: async (_, key) => rows.get(key),
      set: async (_, key, value) => void rows.set(key, value),
      delete: async (_, key) => rows.delete(key),
      list: async () => [...rows].map(([key, value]) => ({ key, value })),
    },
    memories: { remember: async (_, __, { messages }) => messages },
    connectSql: () => ({
      isBroken: false,
      run: async ({ text, values }) => ({ rows: [{ text, values }], count: 1 }),
      end: () => {},
    }),
    vectors: {
      upsert: async (_, documents) => documents.length,
      search: () => Promise.reject(Object.assign(new Error('of another model'), { name: 'VectorMismatch' })),
      delete: async () => 0,
      count: async () => 0,
    },
    models: { connections: { resolve: async () => undefined }, environment: {}, log: { debug: () => {} } },
    ...options,
  })
  made.push(effects)
  return stepOf(effects, { signal })
}

function stepOf(effects: StepEffects, step: Partial<EffectsStep>): Effects {
  const owner = { workflow: 'w', execution: 'e' }
  const signal = new AbortController().signal
  return effects.forStep({ signal, idempotencyKey: 'run/step/1', attempt: 1, owner, ...step })
}

test('steps of different callers and workflows take turns in the sandbox', async () => {
  effectsFor({ sandbox: { size: 1 } })
  const [effects] = made
  const order: string[] = []
  const call = async (queueKey: string, workflow: string) => {
    const step = stepOf(effects!, { queueKey, owner: { workflow, execution: 'e' } })
    await step.code({ source: 'return 1', variables: {}, timeoutMs: 20_000, memoryMb: 64 })
    order.push(`${queueKey} ${workflow}`)
  }
  await Promise.all([call('ada', 'v'), call('ada', 'v'), call('ada', 'v'), call('ada', 'w'), call('bob', 'v')])
  expect(order).toEqual(['ada v', 'bob v', 'ada w', 'ada v', 'ada v'])
})

test('a step gets every effect that nodes may use', async () => {
  const host = await start.http(echo)
  const effects = effectsFor()
  const { body } = await effects.http({ url: `http://${host}/`, method: 'GET' })
  expect(JSON.parse(body).headers['idempotency-key']).toBe('run/step/1')
  expect(await effects.expression('a.b', { a: { b: 1 } })).toBe(1)
  expect(await effects.expression('$sum(a)', { a: [1, 2] })).toBe(3)
  expect(await effects.template('{{ a }}{{ b }}', { a: 1 })).toEqual({ text: '1', missing: ['b'] })
  expect(await effects.template('{{ a | plus: 1 }}{{ b }}', { a: 1 })).toEqual({ text: '2', missing: ['b'] })
  const code = { source: 'console.log(a); return a + 1', variables: { a: 1 }, timeoutMs: 20_000, memoryMb: 64 }
  expect(await effects.code(code)).toEqual({ result: 2, logs: ['1'] })
  expect(await effects.pattern({ pattern: 'b', text: 'abc', replacement: '-' })).toMatchObject({
    text: 'a-c',
    count: 1,
  })
  const call = { connection: 'sqlite:x.db', query: 'x = :a', parameters: { a: 1 }, readOnly: true, maxRows: 1 }
  expect(await effects.sql(call)).toEqual({ rows: [{ text: 'x = ?', values: [1] }], count: 1 })
  const mail = effects.mail({ credential: 'c', to: [{ address: 'a@example.test' }], subject: 's' })
  await expect(mail).rejects.toMatchObject({ code: 'CREDENTIAL_NOT_FOUND' })
  await effects.keyValues.set('n', 'k', [1])
  expect(await effects.keyValues.get('n', 'k')).toEqual([1])
  expect(await effects.writeFile('a.txt', 'x')).toEqual({ size: 1 })
  expect(await effects.readFile('a.txt')).toEqual({ content: 'x', size: 1 })
  const hello = { settings: { provider: 'echo' }, messages: [{ role: 'user' as const, content: 'hello' }] }
  expect(await effects.models.answer(hello)).toMatchObject({ text: 'hello', finishReason: 'stop' })
  expect(await effects.vectors.upsert('c', [])).toBe(0)
  expect(effects.now()).toBe(42)
})

test('a vector that does not match its collection fails the node', async () => {
  const search = effectsFor().vectors.search('c', { embedding: [1], topK: 1 })
  await expect(search).rejects.toMatchObject({ name: 'NodeFailure', code: 'BAD_INPUT', message: 'of another model' })
})

test('simple expressions run without the sandbox and return what the sandbox returns', async () => {
  const simple = effectsFor({ sandbox: { maxQueued: 0 } })
  const real = effectsFor()
  for (const source of ['a.b[0]', 'a.b = 1 and a.c > 2', 'nothing', '"text"', 'a.list']) {
    const input = { a: { b: [1, 2], c: 3, list: [] } }
    expect(await simple.expression(source, input)).toEqual(await real.expression(`(${source})`, input))
  }
  await expect(simple.expression('$map(a, $string)', { a: 1 })).rejects.toMatchObject({ code: 'SANDBOX_BUSY' })
  await expect(real.expression('a < 1', { a: true })).rejects.toMatchObject({ code: 'EXPRESSION_FAILED' })
})

test('every effect of an aborted step throws', async () => {
  const effects = effectsFor({}, AbortSignal.abort(new NodeFailure('CANCELLED', 'over')))
  const calls = [
    () => effects.http({ url: 'http://127.0.0.1:1/', method: 'GET' }),
    () => effects.expression('a', {}),
    () => effects.expression('$sum(a)', {}),
    () => effects.template('x', {}),
    () => effects.code({ source: '', variables: {}, timeoutMs: 1_000, memoryMb: 64 }),
    () => effects.pattern({ pattern: 'a', text: 'a' }),
    () => effects.sql({ connection: 'sqlite:x', query: 'q', parameters: [], readOnly: true, maxRows: 1 }),
    () => effects.mail({ credential: 'c', to: [{ address: 'a@example.test' }], subject: 's' }),
    () => effects.keyValues.get('n', 'k'),
    () => effects.keyValues.list('n', '', 1),
    () => effects.models.answer({ settings: { provider: 'echo' }, messages: [] }),
    () => effects.models.embed({ provider: 'echo' }, []),
    () => effects.vectors.count('c'),
    () => effects.readFile('a'),
    () => effects.writeFile('a', 'x'),
  ]
  for (const call of calls) await expect(call(), String(call)).rejects.toMatchObject({ code: 'CANCELLED' })
})

test('an invalid allow-list stops the start', () => {
  expect(() => effectsFor({ egressAllow: ['http://x'] })).toThrow('"http://x" must be a host')
})
