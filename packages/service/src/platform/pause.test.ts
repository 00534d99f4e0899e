/** A service that was restored with `--paused` starts nothing until it is resumed. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '@millrace/store'
import { expect, test, vi } from 'vitest'
import { edge, node } from '../executions/testing/client.ts'
import { type RunningService, runningService } from '../testing/running-service.ts'
import { writeBackup } from './backup.ts'
import { readPaused } from './pause.ts'
import { restoreBackup } from './restore.ts'

const HOOK = { name: 'hooked', nodes: [node('hook', 'webhook_trigger', { path: 'called' })], edges: [] }
const TIMED = { name: 'timed', nodes: [node('wait', 'delay', { seconds: 10 })], edges: [] }
const ASKING = { name: 'asking', nodes: [node('ask', 'text_prompt', { message: 'Well?' })], edges: [] }
const EVERY_SECOND = {
  name: 'scheduled',
  nodes: [node('clock', 'schedule_trigger', { cron: '* * * * * *' }), node('t', 'text_output')],
  edges: [edge('clock:scheduled_at', 't:text')],
}

async function questionsOf(service: RunningService) {
  type Questions = { data: { id: string; status: string }[] }
  return (await service.call<Questions>('GET', '/interrupts?mine=false')).data
}

test('a copy that is restored with --paused acts only after it is resumed', async () => {
  const root = mkdtempSync(join(tmpdir(), 'millrace-pause-'))
  const [from, dataDir, backup] = [join(root, 'data'), join(root, 'restored'), join(root, 'one.db')]
  try {
    let timed = ''
    let held = ''
    {
      await using service = await runningService([], { dataDir: from })
      for (const drawing of [HOOK, TIMED, ASKING]) await service.call('POST', '/workflows', drawing)
      const started = await service.call<{ data: { execution_id: string } }>('POST', '/workflows/timed/execute', {})
      timed = started.data.execution_id
      await service.call('POST', '/workflows/asking/execute', {})
      await vi.waitFor(async () => expect(await questionsOf(service)).toHaveLength(1))
      const other = await service.call<typeof started>('POST', '/workflows/timed/execute', {})
      held = other.data.execution_id
      await service.call('POST', `/pipelines/${held}/pause`)
      await service.call('POST', '/workflows', EVERY_SECOND)
      const source = { dataDir: from, database: join(from, 'millrace.db'), secretKey: undefined }
      await writeBackup(source, { target: backup, withKey: true, now: 0 })
    }
    const database = join(dataDir, 'millrace.db')
    await restoreBackup({ backup, dataDir, database, withoutKey: false, paused: true })

    // The mark is in the database: it outlives a restart.
    await (await runningService([], { dataDir })).stop()
    await using copy = await runningService([], { dataDir })
    const api = `${copy.origin}/api/v1`
    const listed = async () => (await copy.call<{ data: unknown[] }>('GET', '/executions?limit=100')).data
    const before = await listed()
    const hook = () => fetch(`${api}/hooks/called`, { method: 'POST' })
    expect((await hook()).status).toBe(503)
    const refused = await copy.call<{ error: string }>('POST', '/workflows/hooked/execute', {})
    expect(refused.error).toContain('The service is paused')
    expect(copy.lines.map(({ message }) => message)).toContain(
      'paused after a restore: nothing is started until an admin resumes the service',
    )
    expect(await listed()).toEqual(before)
    const statusOf = async () => (await copy.call<{ status: string }>('GET', `/pipelines/${timed}`)).status
    expect(await statusOf()).not.toBe('completed')
    const [question] = await questionsOf(copy)
    const answer = () => copy.call('POST', `/interrupts/${question!.id}`, { value: 'Fine' })
    const paused = { code: 'NOT_READY', error: refused.error }
    expect(await answer()).toMatchObject(paused)
    expect(await copy.call('POST', `/interrupts/${question!.id}/cancel`)).toMatchObject(paused)
    expect(await copy.call('POST', `/pipelines/${held}/resume`)).toMatchObject(paused)
    expect(await questionsOf(copy)).toMatchObject([{ id: question!.id, status: 'pending' }])

    expect(await copy.call('POST', '/system/resume')).toMatchObject({ data: { was_paused: true } })
    expect(await copy.call('POST', '/system/resume')).toMatchObject({ data: { was_paused: false } })
    expect((await hook()).status).toBe(202)
    expect(await answer()).toMatchObject({ data: { status: 'resolved' } })
    await copy.call('POST', `/pipelines/${held}/resume`)
    await vi.waitFor(async () => expect(await statusOf()).toBe('completed'), { timeout: 60_000 })
    await vi.waitFor(async () => expect((await listed()).length).toBeGreaterThan(before.length + 1), {
      timeout: 30_000,
    })
    await copy.stop()
    const store = await openStore({ database })
    expect(await readPaused(store.keyValues)).toBe(false)
    await store.close()
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})
