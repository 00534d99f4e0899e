import { cutText, NodeFailure, Retryable } from '@millrace/model'
import { leastCpuMs } from '@millrace/model/testing/cpu-time'
import { describe, expect, test } from 'vitest'
import { masked, maskedError } from './masking.ts'

const SECRET = 'k3y/"with=signs'
const FORMS = [SECRET, JSON.stringify(SECRET).slice(1, -1), encodeURIComponent(SECRET), btoa(SECRET)]

describe('a text that was cut', () => {
  test.each(FORMS)('keeps no beginning of a secret at its end: %s', (form) => {
    for (let shown = 1; shown < form.length; shown++) {
      const text = cutText(`body ${form} and more`, 5 + shown + 1)
      expect(masked({ text: [text] }, [SECRET, 'another']).text).toEqual(['body …'])
    }
  })

  test('keeps its end if no secret begins with that', () => {
    expect(masked(cutText('a long body', 7), [SECRET])).toBe('a long…')
  })

  test('is masked before its end too', () => {
    expect(masked(cutText(`${SECRET} and ${SECRET}`, SECRET.length + 9), [SECRET])).toBe('__secret__:**** and …')
  })
})

test('a text that was not cut keeps an end that a secret begins with', () => {
  expect(masked('press k3y', [SECRET])).toBe('press k3y')
})

test('the longest beginning of a secret is removed, also if it repeats itself', () => {
  const secret = 'abab-abac'
  expect(masked(cutText('x abab-ababab-aba and more', 18), [secret])).toBe('x abab-ab…')
  expect(masked(cutText('x abab-abaabab-ab and more', 18), [secret])).toBe('x abab-aba…')
})

test('a cut text that nearly ends with a long secret is masked in linear time', () => {
  const secrets = [`${'a'.repeat(4500)}b${'a'.repeat(4500)}`]
  const text = cutText('a'.repeat(20_000), 10_240)
  const mask = () => {
    for (let at = 0; at < 20; at++) masked(text, secrets)
  }
  expect(leastCpuMs(1000, mask)).toBeLessThan(1000)
})

describe('an error', () => {
  test('is masked in its message and details and stays retryable', () => {
    const error = new Retryable(`No ${SECRET}`, 'HTTP_STATUS', 5, { response: { body: SECRET } })
    expect(maskedError(error, [SECRET])).toMatchObject({
      message: 'No __secret__:****',
      code: 'HTTP_STATUS',
      retryable: true,
      retryAfterMs: 5,
      details: { response: { body: '__secret__:****' } },
    })
  })

  test('without secrets is thrown unchanged', () => {
    const error = new NodeFailure('X', 'x')
    expect([maskedError(error, []), maskedError(error, [SECRET]), maskedError('text', [SECRET])]).toEqual([
      error,
      error,
      'text',
    ])
  })
})
