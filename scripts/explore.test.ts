import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { filesBelow } from '../test/source-files.ts'
import { SUITES } from './explore.ts'

const SEED = /process\.env\.\w*SEED\b|from 'fast-check'/

test('every test with a seed is explored, through the variable that it reads', () => {
  const explored = new Set(Object.values(SUITES).flatMap(({ files }) => files()))
  const tests = [
    ...filesBelow('packages', (path) => path.endsWith('.test.ts')),
    ...filesBelow('test/system', (path) => path.endsWith('.test.ts')),
  ]
  const seeded = tests.filter(({ text }) => SEED.test(text)).map(({ path }) => path)
  expect(seeded.length).toBeGreaterThan(40)
  expect(seeded.filter((path) => !explored.has(path))).toEqual([])
  for (const { variable, files } of Object.values(SUITES)) {
    if (variable === 'PROPERTY_SEED') continue
    for (const file of files()) expect(readFileSync(file, 'utf8'), file).toContain(`process.env.${variable}`)
  }
})
