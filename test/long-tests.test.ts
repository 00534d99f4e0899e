import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LONG_TESTS } from './long-tests.ts'
import { ROOT } from './source-files.ts'

test('every file that npm test leaves out exists', () => {
  expect(LONG_TESTS.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
})
