import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'

/** A program that starts an endless process, prints its pid and a folder, and waits. */
const PROGRAM = `
  import { guardedFolder, spawnGuarded } from '${new URL('guarded-process.ts', import.meta.url)}'
  const endless = spawnGuarded(process.execPath, ['-e', 'setInterval(() => {}, 1e6); console.log("ready")'])
  await endless.printed(/ready/)
  console.log(JSON.stringify({ pid: endless.pid, folder: guardedFolder('guarded') }))
  setInterval(() => {}, 1e6)
`

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test.each(['SIGKILL', 'SIGTERM'] as const)('processes and folders go with a parent that ends by %s', async (signal) => {
  const parent = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface(parent.stdout), 'line')
  const { pid, folder } = JSON.parse(line)
  expect([isRunning(pid), existsSync(folder)]).toEqual([true, true])
  parent.kill(signal)
  await expect.poll(() => [isRunning(pid), existsSync(folder)]).toEqual([false, false])
})
