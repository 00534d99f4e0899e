import { expect, test, vi } from 'vitest'
import { loadLanguage } from '../i18n/languages.ts'
import { textsFor } from '../i18n/texts.ts'
import { pressedKeys, shownKeys } from './key-names.ts'

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

test('names keys in the language of the page, except on a Mac', async () => {
  await loadLanguage('de')
  vi.stubGlobal('navigator', { platform: 'Linux x86_64' })
  expect(shownKeys('Mod+Shift+Z', textsFor('en'))).toBe('Ctrl+Shift+Z')
  expect(shownKeys('Mod+Delete', textsFor('de'))).toBe('Strg+Entf')
  vi.stubGlobal('navigator', { platform: 'MacIntel' })
  expect(shownKeys('Mod+Shift+Z', textsFor('de'))).toBe('⌘⇧Z')
  vi.unstubAllGlobals()
})
