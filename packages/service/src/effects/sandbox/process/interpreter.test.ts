/** Every call must start with the memory of a new instance, regardless of the calls before. */
import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { CodeRunner, createInterpreters } from './code.ts'
import { type Interpreter, Interpreters } from './interpreter.ts'

vi.setConfig({ testTimeout: 60_000 })

const wasmFile = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm')

/** Keeps the instances of the runner, to look at their memory. */
class WatchedInterpreters extends Interpreters {
  readonly created: Interpreter[] = []

  createNew(memoryMb: number): Promise<Interpreter> {
    return super.create(memoryMb)
  }

  override async create(memoryMb: number): Promise<Interpreter> {
    const made = await super.create(memoryMb)
    this.created.push(made)
    return made
  }
}

let interpreters: WatchedInterpreters
let runner: CodeRunner
beforeAll(async () => {
  interpreters = await createInterpreters(wasmFile, WatchedInterpreters)
  runner = new CodeRunner(interpreters)
})

const run = (source: string, variables: Record<string, unknown> = {}, timeoutMs = 2_000) =>
  runner.run(
    { kind: 'code', source, names: Object.keys(variables), timeoutMs, memoryMb: 64 },
    JSON.stringify(variables),
  )

const hashOf = (interpreter: Interpreter) => createHash('sha256').update(interpreter.memory).digest('hex')

const CALLS: readonly [title: string, source: string, variables?: Record<string, unknown>][] = [
  ['a small script', 'return data.map((n) => n * 2)', { data: [1, 2, 3] }],
  [
    'changed prototypes',
    'Object.prototype.x = 1; Array.prototype.map = String.prototype.slice = JSON.stringify = null; return 1',
  ],
  ['changed promises', 'Promise.prototype.then = Promise = undefined; return 1'],
  ['globals', 'globalThis.kept = new Array(50000).fill("x"); kept2 = new Map([[1, { a: kept }]]); return kept.length'],
  ['symbols and atoms', 'for (let i = 0; i < 5000; i++) Symbol.for("s" + i), (globalThis["name" + i] = i)'],
  [
    'classes and getters',
    'Object.defineProperty(Object.prototype, "y", { get() { return 7 }, set() {} }); return ({}).y',
  ],
  [
    'several megabytes',
    'let s = []; for (let i = 0; i < 20000; i++) s.push("text " + i + "x".repeat(200)); return s.length',
  ],
  ['deep recursion', 'const f = (n) => (n === 0 ? 0 : 1 + f(n - 1)); return f(500)'],
  ['endless recursion', 'const f = () => f() + 1; f()'],
  ['recursion in native functions', 'const f = () => [3, 1, 2].sort(() => [1].map(f)); f()'],
  ['deep JSON', 'return JSON.parse("[".repeat(1e6))'],
  ['deep patterns', 'new RegExp("(".repeat(1e5))'],
  ['patterns', 'return /(a+)+b/.test("a".repeat(18)) + "ä".normalize("NFD") + /\\p{Lu}/u.test("Ä")'],
  ['large numbers', 'return String(3n ** 5000n).length'],
  [
    'unsettled promises',
    'for (let i = 0; i < 1000; i++) new Promise(() => {}).then(() => i); await new Promise(() => {})',
  ],
  ['pending jobs', 'const f = () => Promise.resolve().then(f); f(); return 1'],
  ['an error', 'throw new Error("no".repeat(1000))'],
  ['a syntax error', 'return 1 +'],
  ['output', 'for (let i = 0; i < 2000; i++) console.log(i, { i })'],
  ['generators', 'function* g() { try { yield 1 } finally { while (false); } } globalThis.g = g(); g.next(); return 1'],
  ['weak references', 'globalThis.w = new WeakRef({}); new FinalizationRegistry(() => {}).register({}, 1); return 1'],
  ['buffers', 'globalThis.b = new Uint8Array(3e6).fill(255); return b.length'],
  ['random numbers', 'return Math.random()'],
  ['dates', 'return new Date().toString() + new Date(2020, 6, 1).getTimezoneOffset()'],
  ['dynamic code', 'return eval("var hidden = 1; hidden") + new Function("return 2")()'],
]

describe('memory of an instance', () => {
  test.each(CALLS)('is that of a new one after %s', async (_, source, variables) => {
    await run(source, variables)
    await run('return 1')
    const used = interpreters.created.at(-1)
    used?.restore()
    const fresh = await interpreters.createNew(64)
    expect(used && hashOf(used)).toBe(hashOf(fresh))
  })

  test('is kept for the next call unless it grew', async () => {
    await run('return 1')
    const count = interpreters.created.length
    await run('return 2')
    await run('globalThis.x = 1; throw new Error("no")')
    await run('return 3')
    expect(interpreters.created).toHaveLength(count)
    await run('globalThis.b = new Uint8Array(30e6)')
    expect(await run('return typeof b')).toMatchObject({ ok: true, body: '"undefined"' })
    expect(interpreters.created).toHaveLength(count + 1)
  })

  test('is given up after a call that was stopped', async () => {
    await run('return 1')
    const count = interpreters.created.length
    expect(await run('while (true) {}', {}, 20)).toMatchObject({ ok: false, code: 'TIMED_OUT' })
    expect(await run('return 1')).toMatchObject({ ok: true, body: '1' })
    expect(interpreters.created).toHaveLength(count + 1)
  })

  test('is given up after a call that overflowed the stack of the host', async () => {
    for (const source of ['eval("(".repeat(1e5))', 'let o = []; for (let i = 0; i < 1e5; i++) o = [o]; return o']) {
      await run(source)
      expect(await run('return [1].map((n) => n + 1)')).toMatchObject({ ok: true, body: '[2]' })
    }
  })

  test('has the compiled source, and nothing of an earlier call of the same source', async () => {
    const source = 'globalThis.count = (globalThis.count ?? 0) + n; return globalThis.count'
    for (const n of [1, 2, 3]) expect(await run(source, { n })).toMatchObject({ ok: true, body: String(n) })
    await run('return 1')
    expect(await run(source, { n: 4 })).toMatchObject({ ok: true, body: '4' })
  })

  test('depends on the names of the variables, not only on the source', async () => {
    expect(await run('return typeof a + typeof b', { a: 1 })).toMatchObject({ body: '"numberundefined"' })
    expect(await run('return typeof a + typeof b', { b: 1 })).toMatchObject({ body: '"undefinednumber"' })
    expect(await run('return [a, b]', { a: 1, b: 2 })).toMatchObject({ body: '[1,2]' })
    expect(await run('return [a, b]', { b: 2, a: 1 })).toMatchObject({ body: '[1,2]' })
  })

  test('has other random numbers in every call', async () => {
    const numbers = new Set<string>()
    for (let at = 0; at < 20; at++) {
      const outcome = await run('return [Math.random(), Math.random()]')
      numbers.add(outcome.ok ? outcome.body : '')
    }
    expect(numbers.size).toBe(20)
  })

  test('holds a bounded number of compiled sources', async () => {
    const before = runner.kept
    for (let at = 0; at < 300; at++) await run(`return ${at} + ${'1 + '.repeat(500)} 0`)
    expect(runner.kept.count).toBeLessThanOrEqual(256)
    expect(runner.kept.bytes).toBeLessThanOrEqual(16 * 1024 * 1024)
    expect(runner.kept.count).toBeGreaterThan(before.count)
    expect(await run('return 1')).toMatchObject({ body: '1' })
  })
})
