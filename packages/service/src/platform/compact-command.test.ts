import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '@millrace/store'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CommandContext } from './command.ts'
import { compactCommand } from './compact-command.ts'

let folder: string
let printed: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-compact-command-'))
  printed = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const context = (): CommandContext => ({
  env: { MILLRACE_DATA_DIR: folder },
  print: (line) => void printed.push(line),
  note: () => {},
  now: () => 0,
  interrupted: () => new AbortController().signal,
})

test('prints the sizes before and after', async () => {
  await (await openStore({ database: join(folder, 'millrace.db') })).close()
  expect(await compactCommand.run([], context())).toBe(0)
  expect(printed).toEqual([
    expect.stringMatching(/^before: \d+ bytes$/),
    expect.stringMatching(/^after: {2}\d+ bytes$/),
  ])
})

test('rejects words and a folder without a database', async () => {
  await expect(compactCommand.run(['now'], context())).rejects.toThrow('Usage: millrace compact')
  await expect(compactCommand.run([], context())).rejects.toThrow('does not exist')
})
