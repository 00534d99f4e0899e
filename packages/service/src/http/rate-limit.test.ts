import { describe, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.ts'

async function statuses(times: number, ask: () => Promise<{ statusCode: number }>): Promise<number[]> {
  const all: number[] = []
  for (let n = 0; n < times; n++) all.push((await ask()).statusCode)
  return all
}

const read = (service: TestService, role: 'viewer' | 'editor') =>
  service.app.inject({ url: '/api/v1/categories', headers: service.as(role) })

const write = (service: TestService, role: 'editor') =>
  service.app.inject({ method: 'DELETE', url: '/api/v1/workflows/none', headers: service.as(role) })

describe('the rate limit', () => {
  test('rejects a caller with too many requests and sends Retry-After', async () => {
    await using service = await testService({ flags: ['--rate-limit', '3'] })
    expect(await statuses(3, () => read(service, 'viewer'))).toEqual([200, 200, 200])
    const answer = await read(service, 'viewer')
    expect(answer.statusCode).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect(answer.json()).toEqual({
      success: false,
      error: 'Too many requests; try again later.',
      code: 'RATE_LIMITED',
    })
  })

  test('accepts a caller again after a minute, also if it kept sending requests', async () => {
    await using service = await testService({ flags: ['--rate-limit', '2'] })
    expect(await statuses(4, () => read(service, 'viewer'))).toEqual([200, 200, 429, 429])
    service.clock.advance(59_999)
    const early = await read(service, 'viewer')
    expect([early.statusCode, early.headers['retry-after']]).toEqual([429, '1'])
    service.clock.advance(1)
    expect(await statuses(3, () => read(service, 'viewer'))).toEqual([200, 200, 429])
  })

  test('applies to each caller separately', async () => {
    await using service = await testService({ flags: ['--rate-limit', '1'] })
    expect((await read(service, 'viewer')).statusCode).toBe(200)
    expect((await read(service, 'viewer')).statusCode).toBe(429)
    expect((await read(service, 'editor')).statusCode).toBe(200)
  })

  test('counts reads and writes separately, so that polling never blocks a save', async () => {
    await using service = await testService({ flags: ['--rate-limit', '2'] })
    expect(await statuses(3, () => read(service, 'editor'))).toEqual([200, 200, 429])
    expect(await statuses(3, () => write(service, 'editor'))).toEqual([404, 404, 429])
  })

  test('counts invalid credentials by address', async () => {
    await using service = await testService({ flags: ['--rate-limit', '2'] })
    let n = 0
    const guess = () => {
      const headers = { authorization: `Bearer mrt_guess${n++}` }
      return service.app.inject({ url: '/api/v1/categories', headers })
    }
    expect(await statuses(3, guess)).toEqual([401, 401, 429])
    expect((await read(service, 'viewer')).statusCode).toBe(200)
  })

  test('counts open routes by address', async () => {
    await using service = await testService({ flags: ['--rate-limit', '2'] })
    expect(await statuses(3, () => service.app.inject({ url: '/health' }))).toEqual([200, 200, 429])
  })

  test('is off on loopback and 600 per minute elsewhere, unless set', async () => {
    await using local = await testService()
    await using network = await testService({ flags: ['--host', '0.0.0.0'] })
    await using set = await testService({ flags: ['--host', '0.0.0.0', '--rate-limit', '0'] })
    expect([local, network, set].map(({ config }) => config.rateLimit)).toEqual([0, 600, 0])
  })
})
