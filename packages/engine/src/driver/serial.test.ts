import { expect, test } from 'vitest'
import { Serial } from './serial.ts'

test('starts work at once if no other work on the id runs', async () => {
  const serial = new Serial()
  const steps: string[] = []
  const work = (name: string) => async () => {
    steps.push(`${name} begins`)
    await Promise.resolve()
    steps.push(`${name} ends`)
  }
  const all = [serial.run('a', work('first')), serial.run('a', work('second')), serial.run('b', work('other'))]
  expect(steps).toEqual(['first begins', 'other begins'])
  await Promise.all(all)
  expect(steps.indexOf('second begins')).toBeGreaterThan(steps.indexOf('first ends'))
  await serial.run('a', work('third'))
  expect(steps.slice(-2)).toEqual(['third begins', 'third ends'])
})

test('runs the next work after work that failed', async () => {
  const serial = new Serial()
  const failed = serial.run('a', () => Promise.reject(new Error('broken')))
  const next = serial.run('a', async () => 'done')
  await expect(failed).rejects.toThrow('broken')
  await expect(next).resolves.toBe('done')
})
