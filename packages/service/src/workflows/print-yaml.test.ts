import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { printYaml } from './yaml.ts'

function expectSame(text: string): void {
  const value = { config: { systemPrompt: text, list: [text] } }
  expect(parse(printYaml(value))).toEqual(value)
}

test.each(['a\n \nb', '\n \n', ' \na', 'a\n   \nb\n ', '\n', 'a\r\nb', `${'word '.repeat(60)}\n \nend`])(
  'prints %j so that it reads back unchanged',
  (text) => expectSame(text),
)

test('prints any mix of prose, blanks and line ends so that it reads back unchanged', () => {
  const part = fc.constantFrom('word '.repeat(60), ' ', '\n', '\t', 'a', '\r\n', '# ', ': ', '- ')
  fc.assert(fc.property(fc.array(part, { maxLength: 10 }), (parts) => expectSame(parts.join(''))))
})

test('prints multi-line text as a readable block', () => {
  expect(printYaml({ prompt: 'one\ntwo\n' })).toBe('prompt: |\n  one\n  two\n')
})
