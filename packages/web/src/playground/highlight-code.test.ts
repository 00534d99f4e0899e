import { expect, test } from 'vitest'
import { codeParts } from './highlight-code.ts'

test.each([
  ['python', 'def greet(name):\n    return "hi " + name  # friendly\n', 'def', 'tok-keyword'],
  ['ts', 'const total: number = 12', 'const', 'tok-keyword'],
  ['json', '{"a": true}', 'true', 'tok-bool'],
  ['bash', 'if true; then echo "x"; fi', 'if', 'tok-keyword'],
  ['SQL', "SELECT name FROM people WHERE id = 'x'", 'SELECT', 'tok-keyword'],
])('colours %s and keeps the text', (language, code, word, className) => {
  const parts = codeParts(code, language) ?? []
  expect(parts.map(({ text }) => text).join('')).toBe(code)
  expect(parts.find(({ text }) => text === word)?.classes).toContain(className)
})

test('leaves unknown languages and long blocks alone', () => {
  expect(codeParts('x', 'klingon')).toBeUndefined()
  expect(codeParts('x', 'constructor')).toBeUndefined()
  expect(codeParts('1'.repeat(60_000), 'js')).toBeUndefined()
})
