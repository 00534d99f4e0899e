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

const context = (env: CommandContext['env'] = { MILLRACE_DATA_DIR: folder }): CommandContext => ({
  env,
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

test('takes the data folder or the database from options or the environment, like the service', async () => {
  const file = join(folder, 'other.db')
  for (const database of [file, join(folder, 'millrace.db')]) await (await openStore({ database })).close()
  expect(await compactCommand.run(['--data-dir', folder], context({}))).toBe(0)
  // Not the file in the folder, which is gone.
  rmSync(join(folder, 'millrace.db'))
  expect(await compactCommand.run(['--database', file], context())).toBe(0)
  expect(await compactCommand.run([], context({ MILLRACE_DATABASE: file }))).toBe(0)
  expect(printed).toHaveLength(6)
})

test('rejects words and a folder without a database', async () => {
  await expect(compactCommand.run(['now'], context())).rejects.toThrow('Usage: millrace compact')
  await expect(compactCommand.run([], context())).rejects.toThrow('does not exist')
})
