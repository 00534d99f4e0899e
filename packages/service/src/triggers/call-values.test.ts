import { expect, test } from 'vitest'
import { bodyValue } from './call-values.ts'
import { parametersIn } from './parameters.ts'

test('a parameter given once is a string, a repeated one a list in order', () => {
  expect(parametersIn('a=1&b=x+y&b=z&b=&__proto__=no&constructor=yes')).toEqual({
    a: '1',
    b: ['x y', 'z', ''],
    constructor: 'yes',
  })
})

test('parses a form that repeats one parameter many times without blocking', async () => {
  const form = Buffer.from('a=1&'.repeat(10_000))
  const { a } = (await bodyValue(form, 'application/x-www-form-urlencoded')) as { a: string[] }
  expect(a).toHaveLength(10_000)
})

test('parses large bodies like small ones', async () => {
  const parameters = Array.from({ length: 10_000 }, (_, at): [string, string] => [`key ${at % 7000}`, `value & ${at}`])
  const form = Buffer.from(new URLSearchParams(parameters).toString())
  expect(await bodyValue(form, 'application/x-www-form-urlencoded')).toEqual(parametersIn(form.toString()))
  const rows = Array.from({ length: 20_000 }, (_, at) => ({ at, name: `row ${at}` }))
  expect(await bodyValue(Buffer.from(JSON.stringify(rows)), 'application/json')).toEqual(rows)
  const broken = Buffer.from(`${JSON.stringify(rows)}]`)
  await expect(bodyValue(broken, 'application/json')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
})
