import { expect, test } from 'vitest'
import { bodyValue, parametersIn } from './call-values.ts'

test('parameters that are given once are texts, others lists, in their order', () => {
  expect(parametersIn('a=1&b=x+y&b=z&b=&__proto__=no&constructor=yes')).toEqual({
    a: '1',
    b: ['x y', 'z', ''],
    constructor: 'yes',
  })
})

test('a form of a stranger that names one parameter again and again holds up nobody', () => {
  const form = Buffer.from('a=1&'.repeat(200_000))
  const { a } = bodyValue(form, 'application/x-www-form-urlencoded') as { a: string[] }
  expect(a).toHaveLength(200_000)
})
