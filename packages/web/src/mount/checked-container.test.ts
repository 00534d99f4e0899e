import { expect, test } from 'vitest'
import { checkedContainer } from './checked-container.ts'

test('throws without a window', () => {
  expect(() => checkedContainer('#app')).toThrow(new Error('Cannot mount in server-side context'))
})
