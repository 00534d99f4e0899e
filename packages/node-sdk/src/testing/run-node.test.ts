import { describe, expect, test } from 'vitest'
import {
  ask,
  choice,
  defineNode,
  dynamicInputs,
  NodeFailure,
  Retryable,
  runWorkflow,
  secret,
  sleepUntil,
  Type,
  takeBranches,
} from '../index.ts'
import { InvalidNode, runExamples, runNode } from './index.ts'

const FACTS = { version: '1.0.0', description: 'For a test.', category: 'processing', icon: 'mdi:test-tube', tags: [] }

const shout = defineNode({
  ...FACTS,
  id: 'shout',
  name: 'Shout',
  config: Type.Object({
    times: Type.Optional(Type.Integer({ default: 1, minimum: 1, maximum: 3 })),
    mark: Type.Optional(choice(['!', '?'], { default: '!' })),
    key: Type.Optional(secret({ title: 'Key' })),
  }),
  inputs: { text: { dataType: 'string', required: true }, extra: { dataType: 'number' } },
  outputs: { loud: { dataType: 'string' }, length: { dataType: 'number' } },
  run({ config, inputs, log, say }) {
    log('info', `key ${config.key}`)
    say('shouting')
    if (inputs.text === '') throw new NodeFailure('EMPTY', 'There is no text.')
    const loud = inputs.text.toUpperCase() + String(config.mark).repeat(config.times ?? 1)
    return { loud: `${loud}${config.key ?? ''}`, length: inputs.extra }
  },
  examples: [
    { title: 'shouts', inputs: { text: 'hey' }, outputs: { loud: 'HEY!' } },
    { title: 'needs a text', inputs: { text: '' }, fails: 'EMPTY' },
  ],
})

/** A node with this implementation, an output `value` and a branch `yes`. */
function node(run: Parameters<typeof define>[0]) {
  return define(run)
}
function define(run: NonNullable<Parameters<typeof defineNode>[0]['run']>) {
  const config = Type.Object({ dynamicInputs: dynamicInputs() })
  const outputs = { value: { dataType: 'mixed' }, yes: { dataType: 'trigger' } } as const
  return defineNode({ ...FACTS, id: 'one', name: 'One', config, inputs: {}, outputs, run: run as never })
}

describe('a run', () => {
  test('has defaults in its config, converted inputs, and outputs as they are stored', async () => {
    const end = await runNode(shout, { inputs: { text: 42 } })
    expect(end).toMatchObject({ status: 'completed', outputs: { loud: '42!' }, attempts: 1, said: 'shouting' })
    expect(end.outputs).not.toHaveProperty('length')
    expect(end.logs).toEqual([{ level: 'info', message: 'key undefined' }])
  })

  test('contains no secrets', async () => {
    const end = await runNode(shout, { config: { key: 'top-secret-key' }, inputs: { text: 'a' } })
    expect(JSON.stringify(end)).not.toContain('top-secret-key')
    expect(end.outputs.loud).toMatch(/^A!__secret__/)
  })

  test('has a failure with its code, and the thrown error with its stack trace', async () => {
    const end = await runNode(shout, { inputs: { text: '' } })
    expect(end).toMatchObject({ status: 'failed', failure: { code: 'EMPTY', message: 'There is no text.' } })
    expect((end.error as Error).stack).toContain('run-node.test.ts')
  })

  test('fails with a value above the limit, or one that is not JSON', async () => {
    const large = await runNode(
      node(() => ({ value: 'x'.repeat(100) })),
      { maxValueBytes: 50 },
    )
    expect(large.failure?.code).toBe('VALUE_TOO_LARGE')
    const odd = await runNode(node(() => ({ value: 10n })))
    expect(odd.failure?.code).toBe('BAD_OUTPUT')
  })

  test('has the inputs of dynamic ports and the branches that it takes', async () => {
    const dynamic = node(({ inputs, isWired }) => takeBranches(['yes'], { value: [inputs.more, isWired('value')] }))
    const config = { dynamicInputs: [{ name: 'more', dataType: 'number' as const }] }
    const end = await runNode(dynamic, { config, inputs: { more: 3 }, wired: ['value'] })
    expect(end).toMatchObject({ branches: ['yes'], outputs: { value: [3, true] } })
  })
})

describe('a run is refused with InvalidNode', () => {
  test.each([
    ['a setting that does not fit', { config: { times: 9 }, inputs: { text: 'a' } }, /times/],
    ['a missing required input', {}, /text/i],
    ['an unknown input', { inputs: { text: 'a', txt: 'b' } }, /no input "txt"/],
    ['a value that cannot be connected', { inputs: { text: 'a', extra: 'many' } }, /extra/i],
  ])('for %s', async (_, options, message) => {
    const error = await runNode(shout, options).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(InvalidNode)
    expect((error as Error).message).toMatch(message)
  })

  test('for an invalid definition', async () => {
    await expect(runNode({ ...shout, version: 'one' })).rejects.toThrow(/definition: version must be a version/)
  })
})

describe('time', () => {
  test('is skipped between retries and while the node sleeps', async () => {
    let tries = 0
    const shaky = node(({ attempt, effects }) => {
      if (++tries < 3) throw new Retryable('busy')
      return sleepUntil(effects.now() + 86_400_000, { value: attempt })
    })
    const now = Date.UTC(2031, 0, 1)
    const end = await runNode(shaky, { retry: { maxAttempts: 3, delayMs: 60_000 }, now })
    expect(end).toMatchObject({ status: 'completed', attempts: 3, outputs: { value: 3 } })
    expect(end.endedAt - now).toBeGreaterThanOrEqual(86_400_000 + 2 * 60_000)
  })

  test('ends an attempt at its limit, and its effects throw from then on', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const stuck = node(async ({ signal, effects }) => {
      await new Promise((go) => signal.addEventListener('abort', go))
      resolve(await effects.http({ method: 'GET', url: 'https://x.example' }).catch((error: Error) => error.name))
      return {}
    })
    const end = await runNode(stuck, { timeoutMs: 5, http: { 'https://x.example': 'late' } })
    expect(end).toMatchObject({ status: 'failed', failure: { code: 'TIMED_OUT' } })
    expect(await promise).toBe('AbortError')
  })

  test('ends a cancelled run', async () => {
    const controller = new AbortController()
    const stuck = node(async ({ signal }) => {
      setImmediate(() => controller.abort())
      await new Promise((go) => signal.addEventListener('abort', go))
      return {}
    })
    expect(await runNode(stuck, { signal: controller.signal })).toMatchObject({ status: 'cancelled' })
  })
})

describe('everything outside of the node', () => {
  test('is answered by fakes: HTTP, files, key values', async () => {
    const caller = node(async ({ effects }) => {
      const { body, status } = await effects.http({ method: 'GET', url: 'https://x.example/a' })
      await effects.keyValues.set('n', 'k', status)
      const { content } = await effects.readFile('in.txt')
      const sum = await effects.expression('a + 1', { a: 1 })
      const { text } = await effects.template('{{ a }}', { a: content })
      return { value: [body, await effects.keyValues.get('n', 'k'), sum, text] }
    })
    const http = { 'https://x.example/a': { status: 201, body: 'made' } }
    const end = await runNode(caller, { http, files: { 'in.txt': 'file' } })
    expect(end.outputs).toEqual({ value: ['made', 201, 2, 'file'] })
    expect((await runNode(caller)).failure?.message).toContain(`pass its answer as "http: {`)
  })

  test('includes people and workflows', async () => {
    const asking = node(({ replies }) => {
      const [reply] = replies
      if (reply === undefined) return ask({ type: 'text', config: { message: 'Name?' }, allowCancel: true })
      return { value: reply.status === 'answered' ? reply.value : null }
    })
    const waiting = await runNode(asking)
    expect(waiting).toMatchObject({ status: 'waiting', questions: [{ config: { message: 'Name?' } }] })
    expect((await runNode(asking, { answers: ['Ada'] })).outputs).toEqual({ value: 'Ada' })
    const calling = node(() => runWorkflow('other', { a: 1 }, true))
    const called = await runNode(calling, { workflows: { other: ({ a }) => ({ b: a }) } })
    expect(called).toMatchObject({ outputs: { outputs: { b: 1 } }, calls: [{ workflow: 'other', inputs: { a: 1 } }] })
  })
})

test('examples are run, and those that end differently are listed', async () => {
  await runExamples(shout)
  const wrong = { ...shout, examples: [{ title: 'whispers', inputs: { text: 'a' }, outputs: { loud: 'a' } }] }
  await expect(runExamples(wrong)).rejects.toThrow(
    'whispers: expected {"outputs":{"loud":"a"}}, got {"outputs":{"loud":"A!"}}',
  )
})

test('misspelt inputs, outputs, settings and data types do not compile', () => {
  const more = { ...FACTS, id: 'typed', name: 'Typed', config: Type.Object({ size: Type.Number() }) }
  const inputs = { text: { dataType: 'string', required: true } } as const
  const outputs = { long: { dataType: 'boolean' } } as const
  const definitions = [
    defineNode({
      ...more,
      inputs,
      outputs,
      run: ({ config, inputs: { text } }) => ({ long: text.length > config.size }),
    }),
    // @ts-expect-error: there is no input "txt"
    defineNode({ ...more, inputs, outputs, run: ({ inputs: { txt } }) => ({ long: txt === '' }) }),
    // @ts-expect-error: the output is a boolean
    defineNode({ ...more, inputs, outputs, run: ({ inputs: { text } }) => ({ long: text }) }),
    // @ts-expect-error: there is no setting "width"
    defineNode({ ...more, inputs, outputs, run: ({ config }) => ({ long: config.width > 1 }) }),
    // @ts-expect-error: there is no data type "text"
    defineNode({ ...more, inputs: { text: { dataType: 'text' } }, outputs, run: () => ({ long: true }) }),
  ]
  expect(definitions.every((one) => Object.isFrozen(one))).toBe(true)
})
