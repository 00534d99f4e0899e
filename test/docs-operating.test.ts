/** docs/operating.md lists the settings that the program has. */
import { expect, test } from 'vitest'
import { helpText } from '../packages/service/src/config.ts'
import { readPage, tableBelow, unquoted } from './markdown.ts'

const SETTING = /^ {2}(--\S+ \S+)? +(MILLRACE_\w+) +(.*?)(?: \(([^()]*)\))?$/

test('docs/operating.md lists every setting as --help does', () => {
  const settings = helpText()
    .split('\n')
    .map((line) => SETTING.exec(line))
    .filter((match) => match !== null)
    .map(([, flag = '–', twin, says, fallback = '–']) => [flag, twin, fallback, says])
  expect(settings.length).toBeGreaterThan(20)
  const rows = tableBelow(readPage('docs/operating.md'), 'Settings')
  expect(
    rows.map(([flag, twin, fallback, says]) => [...[flag, twin, fallback].map((one) => unquoted(one!)), says]),
  ).toEqual(settings)
})
