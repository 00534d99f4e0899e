import fc from 'fast-check'
import jsonata from 'jsonata'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { createSandbox } from '../sandbox/sandbox.ts'
import { boundedExpression } from './bounded-expression.ts'
import { plainAst } from './expression-ast.ts'
import { ExpressionCost, UNBOUNDED } from './expression-cost.ts'
import { extentOf } from './extent.ts'
import { createLanguages } from './languages.ts'
import { NOT_SIMPLE } from './simple-expression.ts'
import { data, expression } from './testing/arbitrary-expressions.ts'

// A real process on a machine that may be busy: these tests measure no time.
vi.setConfig({ testTimeout: 120_000 })

const sandbox = createSandbox({ timeoutMs: 60_000 })
afterAll(() => sandbox.close())
const { signal } = new AbortController()

const ORDER = '$merge([$, { "n": n + 1, "total": $sum(lines.price) }])'

describe('compared with the sandbox', () => {
  test('bounded expressions return the same values and errors for any data', async () => {
    let sent = 0
    const languages = createLanguages({
      expression: (...call) => {
        sent++
        return sandbox.expression(...call)
      },
      template: sandbox.template,
    })
    const settled = (value: Promise<unknown>) =>
      value.then(
        (result) => ({ json: JSON.stringify(result) }),
        ({ code, message }) => ({ code, message }),
      )
    let runs = 0
    await fc.assert(
      fc.asyncProperty(expression, data, async (source, input) => {
        runs++
        const [own, other] = await Promise.all([
          settled(languages.expression(source, input, signal)),
          settled(sandbox.expression(source, input, signal)),
        ])
        expect(own, source).toEqual(other)
      }),
      { numRuns: 1_500 },
    )
    // Most succeed and need no sandbox; the others are errors, or too much work.
    expect(sent).toBeLessThan(runs * 0.7)
  })

  test.each([
    [ORDER, { n: 1, lines: [{ price: 2 }, { price: 3 }] }],
    [
      'orders[status = "open"].{ "id": id, "sum": $sum(lines.price) }',
      { orders: [{ status: 'open', id: 1, lines: [] }] },
    ],
    [
      '($total := $sum(lines.price); { "total": $total, "tax": $round($total * 0.19, 2) })',
      { lines: [{ price: 9.99 }] },
    ],
    [
      'items{ kind: $sum(price) }',
      {
        items: [
          { kind: 'a', price: 1 },
          { kind: 'b', price: 2 },
          { kind: 'a', price: 3 },
        ],
      },
    ],
    ['$uppercase(first & " " & last) ?: "unknown"', { first: 'ada', last: 'lovelace' }],
    ['$split(tags, ",").$trim()', { tags: 'a, b ,c' }],
    ['$[0].a', [{ a: 1 }, { a: 2 }]],
    ['missing.name & ""', {}],
    ['missing + 1', {}],
    ['a[]', { a: 1 }],
  ])('%j is evaluated in the service', async (source, input) => {
    const value = await boundedExpression(source)?.(input)
    expect(value).not.toBe(NOT_SIMPLE)
    expect(value).toEqual(await sandbox.expression(source, input, signal))
  })
})

describe('bounds', () => {
  test('no evaluation does more than its bound', async () => {
    let bounded = 0
    await fc.assert(
      fc.asyncProperty(expression, data, async (source, input) => {
        const parsed = jsonata(source)
        const text = JSON.stringify(input) ?? 'null'
        const cost = new ExpressionCost(extentOf(input, text.length, 10_000)!, 1e12)
        let characters: number
        try {
          ;({ characters } = cost.ofResult(plainAst(parsed.ast())!))
        } catch (error) {
          expect(error).toBe(UNBOUNDED)
          return
        }
        bounded++
        let evaluations = 0
        parsed.assign(Symbol.for('jsonata.__evaluate_entry') as unknown as string, () => {
          evaluations++
        })
        const result = await parsed.evaluate(JSON.parse(text), {}).catch(() => undefined)
        expect(evaluations, source).toBeLessThanOrEqual(cost.evaluations)
        expect(JSON.stringify(result)?.length ?? 0, source).toBeLessThanOrEqual(characters + 2)
      }),
      { numRuns: 3_000 },
    )
    expect(bounded).toBeGreaterThan(2_000)
  })

  const lines = Array.from({ length: 400 }, (_, at) => ({ price: at }))

  test.each([
    ['lines.{ "a": $sum($$.lines.price) }', { lines }],
    ['lines.(price & $string($$))', { lines }],
    ['lines[price in $$.lines.price]', { lines }],
    ['($a := $ & $; $b := $a & $a; $c := $b & $b; $d := $c & $c; $e := $d & $d; $e & $e)', 'x'.repeat(5_000)],
    [`$${'.[$, $]'.repeat(20)}`, 1],
    [`$${'.{ "a": $, "b": $ }'.repeat(20)}`, 1],
    [`$${'.($ & $)'.repeat(20)}`, 'x'],
    ['lines[[0,0,0,0,0,0,0,0]][[0,0,0,0,0,0,0,0]][[0,0,0,0,0,0,0,0]].price', { lines }],
    ['$join(lines.$string(price), text)', { lines, text: 'x'.repeat(10_000) }],
    ['$contains(a, b)', { a: 'a'.repeat(8_000), b: `${'a'.repeat(4_000)}b` }],
    [`a${' ?: a'.repeat(300)}`, {}],
    ['a', { a: 'x'.repeat(20_000) }],
    ['a + 1', JSON.parse(`${'[['.repeat(50)}1${']]'.repeat(50)}`)],
  ])('%s is left to the sandbox, because it may take long', async (source, input) => {
    const evaluate = boundedExpression(source)
    expect(evaluate === undefined ? NOT_SIMPLE : await evaluate(input)).toBe(NOT_SIMPLE)
  })
})

describe('hostile expressions', () => {
  test.each([
    '$match(a, /(a+)+b/)',
    '$replace(a, "a", b)',
    '$eval(a)',
    '$pad("", 9000000, "x")',
    '[1..9999999]',
    '($f := function($n) { $f($n + 1) }; $f(1))',
    '(function($x) { $x })(1)',
    '$map(a, $string)',
    '$reduce(a, $append)',
    '$sum',
    '[$sum, 1]',
    '($sum := 1; $sum(a))',
    '$sum ~> $string',
    'a ~> $sum',
    'a ~> |b|{"c": 1}|',
    '**',
    'a.*',
    'a.%.b',
    'a@$b.c',
    'a#$i.b',
    'a^(b)',
    '$sort(a)',
    '$distinct(a)',
    '$now()',
    '$random()',
    '$unknown(a)',
    '$x',
    'a[$x := $x & $x]',
    '$string(a, true)',
    '$sum(?)',
    'a.constructor',
    '__proto__.a',
    '{"__proto__": a}',
    '`prototype`',
    '{"_jsonata_lambda": true}',
    '$error("mine")',
    'a +',
    '',
    `a${' '.repeat(2_000)}`,
  ])('%j is left to the sandbox, because it has no bound', (source) => {
    expect(boundedExpression(source)).toBeUndefined()
  })

  test.each([
    { a: { _jsonata_lambda: true, body: {}, arguments: [] } },
    { a: { _jsonata_function: true } },
    JSON.parse('{"a": {"__proto__": {"b": 1}}}'),
    { tupleStream: true, '@': 1, sum: 2 },
  ])('an expression with the input %j is left to the sandbox', async (input) => {
    expect(await boundedExpression('$sum(a.b) + 1')!(input)).toBe(NOT_SIMPLE)
  })
})

test('the value of an evaluation shares nothing with its input', async () => {
  const input = { a: [{ b: [] }] }
  const value = await boundedExpression('{ "kept": a[].{ "b": b } }')!(Object.freeze(input))
  expect(value).toEqual({ kept: [{ b: [] }] })
  expect(input).toEqual({ a: [{ b: [] }] })
})

test('many evaluations at once leave turns of the event loop to others', async () => {
  const evaluate = boundedExpression(ORDER)!
  const input = { n: 1, lines: Array.from({ length: 20 }, (_, price) => ({ price })) }
  let turns = 0
  let isDone = false
  const count = () => {
    turns++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const values = await Promise.all(Array.from({ length: 500 }, () => evaluate(input)))
  isDone = true
  expect(new Set(values.map((value) => JSON.stringify(value))).size).toBe(1)
  expect(turns).toBeGreaterThan(5)
})

test('an aborted step gets no value', async () => {
  const languages = createLanguages(sandbox)
  const controller = new AbortController()
  const value = languages.expression('a + 1', { a: 1 }, controller.signal)
  controller.abort(new Error('cancelled'))
  await expect(value).rejects.toThrow('cancelled')
})
