import { expect, test } from 'vitest'
import { Turns } from './mutex.ts'

test('starts work synchronously if the lock is free', () => {
  const turns = new Turns()
  let isStarted = false
  void turns.take(async () => {
    isStarted = true
  })
  expect(isStarted).toBe(true)
})

test('runs work one at a time in the order of the calls, also after a failure', async () => {
  const turns = new Turns()
  const said: string[] = []
  const work = (name: string) => async () => {
    said.push(`${name} begins`)
    await Promise.resolve()
    said.push(`${name} ends`)
    if (name === 'b') throw new Error('b failed')
    return name
  }
  const answers = await Promise.allSettled(['a', 'b', 'c'].map((name) => turns.take(work(name))))
  expect(said).toStrictEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  expect(answers).toMatchObject([{ value: 'a' }, { reason: new Error('b failed') }, { value: 'c' }])
  expect(await turns.take(work('d'))).toBe('d')
})
