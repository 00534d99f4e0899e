/** `kill -9` while people answer and chat: acknowledged actions survive, and no message or memory is duplicated. */
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Random } from '@millrace/engine/testing/random'
import { afterEach, expect, test, vi } from 'vitest'
import { freshFolder, killAll } from './program.ts'
import { CrashService, poll } from './support/crash-service.ts'
import { drawing } from './support/drawing.ts'
import { ASKED, CALLS, emptyMemory, type Load, person, settle, TALK, talk } from './support/people-load.ts'
import { askedAgain, conversation, verdict } from './support/people-verdict.ts'

const SEED = Number(process.env.CRASH_SEED ?? 1)
const SETTLE_MS = 120_000

let service: CrashService
afterEach(() => {
  killAll()
  rmSync(dirname(service.folder), { recursive: true, force: true })
})

/** A service with the workflows and empty sessions. */
async function world(sessions: number, random: Random): Promise<Load> {
  service = new CrashService(freshFolder(), ['--max-concurrent-executions', '20'])
  await service.start()
  const memory = emptyMemory()
  for (const document of [ASKED, TALK, CALLS]) {
    const { status, body } = await service.call('POST', '/workflows', document)
    expect([status, body.data?.machineName]).toEqual([201, document.name])
  }
  for (let count = 0; count < sessions; count++) memory.said.set(await begun(count % 3 === 0 ? 'calls' : 'talk'), [])
  return { service, memory, random, isOver: false }
}

async function begun(workflow: string): Promise<string> {
  const { status, body } = await service.call('POST', `/workflows/${workflow}/playground/sessions`)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.id
}

/** Kills it after a while, wherever it is by then, and starts it again. */
async function crash(load: Load, { people, ms }: { people: number; ms: number }): Promise<void> {
  load.isOver = false
  const before = kept(load)
  const all = Array.from({ length: people }, () => person(load))
  // On a busy machine little happens in the time given: each kill must have something to lose.
  await poll(async () => (kept(load) >= before + 2 ? true : undefined), SETTLE_MS)
  await new Promise((resolve) => setTimeout(resolve, ms))
  await service.kill()
  load.isOver = true
  await Promise.all(all)
  // Now and then it dies again while it starts.
  if (load.random.chance(0.3)) await service.startAndKill(load.random.below(900))
  await service.start()
}

/** Answers and messages that the service has promised to keep. */
function kept({ memory }: Load): number {
  const sent = [...memory.answers.values(), ...memory.said.values()].flat()
  return sent.filter(({ outcome }) => outcome === 'kept').length
}

/** Messages that are on disk without the execution that is to answer them. */
function unstarted(): number {
  const database = new DatabaseSync(join(service.folder, 'millrace.db'), { readOnly: true })
  const sql = 'SELECT count(*) AS gaps FROM turns WHERE execution_id NOT IN (SELECT id FROM executions)'
  try {
    return Number(database.prepare(sql).get()?.gaps)
  } finally {
    database.close()
  }
}

async function expectSound(load: Load): Promise<void> {
  expect(await settle(load, SETTLE_MS), service.log).toEqual([])
  expect(await verdict(service, load.memory)).toEqual([])
  expect(load.memory.violations).toEqual([])
  expect(service.faultsInFile()).toEqual([])
}

test(`people answer and talk through kills from seed ${SEED}: every promise holds, every question has one answer`, async () => {
  const random = new Random(SEED)
  const load = await world(6, random)
  for (let round = 0; round < 8; round++) {
    await crash(load, { people: 6, ms: 60 + random.below(500) })
    expect(await askedAgain(service, load.memory)).toEqual([])
  }
  await expectSound(load)
  // Something was promised; how much was refused or cut off is a matter of chance.
  expect(kept(load)).toBeGreaterThan(10)
})

test('killed between a message and the start of its execution: every message that was accepted is answered', async () => {
  const random = new Random(SEED)
  const load = await world(40, random)
  let gaps = 0
  // Chance decides where a kill falls; most of the time some messages are without an execution after one or two.
  for (let round = 0; round < 6 && (round < 2 || gaps === 0); round++) {
    const talking = [...load.memory.said.keys()].map((session) => talk(load, session))
    const all = Promise.allSettled(talking)
    await Promise.race(talking)
    await new Promise((resolve) => setTimeout(resolve, random.below(60)))
    await service.kill()
    await all
    gaps += unstarted()
    await service.start()
    expect(await settle(load, SETTLE_MS), service.log).toEqual([])
  }
  await expectSound(load)
})

test('a question whose deadline passes while the service is down expires at the next start', async () => {
  await world(0, new Random(SEED))
  const waits = { message: 'Still there?', expiresIn: 1 }
  const flows = [
    drawing(
      'defaulted',
      [
        { id: 'in', type: 'chat_input' },
        { id: 'ask', type: 'text_prompt', config: { ...waits, defaultAnswer: 'nobody' } },
        { id: 'out', type: 'chat_output' },
      ],
      'in.trigger -> ask.trigger\nask.text -> out.message',
    ),
    drawing('undecided', [{ id: 'ask', type: 'confirmation', config: waits }], ''),
  ]
  for (const flow of flows) expect((await service.call('POST', '/workflows', flow)).status).toBe(201)
  const session = await begun('defaulted')
  await service.call('POST', `/playground/sessions/${session}/messages`, { content: 'hello' })
  const { body } = await service.call('POST', '/workflows/undecided/execute')
  const id = body.data.execution_id
  const asked = async (status: string) => (await service.call('GET', `/interrupts?status=${status}`)).body.data
  expect(await poll(async () => ((await asked('pending')).length === 2 ? true : undefined), SETTLE_MS)).toBe(true)
  await service.kill()
  const killedAt = Date.now()
  await vi.waitUntil(() => Date.now() > killedAt + 1000, { timeout: 120_000 })
  await service.start()
  const isOver = async () => ((await asked('pending')).length === 0 ? true : undefined)
  expect(await poll(isOver, SETTLE_MS)).toBe(true)
  expect((await asked('cancelled')).map(({ reason }: { reason: string }) => reason)).toEqual(['expired', 'expired'])
  const ended = async () => {
    const { status, error_code } = (await service.call('GET', `/pipelines/${id}`)).body
    return status === 'running' ? undefined : [status, error_code]
  }
  expect(await poll(ended, SETTLE_MS)).toEqual(['failed', 'INTERRUPT_CANCELLED'])
  const idle = async () =>
    (await service.call('GET', `/playground/sessions/${session}`)).body.data.status === 'idle' ? true : undefined
  expect(await poll(idle, SETTLE_MS)).toBe(true)
  const [, question, reply] = await conversation(service, session)
  expect(question).toMatchObject({ status: 'completed', metadata: { reason: 'expired', response_value: null } })
  expect(reply).toMatchObject({ role: 'assistant', nodeId: 'out', content: 'nobody' })
})
