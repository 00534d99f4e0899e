import { expect, test } from 'vitest'
import { isServedPath } from './versions.ts'

test.each([
  ['/1.4.0/invoke/Execution/drive', true],
  ['/1.3.9/invoke/Execution/drive', true],
  ['/1.10.0/invoke/Execution/drive', false],
  ['/1.4.1/discover', false],
  ['/2/invoke/Execution/drive', false],
  ['/invoke/Execution/drive', true],
  ['/discover', true],
  ['/1.4.0-beta/invoke/Execution/drive', true],
])('a worker of version 1.4.0 serves its own and older versions: %s %s', (path, isServed) => {
  expect(isServedPath(path, '1.4.0')).toBe(isServed)
})
