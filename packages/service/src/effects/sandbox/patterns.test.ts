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

describe('patterns', () => {
  const match = (pattern: string, text: string, rest: object = {}) =>
    patient.pattern({ pattern, text, ...rest }, signal)

  test('lists matches with their groups', async () => {
    expect(await match('(?<year>\\d{4})-(\\d\\d)?', 'on 2024-05, 1999-')).toEqual({
      matches: [
        { text: '2024-05', index: 3, groups: ['2024', '05'], named: { year: '2024' } },
        { text: '1999-', index: 12, groups: ['1999', null], named: { year: '1999' } },
      ],
      text: 'on 2024-05, 1999-',
      count: 2,
    })
  })

  test.each([
    ['a', 'aAa', { replacement: 'b' }, { text: 'bAb', count: 2 }],
    ['a', 'aAa', { flags: 'i', replacement: 'b', limit: 2 }, { text: 'bba', count: 2 }],
    ['a', 'aab', { flags: 'gy', replacement: '-' }, { text: '--b', count: 2 }],
    ['', 'ab', { replacement: '-' }, { text: '-a-b-', count: 3 }],
    ['', '😀', { flags: 'u', replacement: '-' }, { text: '-😀-', count: 2 }],
    ['nothing', 'ab', { replacement: 'x' }, { text: 'ab', count: 0 }],
  ])('%j in %j with %j gives %j', async (pattern, text, rest, answer) => {
    expect(await match(pattern, text, rest)).toEqual({ matches: [], ...answer })
  })

  test.each([
    '$1',
    '$2',
    '$10',
    '$01',
    '$00',
    '$0',
    '$3',
    '$$',
    '$&',
    '$`',
    "$'",
    '$<n>',
    '$<x>',
    '$<',
    '$',
    'a$1b$2',
    '$$1',
    '$11',
  ])('%j in a replacement means the same as in JavaScript', async (replacement) => {
    for (const source of ['(b)(?<n>c)?', '(b)(c)?', 'b']) {
      const expected = 'abcabd'.replace(new RegExp(source, 'g'), replacement)
      expect((await match(source, 'abcabd', { replacement })).text).toBe(expected)
    }
  })

  test.each([
    ['(', {}, 'Unterminated group'],
    ['a', { flags: 'x' }, 'Invalid flags'],
  ])('%j with %j fails with a reason', async (pattern, rest, reason) => {
    await expect(match(pattern, 'a', rest)).rejects.toMatchObject({
      code: 'PATTERN_FAILED',
      message: expect.stringContaining(reason),
    })
  })

  test.each(['(a+)+b', '(a|a)*b', '(?:a*)*b', '(.*a){25}b', '^(([a-z])+.)+[A-Z]([a-z])+$'])(
    '%j on many letters runs into the time limit',
    async (pattern) => {
      await expect(impatient.pattern({ pattern, text: 'a'.repeat(60) }, signal)).rejects.toMatchObject({
        code: 'TIMED_OUT',
        retryable: false,
      })
    },
  )

  test('a replacement that multiplies the text is cut off', async () => {
    const call = match('x', 'x'.repeat(100_000), { replacement: "$`$'$&".repeat(100) })
    await expect(call).rejects.toMatchObject({ code: 'RESULT_TOO_LARGE' })
  })
})
