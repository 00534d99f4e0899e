import { expect, test } from 'vitest'
import { prefixed, surrounded } from './text-marks.ts'

const BOLD = { before: '**', after: '**' }

test('wraps the selection in marks and removes them again', () => {
  const once = surrounded('a word here', { from: 2, to: 6 }, BOLD)
  expect(once).toEqual({ text: 'a **word** here', from: 4, to: 8 })
  expect(surrounded(once.text, once, BOLD)).toEqual({ text: 'a word here', from: 2, to: 6 })
})

test('places the cursor between the marks without a selection', () => {
  expect(surrounded('', { from: 0, to: 0 }, BOLD)).toEqual({ text: '****', from: 2, to: 2 })
})

test('turns every selected line into a list item and back', () => {
  const once = prefixed('one\ntwo\nthree', { from: 1, to: 5 }, '- ')
  expect(once).toEqual({ text: '- one\n- two\nthree', from: 0, to: 11 })
  expect(prefixed(once.text, once, '- ')).toEqual({ text: 'one\ntwo\nthree', from: 0, to: 7 })
})
