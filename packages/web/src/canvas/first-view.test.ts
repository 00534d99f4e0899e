import { expect, test } from 'vitest'
import { readableView } from './first-view.ts'

const PHONE = { width: 390, height: 700 }

test('a workflow that would be too small on a phone is opened at its beginning, at a readable zoom', () => {
  expect(readableView({ x: 100, y: 50, width: 1500, height: 200 }, PHONE)).toEqual({ x: -36, y: 260, zoom: 0.6 })
  const high = readableView({ x: 0, y: 0, width: 300, height: 4000 }, PHONE)
  expect(high).toEqual({ x: 24, y: 24, zoom: 0.6 })
})

test('a small workflow, and any workflow on a wide canvas, is shown as a whole', () => {
  expect(readableView({ x: 0, y: 0, width: 500, height: 200 }, PHONE)).toBeUndefined()
  expect(readableView({ x: 0, y: 0, width: 9000, height: 200 }, { width: 1200, height: 800 })).toBeUndefined()
})
