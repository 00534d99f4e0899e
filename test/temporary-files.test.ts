import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { removeLeft } from './temporary-files.ts'

test('temporary files of tests are in the folder of the run', () => {
  expect(tmpdir()).toMatch(/\/millrace-tests-\d+-/)
})

test('folders of runs that were killed are removed, those of others stay', () => {
  const place = mkdtempSync(join(tmpdir(), 'left-'))
  const ended = spawnSync(process.execPath, ['--eval', '']).pid
  const [left, used, foreign] = [`millrace-tests-${ended}-a`, `millrace-tests-${process.pid}-b`, 'other'].map((name) =>
    join(place, name),
  ) as [string, string, string]
  for (const folder of [left, used, foreign]) mkdirSync(folder)
  removeLeft(place)
  expect([left, used, foreign].map((folder) => existsSync(folder))).toEqual([false, true, true])
})
