import { expect, test } from 'vitest'
import { pressedKeys } from './key-names.ts'

const press = (key: string, held: Partial<{ ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }> = {}) =>
  pressedKeys({ key, ctrlKey: false, metaKey: false, shiftKey: false, ...held })

test.each([
  [press('z', { ctrlKey: true }), 'Mod+Z'],
  [press('Z', { metaKey: true, shiftKey: true }), 'Mod+Shift+Z'],
  [press('?', { shiftKey: true }), '?'],
  [press('Delete'), 'Delete'],
  [press('L', { shiftKey: true }), 'Shift+L'],
])('%o is written as %s', (pressed, written) => {
  expect(pressed).toBe(written)
})
