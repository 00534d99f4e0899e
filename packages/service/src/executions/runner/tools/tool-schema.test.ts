import { expect, test } from 'vitest'
import { toolName } from './tool-schema.ts'

test.each([
  ['Ask for the wéather!', 'Ask_for_the_we_ather'],
  ['__x__', 'x'],
  ['!!!', 'tool'],
])('names %s as %s', (label, name) => {
  expect(toolName(label)).toBe(name)
})

test('converts a label of a million underscores in linear time', () => {
  expect(toolName(`a${'_'.repeat(1_000_000)}b`)).toBe('a')
})
