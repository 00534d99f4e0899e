import type { Task } from '@millrace/engine'
import {
  ask,
  continueLoop,
  type Effects,
  endRun,
  LargeJson,
  type NodeDefinition,
  type NodeResult,
  Retryable,
  type RunContext,
  runWorkflow,
  sleepUntil,
  takeBranches,
} from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { createRunner } from './node-runner.ts'
import { NO_TOOLS } from './tools/tool-box.ts'

type Run = (context: RunContext) => unknown

const CONFIG = {
  type: 'object',
  properties: { size: { type: 'integer', default: 3 }, name: { type: 'string' } },
}

function runnerOf(run: Run | undefined, facts: object = {}, secrets: readonly string[] = []) {
  const definition = { id: 'one', config: CONFIG, ...facts, ...(run && { run }) } as unknown as NodeDefinition
  return createRunner({
    definitions: new Map([['one', definition]]),
    configOf: (task, settings) => ({ config: { ...task.record.plan.nodes[0]?.config, ...settings }, secrets }),
    effectsFor: () => ({}) as Effects,
    tools: NO_TOOLS,
  })
}

function task(changes: object = {}): Task {
  const plan = { nodes: [{ id: 'n', type: 'one', config: { name: 'set' } }], edges: [{ from: 0, fromPort: 'used' }] }
  const record = { id: 'e', workflowId: 'w', about: {}, plan }
  const signal = new AbortController().signal
  return {
    record,
    node: 0,
    scope: '',
    attempt: 1,
    inputs: {},
    launch: {},
    round: 0,
    replies: [],
    notes: {},
    note: async () => {},
    signal,
    ...changes,
  } as unknown as Task
}

/** The outcome of a node with this implementation, synchronous or asynchronous. */
async function outcomeOf(run: Run, secrets: readonly string[] = []) {
  const now = runnerOf(run, {}, secrets).run(task())
  const later = runnerOf(async (context) => run(context), {}, secrets).run(task())
  expect(now).not.toBeInstanceOf(Promise)
  expect(later).toBeInstanceOf(Promise)
  expect(await later).toEqual(now)
  return now
}

describe('the result of a node becomes an outcome', () => {
  test.each<[string, NodeResult, object]>([
    ['outputs', { a: 1, b: null, left: undefined }, { outputs: { a: 1, b: null } }],
    ['branches', takeBranches(['yes'], { a: 1 }), { outputs: { a: 1 }, taken: ['yes'] }],
    ['a good end', endRun('completed'), { outputs: {}, ends: { status: 'completed' } }],
    [
      'a bad end',
      endRun('failed', { message: 'no', code: 'NO' }),
      { outputs: {}, ends: { status: 'failed', failure: { message: 'no', code: 'NO' } } },
    ],
    ['a sleep', sleepUntil(7, { a: 1 }), { sleepUntil: 7, outputs: { a: 1 } }],
    [
      'another workflow',
      runWorkflow('w', { x: {} }, true),
      { child: { workflow: 'w', inputs: { x: {} }, wait: true } },
    ],
    ['another round', continueLoop(false), { goesOn: false }],
    [
      'a kind of result that a newer model has',
      { ...continueLoop(true), kind: 'later' },
      { failure: { code: 'BAD_OUTPUT', message: 'The node returned a result of the unknown kind "later".' } },
    ],
  ])('%s', async (_, result, outcome) => {
    expect(await outcomeOf(() => result)).toEqual(outcome)
  })

  test.each([[undefined], [null], ['text'], [7], [[1]]])('rejects %j as outputs', async (result) => {
    expect(await outcomeOf(() => result)).toMatchObject({ failure: { code: 'BAD_OUTPUT' } })
  })
})

describe('outputs equal what the journal stores', () => {
  test('normalises values to their JSON form', async () => {
    const odd = { at: new Date(0), list: [undefined, Number.NaN], gone: { a: undefined }, map: new Map(), zero: -0 }
    expect(await outcomeOf(() => odd)).toEqual({
      outputs: { at: '1970-01-01T00:00:00.000Z', list: [null, null], gone: {}, map: {}, zero: 0 },
    })
    const sparse = new Array(2)
    expect(await outcomeOf(() => ({ sparse }))).toEqual({ outputs: { sparse: [null, null] } })
  })

  test('a value that is not JSON fails the node and names the port', async () => {
    const circle: Record<string, unknown> = {}
    circle.self = circle
    let deep: unknown = 1
    for (let at = 0; at < 10_000; at++) deep = [deep]
    expect(await runnerOf(() => ({ port: circle })).run(task())).toMatchObject({ failure: { code: 'BAD_OUTPUT' } })
    for (const value of [1n, () => 1, Symbol('x'), deep]) {
      expect(await outcomeOf(() => ({ port: value }))).toMatchObject({ failure: { code: 'BAD_OUTPUT' } })
    }
  })

  test('JSON values are passed on without a copy', () => {
    const value = { a: [1, { b: 'c' }] }
    const outcome = runnerOf(() => ({ value })).run(task()) as { outputs: { value: unknown } }
    expect(outcome.outputs.value).toBe(value)
  })
})

test('rejects a note above the value limit', async () => {
  const noted: unknown[] = []
  const note = async (_: string, value: unknown) => void noted.push(value)
  const run: Run = async (context) => {
    await context.note('small', 'x')
    await context.note('large', 'x'.repeat(200))
    return {}
  }
  const definition = { id: 'one', config: CONFIG, run } as unknown as NodeDefinition
  const runner = createRunner({
    definitions: new Map([['one', definition]]),
    configOf: () => ({ config: {}, secrets: [] }),
    effectsFor: () => ({}) as Effects,
    tools: NO_TOOLS,
    maxValueBytes: 100,
  })
  expect(await runner.run(task({ note }))).toMatchObject({ failure: { code: 'VALUE_TOO_LARGE' } })
  expect(noted).toEqual(['x'])
})

describe('every thrown value becomes a failure', () => {
  test.each([
    [new Error('broke'), { code: 'FAILED', message: 'broke' }],
    [Object.assign(new Error('away'), { code: 'ENOENT' }), { code: 'ENOENT', message: 'away' }],
    [new Retryable('later', 'BUSY'), { code: 'BUSY', message: 'later', retryable: true }],
    ['a text', { code: 'FAILED', message: 'The node failed.' }],
    [undefined, { code: 'FAILED', message: 'The node failed.' }],
  ])('%s', async (thrown, failure) => {
    const outcome = await outcomeOf(() => {
      throw thrown
    })
    expect(outcome).toEqual({ failure })
  })

  test('settings that cannot be unsealed are a failure too', () => {
    const runner = createRunner({
      definitions: new Map([['one', { id: 'one', config: CONFIG, run: () => ({}) } as unknown as NodeDefinition]]),
      configOf: () => {
        throw new Error('wrong key')
      },
      effectsFor: () => ({}) as Effects,
      tools: NO_TOOLS,
    })
    expect(runner.run(task())).toEqual({ failure: { code: 'FAILED', message: 'wrong key' } })
  })

  test('an unknown or not runnable type is a failure that names it', () => {
    expect(runnerOf(undefined).run(task())).toMatchObject({ failure: { code: 'NOT_RUNNABLE' } })
    const record = { plan: { nodes: [{ id: 'n', type: 'gone', config: {} }] } }
    expect(runnerOf(() => ({})).run(task({ record }))).toMatchObject({ failure: { message: /"gone"/ } })
  })
})

describe('the input of a node', () => {
  test('merges default settings, node settings and known launch settings, in this order', () => {
    let config: unknown
    const runner = runnerOf((context) => {
      config = context.config
      return {}
    })
    runner.run(task())
    expect(config).toEqual({ size: 3, name: 'set' })
    runner.run(task({ launch: { size: 5, other: 1 } }))
    expect(config).toEqual({ size: 5, name: 'set' })
  })

  test('the outcome contains its log, limited in lines and length', async () => {
    const outcome = await outcomeOf(({ log }) => {
      for (let at = 0; at < 1500; at++) log('debug', 'x'.repeat(20_000), { at, when: new Date(0) })
      throw new Error('after all that')
    })
    expect(outcome.logs).toHaveLength(1000)
    expect(outcome.logs?.[0]?.message).toHaveLength(10_000)
    expect(outcome.logs?.[1]).toMatchObject({ level: 'debug', context: { at: 1, when: '1970-01-01T00:00:00.000Z' } })
  })
})

test('E6 secrets are masked in outputs, keys, branches, sleeps, children, logs and failures', async () => {
  const said = 'it is hush-hush!'
  const results: Run[] = [
    () => ({ [said]: { deep: [said] } }),
    () => takeBranches([said], { said }),
    () => sleepUntil(1, { said }),
    () => runWorkflow(said, { said }, true),
    () => endRun('failed', { message: said, code: 'X' }),
    ({ log }) => {
      log('info', said, { [said]: said })
      throw Object.assign(new Error(said), { code: said })
    },
  ]
  for (const run of results) {
    const text = JSON.stringify(await outcomeOf(run, ['hush-hush']))
    expect(text).not.toContain('hush')
    expect(text).toContain('it is __secret__:****!')
  }
})

test('messages of a step are recorded with its result or failure, masked', async () => {
  const speak = ({ addMessage }: RunContext) => addMessage?.({ role: 'assistant', content: 'The key is hush-hush.' })
  const messages = [{ role: 'assistant', content: 'The key is __secret__:****.' }]
  const gives = (context: RunContext) => {
    speak(context)
    return { a: 1 }
  }
  const given = await outcomeOf(gives, ['hush-hush'])
  expect(given).toEqual({ outputs: { a: 1 }, messages })
  const fails = (context: RunContext) => {
    speak(context)
    throw new Error('no')
  }
  expect(await outcomeOf(fails, ['hush-hush'])).toMatchObject({ failure: { message: 'no' }, messages })
})

test('flows of a step share its remaining step limit and count with its result', async () => {
  const asked: (number | undefined)[] = []
  const end = { outputs: {}, endNode: 'end', branch: 'next', messages: [] }
  const run = async ({ runFlow }: RunContext) => {
    for (const key of ['a', 'b', 'c']) await runFlow?.({ key, flow: {}, inputs: {} })
    return { a: 1 }
  }
  const definition = { id: 'one', config: CONFIG, run } as unknown as NodeDefinition
  const runner = createRunner({
    definitions: new Map([['one', definition]]),
    configOf: () => ({ config: {}, secrets: [] }),
    effectsFor: () => ({}) as Effects,
    tools: NO_TOOLS,
    runFlow: async (_, __, left) => {
      asked.push(left)
      return { steps: 4, end }
    },
  })
  expect(await runner.run(task({ steps: { max: 20, left: 12 } }))).toEqual({ outputs: { a: 1 }, steps: 12 })
  expect(asked).toEqual([12, 8, 4])
  expect(await runner.run(task({ steps: { max: 12, left: 7 } }))).toMatchObject({
    failure: { code: 'STEP_LIMIT', message: 'The flow has visited 12 nodes and may visit no more.' },
    steps: 8,
  })
})

test('the node type decides whether a node is quick and may run again', () => {
  const quick = runnerOf(() => ({}), { quick: true, afterCrash: ({ name }: { name: string }) => name })
  expect([quick.isQuick('one'), quick.isQuick('gone')]).toEqual([true, false])
  expect([quick.mayRunAgain('one', { name: 'fail' }), quick.mayRunAgain('one', { name: 'run again' })]).toEqual([
    false,
    true,
  ])
  expect(runnerOf(() => ({})).mayRunAgain('one', {})).toBe(true)
})

test('code and pure nodes with large inputs are heavy', () => {
  const large = task({ inputs: { data: new LargeJson('[]') } })
  const isHeavy = (traits: object, one = task()) => runnerOf(() => ({}), traits).isHeavy?.(one)
  expect([isHeavy({ pure: true, heavy: true }), isHeavy({ pure: true }), isHeavy({})]).toEqual([true, false, false])
  expect([isHeavy({ pure: true }, large), isHeavy({ quick: true }, large), isHeavy({}, large)]).toEqual([
    true,
    false,
    false,
  ])
})

describe('effects of a node besides its outputs', () => {
  test('asks a person: the question id is derived from the step and its earlier questions', () => {
    const question = { type: 'text', config: { message: 'Name?' }, allowCancel: true } as const
    const runner = runnerOf(() => ask(question))
    const asked = runner.run(task())
    expect(asked).toEqual({ asks: { id: expect.stringMatching(/^[0-9a-f-]{36}$/), question } })
    expect(runner.run(task())).toEqual(asked)
    expect(runner.run(task({ replies: [{ status: 'cancelled' }] }))).not.toEqual(asked)
    expect(runner.run(task({ scope: '0:1' }))).not.toEqual(asked)
  })

  test('E6 a question contains no secret', () => {
    const question = { type: 'text', config: { message: 'Is it hush-hush?' }, allowCancel: true } as const
    expect(JSON.stringify(runnerOf(() => ask(question), {}, ['hush-hush']).run(task()))).not.toContain('hush')
  })

  test('knows which outputs are connected', async () => {
    expect(await outcomeOf(({ isWired }) => ({ out: [isWired('used'), isWired('other')] }))).toEqual({
      outputs: { out: [true, false] },
    })
  })

  test('streams pieces of its text without secrets, and nothing after its abort', () => {
    const heard: string[] = []
    const stop = new AbortController()
    const definition = { id: 'one', config: CONFIG, run: speaks } as unknown as NodeDefinition
    function speaks({ say }: Parameters<Run>[0]) {
      say('the word is hush-hush')
      stop.abort()
      say('too late')
      return {}
    }
    createRunner({
      definitions: new Map([['one', definition]]),
      configOf: () => ({ config: {}, secrets: ['hush-hush'] }),
      effectsFor: () => ({}) as Effects,
      tools: NO_TOOLS,
      onDelta: (_, text) => heard.push(text),
    }).run(task({ signal: stop.signal }))
    expect(heard).toEqual(['the word is __secret__:****'])
  })

  test('logs and usage are stored once with the next note, without secrets', async () => {
    const noted: unknown[] = []
    const note = async (key: string, _: unknown, sofar: unknown) => void noted.push([key, sofar])
    const usage = { inputTokens: 1, outputTokens: 2, totalTokens: 3 }
    const counted = { model: 'm', calls: 1, unpriced: 0, inputTokens: 1, outputTokens: 2, cost: 5 }
    let used: ((usage: object, counted: object) => void) | undefined
    const run = async (context: RunContext) => {
      context.log('info', 'one hush-hush')
      // The effects are created when a node first uses them.
      expect([used, context.effects]).toEqual([undefined, {}])
      used?.(usage, counted)
      await context.note('a', 1)
      await context.note('b', 2)
      context.log('warning', 'two')
      await context.note('c', 3)
      context.log('info', 'three')
      return {}
    }
    const runner = createRunner({
      definitions: new Map([['one', { id: 'one', config: CONFIG, run } as unknown as NodeDefinition]]),
      configOf: () => ({ config: {}, secrets: ['hush-hush'] }),
      effectsFor: ({ onUsage }) => {
        used = onUsage as typeof used
        return {} as Effects
      },
      tools: NO_TOOLS,
    })
    expect(await runner.run(task({ note }))).toEqual({ outputs: {}, logs: [{ level: 'info', message: 'three' }] })
    expect(noted).toEqual([
      ['a', { logs: [{ level: 'info', message: 'one __secret__:****' }], usage, models: [counted] }],
      ['b', undefined],
      ['c', { logs: [{ level: 'warning', message: 'two' }] }],
    ])
  })

  test('E6 notes are stored as JSON without secrets; a quick node has none', async () => {
    const noted: unknown[] = []
    const note = async (key: string, value: unknown) => void noted.push([key, value])
    const run: Run = async (context) => {
      await context.note('call', { at: new Date(0), token: 'hush-hush' })
      return {}
    }
    expect(await runnerOf(run, {}, ['hush-hush']).run(task({ note }))).toEqual({ outputs: {} })
    expect(noted).toEqual([['call', { at: '1970-01-01T00:00:00.000Z', token: '__secret__:****' }]])
    expect(await runnerOf(run, { quick: true }).run(task({ note }))).toMatchObject({ failure: { code: 'FAILED' } })
  })

  test('knows the session it runs in', async () => {
    const record = { ...task().record, about: { session: 's' } }
    const run: Run = ({ session }) => ({ out: session ?? 'none' })
    expect(runnerOf(run).run(task({ record }))).toEqual({ outputs: { out: 's' } })
    expect(runnerOf(run).run(task())).toEqual({ outputs: { out: 'none' } })
  })
})

test('a quick node causes no read of task members that it does not use', () => {
  const read: string[] = []
  const plain = task({ inputs: { text: 'a' } })
  const watched = new Proxy(plain, {
    get: (target, name, receiver) => {
      read.push(String(name))
      return Reflect.get(target, name, receiver)
    },
  })
  const runner = runnerOf(({ inputs }) => ({ text: inputs.text }), { quick: true })
  expect(runner.run(watched)).toEqual({ outputs: { text: 'a' } })
  expect(read).not.toEqual(expect.arrayContaining(['signal']))
  expect(read).not.toEqual(expect.arrayContaining(['idempotencyKey']))
  expect(read).not.toEqual(expect.arrayContaining(['toolScope']))
})

test('the context of a node can be destructured and inherited from', () => {
  const destructured = runnerOf(({ log, addMessage, isWired, label }) => {
    log('info', 'said')
    addMessage?.({ role: 'assistant', content: 'hello' })
    return { wired: isWired('used'), label }
  })
  const inherited = runnerOf((context) => {
    const own: RunContext = Object.create(context, { label: { value: 'own' } })
    own.log('info', 'said')
    own.addMessage?.({ role: 'assistant', content: 'hello' })
    return { wired: own.isWired('used'), label: own.label }
  })
  const said = { logs: [{ level: 'info', message: 'said' }], messages: [{ role: 'assistant', content: 'hello' }] }
  expect(destructured.run(task())).toEqual({ outputs: { wired: true, label: '' }, ...said })
  expect(inherited.run(task())).toEqual({ outputs: { wired: true, label: 'own' }, ...said })
})
