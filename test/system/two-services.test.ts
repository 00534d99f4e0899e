/** Two services on one database file, each with a data folder of its own: the second is refused. */
import { readdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { freshFolder, killAll, run, start } from './program.ts'

afterEach(killAll)

test('a second service on the same file is refused: by path, by link, and after its lock files were deleted', async () => {
  const first = freshFolder()
  const database = join(dirname(first), 'shared.db')
  const program = await start(['--port', '0', '--data-dir', first, '--database', database])
  const link = join(dirname(first), 'link.db')
  symlinkSync(database, link)
  const second = async (file: string) => run(['--port', '0', '--data-dir', freshFolder(), '--database', file])
  for (const file of [database, link]) {
    const { code, stderr } = await second(file)
    expect([code, stderr]).toEqual([1, expect.stringContaining(`is in use by process ${program.process.pid}.`)])
  }
  for (const name of readdirSync(dirname(database))) {
    if (name.includes('-lock')) rmSync(join(dirname(database), name))
  }
  const { code, stderr } = await second(database)
  expect([code, stderr]).toEqual([1, expect.stringContaining('is open in another process.')])
  expect((await fetch(`${program.origin}/health`)).status).toBe(200)
  expect((await program.stop()).code).toBe(0)
})

test('deleting the lock files of a running service lets no second one open its database', async () => {
  const folder = freshFolder()
  const program = await start(['--port', '0', '--data-dir', folder])
  const second = () => run(['--port', '0', '--data-dir', folder])
  for (const name of ['lock.db', 'lock.pid']) rmSync(join(folder, name))
  const named = await second()
  expect([named.code, named.stderr]).toEqual([
    1,
    expect.stringContaining(`is in use by process ${program.process.pid}.`),
  ])
  for (const name of readdirSync(folder)) if (name.includes('lock')) rmSync(join(folder, name))
  const unnamed = await second()
  expect([unnamed.code, unnamed.stderr]).toEqual([1, expect.stringContaining('is open in another process.')])
  expect((await fetch(`${program.origin}/health`)).status).toBe(200)
  expect((await program.stop()).code).toBe(0)
})
