import { StoreUnavailable } from '@millrace/store'
import { expect, test } from 'vitest'
import { retryingStore } from './retrying-store.ts'

const clock = {
  now: () => 0,
  at: (_time: number, wake: () => void) => {
    const timer = setImmediate(wake)
    return () => clearImmediate(timer)
  },
}

class Values {
  calls = 0
  failures: Error[] = []

  async get(key: string): Promise<string> {
    this.calls += 1
    const failure = this.failures.shift()
    if (failure !== undefined) throw failure
    return `value of ${key}`
  }

  get size(): number {
    return 7
  }
}

test('repeats a call while the database is unavailable', async () => {
  const values = new Values()
  values.failures = [new StoreUnavailable('offline'), new StoreUnavailable('full'), new StoreUnavailable('busy')]
  expect(await retryingStore(values, clock).get('a')).toBe('value of a')
  expect(values.calls).toBe(4)
})

test('throws any other error immediately', async () => {
  const values = new Values()
  values.failures = [new Error('no such table')]
  await expect(retryingStore(values, clock).get('a')).rejects.toThrow('no such table')
  expect(values.calls).toBe(1)
})

test('leaves properties and synchronous results unchanged', () => {
  expect(retryingStore(new Values(), clock).size).toBe(7)
  expect(retryingStore({ twice: (n: number) => 2 * n }, clock).twice(4)).toBe(8)
})
