import { expect, test } from 'vitest'
import { FakeClock } from '../testing/fake-clock.ts'
import { createSignInLimits, MAX_WRONG_PER_ADDRESS, WRONG_WINDOW_MS } from './sign-in-limits.ts'

test('limits wrong passwords per address over all accounts, and does not count right ones', () => {
  const clock = new FakeClock()
  const { attempt } = createSignInLimits(clock)
  for (let at = 1; at < MAX_WRONG_PER_ADDRESS; at += 1) attempt(`${at}`, '10.0.0.1')
  for (const wasRight of [attempt('ada', '10.0.0.1'), attempt('ada', '10.0.0.2')]) wasRight()
  attempt('last', '10.0.0.1')
  clock.advance(WRONG_WINDOW_MS - 30_000)
  expect(() => attempt('ada', '10.0.0.1')).toThrow(
    expect.objectContaining({ code: 'RATE_LIMITED', retryAfterSeconds: 30 }),
  )
  attempt('ada', '10.0.0.2')
  clock.advance(30_000)
  attempt('ada', '10.0.0.1')
})

test('counts the addresses of one IPv6 network together', () => {
  const { attempt } = createSignInLimits(new FakeClock())
  for (let at = 0; at < MAX_WRONG_PER_ADDRESS; at += 1) attempt(`${at}`, `2001:db8:0:7::${at.toString(16)}`)
  for (const address of ['2001:DB8:0:7:1:2:3:4', '2001:0db8::7:0:0:0:9']) {
    expect(() => attempt('ada', address)).toThrow(expect.objectContaining({ code: 'RATE_LIMITED' }))
  }
  for (const address of ['2001:db8:0:8::1', '2001:db8::1', '::1', 'fe80::1%eth0', '10.0.0.1']) attempt('ada', address)
})
