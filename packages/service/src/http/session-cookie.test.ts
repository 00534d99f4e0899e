import { expect, test } from 'vitest'
import { sessionIn } from './session-cookie.ts'

test.each([
  [undefined, undefined],
  ['', undefined],
  ['other=1', undefined],
  ['millrace_session=abc', 'abc'],
  ['a=1; millrace_session=abc; b=2', 'abc'],
  ['a=1;millrace_session = abc', 'abc'],
  ['not_millrace_session=abc', undefined],
  ['millrace_session', undefined],
  ['millrace_session=', ''],
  ['millrace_session=first; millrace_session=second', 'first'],
])('the secret of the cookie %j is %j', (cookie, secret) => {
  expect(sessionIn({ cookie })).toBe(secret)
})
