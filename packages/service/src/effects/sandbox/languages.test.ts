import { createHmac } from 'node:crypto'
import { templateProblem } from '@millrace/nodes'
import { Liquid } from 'liquidjs'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { createSandbox } from './sandbox.ts'

// Real processes on machines that may be busy: these tests measure no time.
vi.setConfig({ testTimeout: 60_000 })

const patient = createSandbox({ timeoutMs: 20_000 })
const impatient = createSandbox({ timeoutMs: 300, size: 1 })
afterAll(() => {
  patient.close()
  impatient.close()
})

const signal = new AbortController().signal

describe('expressions', () => {
  const evaluate = (source: string, input: unknown = {}) => patient.expression(source, input, signal)

  test.each([
    ['$sum(a.b)', { a: [{ b: 1 }, { b: 2 }] }, 3],
    ['a.{ "n": b, "keys": $keys($) }', { a: [{ b: 1, c: 2 }] }, { n: 1, keys: ['b', 'c'] }],
    [
      'a[b = 1].c',
      {
        a: [
          { b: 1, c: 'x' },
          { b: 2, c: 'y' },
        ],
      },
      'x',
    ],
    ['nothing.at.all', {}, null],
    ['$uppercase("ü") & $base64encode("a") & $base64decode("YQ==")', {}, 'ÜYQ==a'],
    ['$fromMillis(0)', {}, '1970-01-01T00:00:00.000Z'],
    ['$match("ab", /b/).match', {}, 'b'],
    ['$eval("1+1")', {}, 2],
    ['{"constructor": 1, "__proto__": 2, "toString": 3}.constructor', {}, 1],
    ['$map([1,2], function($n) { $n * 2 })', {}, [2, 4]],
    ['function($x) { $x }', {}, null],
    ['[$sum, 1, {"f": $sum, "n": 1}]', {}, [null, 1, { n: 1 }]],
    ['$string($sum)', {}, ''],
    ['a[]', { a: 1 }, [1]],
    ['$', [], []],
  ])('%j over %j gives %j', async (source, input, result) => {
    expect(await evaluate(source, input)).toEqual(result)
  })

  test.each([
    ['a +', 'Unexpected end of expression'],
    ['', 'Unexpected end of expression'],
    ['1 + "a"', 'must evaluate to a number (at character 3)'],
    ['$error("mine")', 'mine'],
    ['('.repeat(30_000), 'nested too deeply'],
    ['$unknown()', 'non-function'],
    ['a'.repeat(65_537), 'longer than 64 KiB'],
    ['($f := function($n) { 1 + $f($n) }; $f(1))', 'Stack overflow'],
  ])('%j fails with a reason', async (source, reason) => {
    await expect(evaluate(source)).rejects.toMatchObject({
      code: 'EXPRESSION_FAILED',
      retryable: false,
      message: expect.stringContaining(reason),
    })
  })

  test.each([
    'constructor',
    'a.constructor.constructor',
    '__proto__.polluted',
    '$sum.constructor',
    '$lookup($, "constructor")',
    '$.toString',
    '$each($, function($v, $k) { $v.constructor })',
    '"text".constructor',
    '$lookup($sum, "implementation")',
    '$sift({"a": 1}, function($v, $k, $o) { $o.constructor })',
  ])('%j does not reach JavaScript', async (source) => {
    expect(await evaluate(source, { a: {} }).catch(() => null)).toBeNull()
  })

  test('a call leaves no state for the next one', async () => {
    await evaluate('($x := 5; $clone({"__proto__": {"polluted": 1}}) ~> |$|{"__proto__": {"polluted": 1}}|)')
    expect(await evaluate('$x')).toBeNull()
    expect(await evaluate('{}.polluted')).toBeNull()
  })

  test.each([
    '$match($pad("", 60, "a"), /(a+)+b/)',
    '($f := function($n) { $f($n + 1) }; $f(1))',
    '$reduce([1..1000000], function($a, $b) { $sum([1..1000]) })',
    '[1..9999999][[1..9999999] = 1]',
    '$replace($pad("", 40, "a"), /(a|a)*$b/, "x")',
  ])('%j runs into the time limit', async (source) => {
    await expect(impatient.expression(source, {}, signal)).rejects.toMatchObject({
      code: 'TIMED_OUT',
      retryable: false,
    })
  })

  test.each([
    '($f := function($a) { $f($append($a, $a)) }; $f([1..1000]))',
    '($f := function($s) { $f($s & $s) }; $f("xxxxxxxxxxxxxxxx"))',
  ])('%j stays within its memory limit', async (source) => {
    await expect(evaluate(source)).rejects.toMatchObject({
      code: expect.stringMatching(/^(OUT_OF_MEMORY|EXPRESSION_FAILED|RESULT_TOO_LARGE|TIMED_OUT)$/),
    })
    expect(await evaluate('1 + 1')).toBe(2)
  })

  test('a result that is too large or too deeply nested is rejected', async () => {
    await expect(evaluate('$pad("", 9000000, "x")')).rejects.toMatchObject({ code: 'RESULT_TOO_LARGE' })
    await expect(evaluate('($f := function($n) { $n = 0 ? 1 : [[$f($n - 1)]] }; $f(200))')).rejects.toMatchObject({
      code: 'RESULT_TOO_LARGE',
    })
  })
})

describe('templates', () => {
  const fill = (source: string, variables: Record<string, unknown> = {}) => patient.template(source, variables, signal)

  test.each([
    ['{% for x in list %}{{ x | upcase }}{% endfor %}', { list: ['a', 'b'] }, 'AB'],
    ['{{ "a" | base64_encode }} {{ "YQ==" | base64_decode }}', {}, 'YQ== a'],
    [
      '{{ "a" | sha256 | slice: 0, 8 }} {{ "a" | hmac_sha256: "k" | slice: 0, 8 }}',
      {},
      `ca978112 ${createHmac('sha256', 'k').update('a').digest('hex').slice(0, 8)}`,
    ],
    ['{{ 0 | date: "%Y", "UTC" }}', {}, '1970'],
    ['{% assign x = 3 %}{{ x | times: 2 }}{% capture y %}z{% endcapture %}{{ y }}', {}, '6z'],
    ['{{ a.size }} {{ a.first }}', { a: [4, 5] }, '2 4'],
    ['{%- if ok -%} yes {%- endif -%}', { ok: true }, 'yes'],
  ])('%j is rendered', async (source, variables, text) => {
    expect(await fill(source, variables)).toEqual({ text, missing: [] })
  })

  test('reports missing variables, except where they are optional', async () => {
    const source = `{{ a }} {{ b.c | upcase }} {% if d %}x{% endif %} {{ e | default: 1 }} {% assign f = 1 %}{{ f }}
      {%- for g in list %}{{ g.h }}{% endfor %} {% for i in nowhere %}{% endfor %} {{ n }}`
    const variables = { b: {}, list: [{}, { h: 'k' }], n: null }
    expect(await fill(source, variables)).toEqual({
      text: new Liquid().parseAndRenderSync(source, variables),
      missing: ['a', 'b.c', 'g.h', 'nowhere'],
    })
  })

  test('limits the number of reported missing variables', async () => {
    const source = Array.from({ length: 300 }, (_, at) => `{{ m${at} | upcase }}`).join('')
    expect((await fill(source)).missing).toHaveLength(100)
  })

  test.each([
    ['{{ a', 'not closed'],
    ['{{ a | shout }}', 'undefined filter: shout'],
    ['{% include "x" %}', 'tag "include" not found'],
    ['{% render "x" %}', 'tag "render" not found'],
    ['{% layout "x" %}', 'tag "layout" not found'],
    ['{%if a%}'.repeat(5_000), 'nested too deeply'],
    ['x'.repeat(65_537), 'longer than 64 KiB'],
    ['{{ (1..99999999) | join }}', 'memory alloc limit exceeded'],
  ])('%j fails with a reason', async (source, reason) => {
    await expect(fill(source)).rejects.toMatchObject({
      code: 'TEMPLATE_FAILED',
      retryable: false,
      message: expect.stringContaining(reason),
    })
  })

  test.each([
    '{{ a.constructor }}',
    '{{ a.constructor.constructor }}',
    '{{ a.__proto__ }}',
    '{{ "x".constructor }}',
    '{{ a | map: "constructor" }}',
    '{{ a | where: "constructor" }}',
    '{{ a["constructor"] }}',
    '{% assign k = "constructor" %}{{ a[k] }}',
    '{{ toString }}{{ valueOf }}{{ hasOwnProperty }}',
  ])('%j does not reach JavaScript', async (source) => {
    expect((await fill(source, { a: {} })).text.trim()).toBe('')
  })

  test('validation accepts exactly the templates that run', async () => {
    for (const source of [
      '{{ a | upcase }}',
      '{% include "x" %}',
      '{% block a %}{% endblock %}',
      '{{ a | nope }}',
      '{% x %}',
    ]) {
      const isFine = templateProblem(source) === undefined
      expect([source, await fill(source).then(Boolean, () => false)]).toEqual([source, isFine])
    }
  })

  test.each([
    '{% for a in (1..100000) %}{% for b in (1..100000) %}{% endfor %}{% endfor %}',
    '{% assign s = "x" %}{% for a in (1..60) %}{% assign s = s | append: s %}{% endfor %}{{ s }}',
    '{% for a in (1..1000000) %}{{ text }}{% endfor %}',
    '{{ text | split: "" | join: text }}',
  ])('%j is contained', async (source) => {
    await expect(impatient.template(source, { text: 'x'.repeat(100_000) }, signal)).rejects.toMatchObject({
      code: expect.stringMatching(/^(TIMED_OUT|OUT_OF_MEMORY|TEMPLATE_FAILED|RESULT_TOO_LARGE)$/),
    })
  })
})
