import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { errorFacts } from './log.ts'

test('has one JSON object per line on stderr, with level, time and message', () => {
  const code = `import { createLog } from ${JSON.stringify(new URL('log.ts', import.meta.url).href)}
    const log = createLog({ logLevel: 'debug' })
    for (const level of ['debug', 'info', 'warn', 'error']) log[level]({ detail: level }, 'two\\nlines')`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' })
  expect(stdout).toBe('')
  expect(
    stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(
    Object.entries({ debug: 20, info: 30, warn: 40, error: 50 }).map(([detail, level]) => ({
      ...{ level, detail, msg: 'two\nlines' },
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })),
  )
})

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
