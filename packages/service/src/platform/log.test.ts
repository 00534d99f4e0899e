import { describe, expect, test } from 'vitest'
import { errorFacts } from './log.ts'

describe('a logged error', () => {
  test('contains the type, message, code, stack and causes, and no other properties', () => {
    const cause = Object.assign(new TypeError('inner'), { code: '23505', detail: 'Key (name)=(secret) exists' })
    const error = Object.assign(new Error('outer', { cause }), { query: 'secret', body: { password: 'secret' } })
    const facts = errorFacts(error)
    expect(facts).toEqual({
      type: 'Error',
      message: 'outer',
      stack: expect.any(String),
      cause: { type: 'TypeError', message: 'inner', code: '23505', stack: expect.any(String) },
    })
    expect(JSON.stringify(facts)).not.toContain('secret')
  })

  test('limits the number of causes, also if they are circular', () => {
    const error = new Error('round')
    error.cause = error
    expect(JSON.stringify(errorFacts(error)).match(/"message":"round"/g)).toHaveLength(6)
  })

  test('contains the text of a thrown value that is not an Error', () => {
    expect(errorFacts('text')).toEqual({ message: 'text' })
    expect(errorFacts(undefined)).toEqual({ message: 'undefined' })
  })
})
