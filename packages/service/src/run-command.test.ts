/** `millrace run` in a data folder that a service has used. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '@millrace/store'
import { expect, test } from 'vitest'
import { edge, node } from './executions/testing/client.ts'
import { runCommand } from './run-command.ts'
import { runningService } from './testing/running-service.ts'

const EVERY_SECOND = {
  name: 'scheduled',
  nodes: [node('clock', 'schedule_trigger', { cron: '* * * * * *' }), node('t', 'text_output')],
  edges: [edge('clock:scheduled_at', 't:text')],
}
const CONTEXT = {
  ...{ env: {}, print: () => {}, note: () => {}, now: () => Date.now() },
  interrupted: () => new AbortController().signal,
}

/** Newest first. */
async function executionsIn(dataDir: string) {
  const store = await openStore({ database: join(dataDir, 'millrace.db') })
  try {
    return (await store.executions.list({ limit: 100, offset: 0 })).items
  } finally {
    await store.close()
  }
}

test('run with a data folder does not run its schedules', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'millrace-run-command-'))
  try {
    const service = await runningService([], { dataDir })
    await service.call('POST', '/workflows', EVERY_SECOND)
    await service.stop()
    const before = await executionsIn(dataDir)
    // Long enough for a turn of the schedule.
    const file = join(dataDir, 'waits.json')
    writeFileSync(file, JSON.stringify({ name: 'waits', nodes: [node('wait', 'delay', { seconds: 2 })], edges: [] }))
    expect(await runCommand.run([file, '--data-dir', dataDir], CONTEXT)).toBe(0)
    const [own, ...others] = await executionsIn(dataDir)
    expect(own).toMatchObject({ status: 'completed' })
    expect(others).toEqual(before)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})
