import { expect, test } from 'vitest'
import { checkedContainer } from './checked-container.ts'

test('without a window nothing can be mounted', () => {
  expect(() => checkedContainer('#app')).toThrow(new Error('Cannot mount in server-side context'))
})
