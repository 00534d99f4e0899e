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
import { resumeCommand } from './resume-command.ts'

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

async function start(service: RunningService, workflow: string): Promise<string> {
  type Started = { data: { execution_id: string } }
  return (await service.call<Started>('POST', `/workflows/${workflow}/execute`, {})).data.execution_id
}

const PATIENT = { timeout: 60_000 }

/** How many executions a workflow has. */
async function scheduledRuns(service: RunningService, workflow = 'scheduled'): Promise<number> {
  const response = await fetch(`${service.origin}/api/v1/executions?workflow_id=${workflow}&limit=1`)
  return Number(response.headers.get('x-total-count'))
}

test('a copy that is restored with --paused acts only after it is resumed', async () => {
  const root = mkdtempSync(join(tmpdir(), 'millrace-pause-'))
  const [from, dataDir, backup] = [join(root, 'data'), join(root, 'restored'), join(root, 'one.db')]
  try {
    // The original runs all the time: what it does meanwhile is what the copy must not do.
    await using original = await runningService([], { dataDir: from })
    for (const drawing of [HOOK, TIMED, ASKING, EVERY_SECOND]) await original.call('POST', '/workflows', drawing)
    const timed = await start(original, 'timed')
    const held = await start(original, 'timed')
    await original.call('POST', `/pipelines/${held}/pause`)
    await start(original, 'asking')
    await vi.waitFor(async () => expect(await questionsOf(original)).toHaveLength(1), PATIENT)
    const source = { dataDir: from, database: join(from, 'millrace.db'), secretKey: undefined }
    await writeBackup(source, { target: backup, withKey: true, now: 0 })
    const database = join(dataDir, 'millrace.db')
    await restoreBackup({ backup, dataDir, database, withoutKey: false, paused: true })

    // The mark is in the database: it outlives a restart.
    await (await runningService([], { dataDir })).stop()
    await using copy = await runningService([], { dataDir })
    const api = `${copy.origin}/api/v1`
    const listed = async () => (await copy.call<{ data: unknown[] }>('GET', '/executions?limit=100')).data
    const before = await listed()
    const scheduledBefore = await scheduledRuns(copy)
    const hook = () => fetch(`${api}/hooks/called`, { method: 'POST' })
    expect((await hook()).status).toBe(503)
    const refused = await copy.call<{ error: string }>('POST', '/workflows/hooked/execute', {})
    expect(refused.error).toContain('The service is paused')
    expect(copy.lines.map(({ message }) => message)).toContain(
      'paused after a restore: nothing is started until an admin resumes the service',
    )
    // A schedule that is saved now waits as well. The copy would have had the same seconds as the original.
    const body = { ...EVERY_SECOND, name: 'saved while paused' }
    const saved = await copy.call<{ data: { id: string } }>('POST', '/workflows', body)
    const planned = await scheduledRuns(original)
    await vi.waitFor(async () => expect(await scheduledRuns(original)).toBeGreaterThan(planned + 2), PATIENT)
    const statusOf = async (service: RunningService) =>
      (await service.call<{ status: string }>('GET', `/pipelines/${timed}`)).status
    await vi.waitFor(async () => expect(await statusOf(original)).toBe('completed'), PATIENT)
    expect(await listed()).toEqual(before)
    expect(await statusOf(copy)).not.toBe('completed')
    const [question] = await questionsOf(copy)
    const answer = () => copy.call('POST', `/interrupts/${question!.id}`, { value: 'Fine' })
    const paused = { code: 'NOT_READY', error: refused.error }
    expect(await answer()).toMatchObject(paused)
    expect(await (await hook()).json()).toMatchObject(paused)
    expect(await copy.call('POST', `/interrupts/${question!.id}/cancel`)).toMatchObject(paused)
    expect(await copy.call('POST', `/pipelines/${held}/resume`)).toMatchObject(paused)
    expect(await questionsOf(copy)).toMatchObject([{ id: question!.id, status: 'pending' }])

    const printed: string[] = []
    const code = await resumeCommand.run(['--url', copy.origin], {
      ...{ env: {}, note: () => {}, now: () => 0, interrupted: () => new AbortController().signal },
      print: (line) => void printed.push(line),
    })
    expect([code, printed]).toEqual([0, ['The service was resumed.']])
    expect(await copy.call('POST', '/system/resume')).toMatchObject({ data: { was_paused: false } })
    const { data: resumed } = await copy.call<{ data: unknown[] }>('GET', '/audit?action=service.resumed')
    expect(resumed).toMatchObject([{ outcome: 'done' }])
    expect((await hook()).status).toBe(202)
    expect(await answer()).toMatchObject({ data: { status: 'resolved' } })
    await copy.call('POST', `/pipelines/${held}/resume`)
    await vi.waitFor(async () => expect(await statusOf(copy)).toBe('completed'), PATIENT)
    for (const [workflow, count] of [
      ['scheduled', scheduledBefore],
      [saved.data.id, 0],
    ] as const)
      await vi.waitFor(async () => expect(await scheduledRuns(copy, workflow)).toBeGreaterThan(count), PATIENT)
    await copy.stop()
    const store = await openStore({ database })
    expect(await readPaused(store.keyValues)).toBe(false)
    await store.close()
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})
