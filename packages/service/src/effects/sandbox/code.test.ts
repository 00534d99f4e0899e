import { afterAll, describe, expect, test, vi } from 'vitest'
import { createSandbox } from './sandbox.ts'

// Real processes on machines that may be busy: these tests measure no time.
vi.setConfig({ testTimeout: 60_000 })

const sandbox = createSandbox()
afterAll(() => sandbox.close())

const signal = new AbortController().signal
const run = (
  source: string,
  variables: Record<string, unknown> = {},
  limits: { timeoutMs?: number; memoryMb?: number } = {},
) => sandbox.code({ source, variables, timeoutMs: 10_000, memoryMb: 64, ...limits }, signal)
const resultOf = async (source: string, variables?: Record<string, unknown>) => (await run(source, variables)).result

test('reduces a time limit to the maximum of the settings', async () => {
  const strict = createSandbox({ maxCodeMs: 100 })
  const call = { source: 'while (true) {}', variables: {}, timeoutMs: 60_000, memoryMb: 64 }
  await expect(strict.code(call, signal)).rejects.toMatchObject({ code: 'TIMED_OUT' })
  strict.close()
})

describe('code', () => {
  test.each([
    ['return a + b', { a: 1, b: 2 }, 3],
    ['return data.map((row) => row.price * 2)', { data: [{ price: 2 }] }, [4]],
    ['', {}, null],
    ['return undefined', {}, null],
    ['return () => 1', {}, null],
    ['return NaN', {}, null],
    ['return new Date(0)', {}, '1970-01-01T00:00:00.000Z'],
    ['return { a: undefined, b: [undefined] }', {}, { b: [null] }],
    ['return await Promise.resolve(7)', {}, 7],
    ['return new Promise((done) => Promise.resolve().then(() => done("later")))', {}, 'later'],
    ['const { a = 3 } = {}; return a ?? 1', {}, 3],
    ['return "\\u{1f600}é".length', {}, 3],
    ['return größe', { größe: 4 }, 4],
    ['return [..."äöü"].toReversed().join("")', {}, 'üöä'],
    ['return typeof globalThis.data', { data: 1 }, 'undefined'],
    ['return /(?<y>\\d+)/.exec(text).groups.y', { text: 'in 2024' }, '2024'],
  ])('%j returns its result', async (source, variables, result) => {
    expect(await resultOf(source, variables)).toEqual(result)
  })

  test('omits inputs whose names cannot be variables', async () => {
    const variables = {
      'two words': 1,
      class: 2,
      'a=globalThis.x': 3,
      '{b}': 4,
      'c, d': 5,
      '...e': 6,
      await: 7,
      fine: 8,
    }
    expect(await resultOf('return [fine, typeof b, typeof c, typeof e]', variables)).toEqual([
      8,
      'undefined',
      'undefined',
      'undefined',
    ])
  })

  test('keeps the console output up to a limit', async () => {
    const { logs } = await run(
      'console.log("a", 1, {b: [2]}); console.warn(new TypeError("no")); console.error(undefined)',
    )
    expect(logs).toEqual(['a 1 {"b":[2]}', 'TypeError: no', 'undefined'])
    const many = await run('for (let i = 0; i < 5000; i++) console.log(i)')
    expect(many.logs).toHaveLength(1_001)
    expect(many.logs.at(-1)).toBe('… further output was dropped')
    const long = await run('for (let i = 0; i < 50; i++) console.log("x".repeat(1e6))')
    expect(long.logs.join('').length).toBeLessThan(80_000)
  })

  test.each([
    ['throw new Error("why")', 'Error: why (line 1)'],
    ['\n\nnull.x', "TypeError: cannot read property 'x' of null (line 3)"],
    ['return 1 +', "SyntaxError: unexpected token in expression: '}' (line 2)"],
    ['throw "text"', 'text'],
    ['throw { a: 1 }', '{"a":1}'],
    ['throw undefined', 'undefined'],
    ['throw null', 'null'],
    ['throw Symbol("s")', 'Symbol(s)'],
    ['throw Object.create(null)', '{}'],
    ['throw { toJSON() { throw 1 } }', '[value that cannot be printed]'],
    ['throw new Proxy({}, { get() { throw 1 }, ownKeys() { throw 2 }, getPrototypeOf() { throw 3 } })', '[value that'],
    ['const e = new Error("x"); Object.defineProperty(e, "message", { get() { throw 1 } }); throw e', '[value that'],
    ['await Promise.reject(new RangeError("r"))', 'RangeError: r'],
    ['return 1n', 'TypeError'],
    ['const a = {}; a.a = a; return a', 'TypeError: circular reference'],
    ['return { get a() { throw new Error("trap") } }', 'Error: trap'],
    ['return new Proxy({}, { ownKeys() { throw new Error("trap") } })', 'Error: trap'],
    ['await new Promise(() => {})', 'it awaits a promise that never settles'],
    ['await import("fs")', 'Error'],
  ])('%j fails with a reason', async (source, reason) => {
    await expect(run(source)).rejects.toMatchObject({
      code: 'CODE_FAILED',
      retryable: false,
      message: expect.stringContaining(reason),
    })
  })

  test('reports the reason and the console output of code that changed lists', async () => {
    const vandal = `
      Array.prototype.toJSON = String.prototype.toJSON = () => 'changed'
      Object.defineProperty(Array.prototype, 0, { set() {}, configurable: true })
      console.log("kept")`
    expect(await run(`${vandal}; return 1`)).toEqual({ result: 1, logs: ['kept'] })
    await expect(run(`${vandal}; throw new Error("why")`)).rejects.toThrow('Error: why (line 4)')
  })

  test('shortens a long reason', async () => {
    const failure = await run('throw "x".repeat(1e6)').catch((error: Error) => error)
    expect((failure as Error).message.length).toBeLessThan(600)
  })
})

describe('no globals of the host', () => {
  test.each([
    ...['process', 'require', 'module', 'global', 'fetch', 'XMLHttpRequest', 'WebAssembly', 'Buffer', 'setTimeout'],
    ...[
      'setInterval',
      'setImmediate',
      'queueMicrotask',
      'Worker',
      'std',
      'os',
      'print',
      'structuredClone',
      'navigator',
    ],
  ])('%s', async (name) => {
    expect(await resultOf(`return typeof ${name}`)).toBe('undefined')
  })

  test.each([
    'return [].constructor.constructor("return process")()',
    'return (async () => {}).constructor("return process")()',
    'return console.log.constructor("return process")()',
    'return this.constructor.constructor("return process.mainModule")()',
    'return new Function("return globalThis.process.env")()',
    'return eval("process")',
  ])('%j does not reach the host', async (source) => {
    await expect(run(source)).rejects.toMatchObject({ code: 'CODE_FAILED' })
  })

  test('changed built-ins do not affect the next call', async () => {
    const vandal = `
      Object.prototype.polluted = 1; Array.prototype.map = JSON.stringify = () => 'gone'; String.prototype.slice = null
      Promise.prototype.then = Promise = Object = undefined
      return 1`
    await run(vandal).catch(() => {})
    expect(await resultOf('return [({}).polluted, [1].map((n) => n + 1)]')).toEqual([null, [2]])
  })
})

describe('attacks by code', () => {
  const soon = { timeoutMs: 300 }

  test.each([
    'while (true) {}',
    'for (;;) try { while (true) {} } catch {}',
    'try { throw 1 } finally { while (true) {} }',
    'const f = () => Promise.resolve().then(f); await f()',
    'const f = async () => { await null; f(); f() }; await f(); await new Promise(() => {})',
    '/(a+)+b/.test("a".repeat(60))',
    'return { toJSON() { while (true) {} } }',
    'throw { get message() { while (true) {} }, toJSON() { while (true) {} } }',
    'return new Proxy({}, { ownKeys() { while (true) {} } })',
    'console.log({ toJSON() { while (true) {} } })',
    'return Array(2 ** 32 - 1).join("x")',
    '[1, 2, 3].sort(() => { while (true) {} })',
  ])('%j runs into the time limit', async (source) => {
    await expect(run(source, {}, soon)).rejects.toMatchObject({ code: 'TIMED_OUT', retryable: false })
  })

  test.each([
    'const all = []; while (true) all.push(all.length + "x")',
    'const all = []; while (true) all.push(new Uint8Array(1e6))',
    'return "x".repeat(2 ** 29)',
    'let text = "x".repeat(1e6); const all = []; while (true) all.push(text += "y")',
    'return new Array(1e9).fill(1)',
    'return new ArrayBuffer(1e9)',
    'const m = new Map(); for (let i = 0; ; i++) m.set(i, { i })',
    'let o = {}; while (true) o = { o }',
  ])('%j runs out of memory', async (source) => {
    await expect(run(source, {}, { memoryMb: 32 })).rejects.toMatchObject({ code: 'OUT_OF_MEMORY', retryable: false })
  })

  test.each([
    'const f = () => f() + 1; f()',
    'const f = () => [1].map(f); f()',
    'let o = []; for (let i = 0; i < 1e5; i++) o = [o]; return o',
    'JSON.parse("[".repeat(1e6))',
    'eval("(".repeat(1e5))',
    'eval("a=>".repeat(2e4) + "1")',
    'const p = new Proxy({}, { get: () => p }); return p + ""',
    'new RegExp("(".repeat(1e5))',
    'return 2n ** (2n ** 40n)',
    'let s = "x"; while (true) s += s',
  ])('%j fails', async (source) => {
    await expect(run(source)).rejects.toMatchObject({ code: 'CODE_FAILED' })
  })

  test('rejects a result that is too large or too deeply nested', async () => {
    await expect(run('return "x".repeat(9e6)')).rejects.toMatchObject({ code: 'RESULT_TOO_LARGE' })
    await expect(run('return "ü".repeat(5e6)')).rejects.toMatchObject({ code: 'RESULT_TOO_LARGE' })
    await expect(run('let o = 1; for (let i = 0; i < 129; i++) o = [o]; return o')).rejects.toMatchObject({
      code: 'RESULT_TOO_LARGE',
    })
    expect(JSON.stringify(await resultOf('let o = "]["; for (let i = 0; i < 128; i++) o = [o]; return o')).length).toBe(
      260,
    )
    await expect(run('return { toJSON: () => "[".repeat(1e5) }')).resolves.toBeDefined()
  })

  test('raises and lowers invalid limits to the nearest valid ones', async () => {
    expect((await run('return 1', {}, { memoryMb: 0.5 })).result).toBe(1)
    expect((await run('return 1', {}, { timeoutMs: 5_000.5 })).result).toBe(1)
    await expect(run('while (true) {}', {}, { timeoutMs: -1 })).rejects.toMatchObject({ code: 'TIMED_OUT' })
  })

  test('rejects an input that is too large before sending it', async () => {
    const big = Array.from({ length: 40 }, () => 'x'.repeat(1024 * 1024))
    await expect(run('return 1', { big })).rejects.toMatchObject({ code: 'INPUT_TOO_LARGE' })
  })
})
