import { describe, expect, test } from 'vitest'
import { refuseErrorStatus } from './outcome.ts'

const CALL = { method: 'GET', url: 'https://api.example/orders?key=hidden' }

function failureFor(headers: Record<string, string>, body: string, status = 500): unknown {
  try {
    refuseErrorStatus(CALL, { status, headers, body, url: CALL.url })
  } catch (error) {
    return error
  }
  return undefined
}

describe('the failure for an error status', () => {
  test.each([500, 404])('has the response in its details: %s', (status) => {
    expect(failureFor({ 'content-type': 'application/json' }, '{"error":"broken"}', status)).toMatchObject({
      code: 'HTTP_STATUS',
      details: { response: { status, headers: { 'content-type': 'application/json' }, body: '{"error":"broken"}' } },
    })
  })

  test('masks headers with credentials', () => {
    const headers = { 'set-cookie': 'session=1', 'X-Api-Key': 'k', 'x-auth-token': 't', server: 's' }
    expect(failureFor(headers, '')).toMatchObject({
      details: {
        response: { headers: { 'set-cookie': '***', 'X-Api-Key': '***', 'x-auth-token': '***', server: 's' } },
      },
    })
  })

  test('has the first 10 kB of the body, and its length', () => {
    expect(failureFor({}, 'x'.repeat(20_000))).toMatchObject({
      details: { response: { body: `${'x'.repeat(10_239)}…`, body_characters: 20_000 } },
    })
  })
})
