import { expect, test } from 'vitest'
import { Mutex } from './mutex.ts'

test('starts work synchronously if the lock is free', () => {
  const mutex = new Mutex()
  let isStarted = false
  void mutex.run(async () => {
    isStarted = true
  })
  expect(isStarted).toBe(true)
})

test('runs work one at a time in the order of the calls, also after a failure', async () => {
  const mutex = new Mutex()
  const said: string[] = []
  const work = (name: string) => async () => {
    said.push(`${name} begins`)
    await Promise.resolve()
    said.push(`${name} ends`)
    if (name === 'b') throw new Error('b failed')
    return name
  }
  const answers = await Promise.allSettled(['a', 'b', 'c'].map((name) => mutex.run(work(name))))
  expect(said).toStrictEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  expect(answers).toMatchObject([{ value: 'a' }, { reason: new Error('b failed') }, { value: 'c' }])
  expect(await mutex.run(work('d'))).toBe('d')
})
