/** A locked, full, read-only, missing or broken database: clear errors, no lost promises, and other work continues. */
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test } from 'vitest'
import { killAll, run } from './program.ts'
import { type Answer, CrashService, poll } from './support/crash-service.ts'
import { stuck } from './support/crash-verdict.ts'
import { damage, damageIndex } from './support/damaged-file.ts'
import { startRecorder } from './support/recorder.ts'
import { canMount, fillDisk, type Place, smallDisk, temporaryPlace } from './support/trouble.ts'

const MOUNTS = canMount()
/** Root ignores the permissions of a folder; a disk mounted read-only stops root too. */
const IS_ROOT = process.getuid?.() === 0
const RECOVERY_MS = 120_000

afterEach(killAll)

/** Three calls in a row, so that executions are under way when the trouble comes. A POST must not be made twice. */
function slowWorkflow(origin: string) {
  const ids = ['a', 'b', 'c']
  return {
    name: 'slow',
    nodes: ids.map((id, at) => ({
      id,
      type: 'universalNode',
      position: { x: at * 100, y: 0 },
      data: {
        label: id,
        config: { method: 'POST', url: `${origin}/work?n=${at}` },
        metadata: { node_type_id: 'http_request' },
      },
    })),
    edges: [
      { id: 'e1', source: 'a', target: 'b', sourceHandle: 'a-output-trigger', targetHandle: 'b-input-trigger' },
      { id: 'e2', source: 'b', target: 'c', sourceHandle: 'b-output-trigger', targetHandle: 'c-input-trigger' },
    ],
  }
}

class Troubled {
  readonly service: CrashService
  readonly promised = new Set<string>()
  saves = 0

  constructor(place: Place) {
    this.service = new CrashService(join(place.folder, 'data'), ['--egress-allow', '127.0.0.1'])
  }

  get database(): string {
    return join(this.service.folder, 'millrace.db')
  }

  async begin(origin: string): Promise<void> {
    await this.service.start()
    const { status, body } = await this.service.call('POST', '/workflows', slowWorkflow(origin))
    expect(status, JSON.stringify(body)).toBe(201)
  }

  /** Starts one; what it answers must be a promise or a refusal in the common form. */
  async startOne(): Promise<Answer> {
    const answer = await this.service.call('POST', '/workflows/slow/execute')
    if (answer.status === 202) this.promised.add(answer.body.data.execution_id)
    else expectRefusal(answer)
    return answer
  }

  async save(): Promise<Answer> {
    const next = this.saves + 1
    const answer = await this.service.call('PUT', '/workflows/slow', { description: `save ${next}` })
    if (answer.status === 200) this.saves = next
    else expectRefusal(answer)
    return answer
  }

  /** The trouble is over: new work is taken, and everything that was promised is there and comes to its end. */
  async expectRecovered(): Promise<void> {
    const works = await poll(async () => ((await this.startOne()).status === 202 ? true : undefined), RECOVERY_MS)
    expect(works, 'takes work again').toBe(true)
    expect((await this.save()).status).toBe(200)
    expect(await stuck(this.service, RECOVERY_MS), this.service.log).toEqual([])
    await this.expectKept()
  }

  async expectKept(): Promise<void> {
    for (const id of this.promised) {
      const { status, body } = await this.service.call('GET', `/pipelines/${id}`)
      expect([status, body.status, body.error_code], id).toEqual([200, 'completed', undefined])
    }
    const { body } = await this.service.call('GET', '/workflows/slow')
    expect(body.data.description).toBe(`save ${this.saves}`)
    expect(this.service.faultsInFile()).toEqual([])
  }

  async restart(): Promise<void> {
    await this.service.kill()
    await this.service.start()
  }
}

function expectRefusal({ status, body, retryAfter }: Answer): void {
  expect([status, retryAfter]).toEqual([503, '5'])
  expect(body).toEqual({ success: false, error: expect.stringMatching(/^The (disk|database)/), code: 'NOT_READY' })
  expect(body.error, 'nothing from the inside').not.toMatch(/SQL|\.db|\bat /)
}

async function several(count: number, ask: () => Promise<Answer>): Promise<number[]> {
  return (await Promise.all(Array.from({ length: count }, ask))).map(({ status }) => status)
}

test('locked by another process for longer than the timeout: clear errors, then normal operation', async () => {
  await using recorder = await startRecorder(() => 300)
  using place = temporaryPlace()
  const troubled = new Troubled(place)
  await troubled.begin(recorder.origin)
  await several(5, () => troubled.startOne())
  const other = new DatabaseSync(troubled.database, { timeout: 5000 })
  try {
    other.exec('BEGIN EXCLUSIVE')
    const refused = await troubled.startOne()
    expect(refused.status).toBe(503)
    expect((await troubled.save()).status).toBe(503)
    expect((await troubled.service.call('GET', '/workflows/slow')).status).toBe(200)
    // The database answers reads, but it did not take the last write.
    const health = await troubled.service.call('GET', '/health')
    expect([health.status, health.body.error]).toEqual([
      503,
      expect.stringMatching(/^The database (is locked|does not)/),
    ])
  } finally {
    other.close()
  }
  expect((await troubled.service.call('GET', '/health')).status).toBe(200)
  await troubled.expectRecovered()
  await troubled.restart()
  await troubled.expectKept()
})

test('locked briefly: requests wait', async () => {
  await using recorder = await startRecorder(() => 20)
  using place = temporaryPlace()
  const troubled = new Troubled(place)
  await troubled.begin(recorder.origin)
  const other = new DatabaseSync(troubled.database, { timeout: 5000 })
  other.exec('BEGIN EXCLUSIVE')
  const unlocked = setTimeout(() => other.close(), 1500)
  try {
    expect(await several(3, () => troubled.startOne())).toEqual([202, 202, 202])
  } finally {
    clearTimeout(unlocked)
    if (other.isOpen) other.close()
  }
  await troubled.expectRecovered()
})

test.skipIf(!MOUNTS)('a full disk: writes fail clearly and work again once there is space', async () => {
  await using recorder = await startRecorder(() => 300)
  using place = smallDisk(24) ?? expect.fail('no disk')
  const troubled = new Troubled(place)
  await troubled.begin(recorder.origin)
  await several(5, () => troubled.startOne())
  const giveBack = fillDisk(place.folder)
  try {
    // What is left of the last page, and what the log has reserved, may still take a few.
    const full = await poll(async () => ((await troubled.startOne()).status === 503 ? true : undefined), RECOVERY_MS)
    expect(full, 'the disk is full').toBe(true)
    const health = await troubled.service.call('GET', '/health')
    expect([health.status, health.body.error]).toEqual([503, 'The disk of the database is full.'])
    expect((await troubled.service.call('GET', '/workflows/slow')).status).toBe(200)
    // Until the calls that are under way have been answered and their results cannot be written.
    await poll(() => ([...recorder.calls.values()].every((calls) => calls.length > 0) ? true : undefined), 3000)
  } finally {
    giveBack()
  }
  await troubled.expectRecovered()
  for (const [execution, calls] of recorder.calls) {
    const keys = calls.map(({ key }) => key)
    expect(keys, `${execution} called nothing twice`).toEqual([...new Set(keys)])
  }
  expect((await troubled.service.call('GET', '/health')).status).toBe(200)
  await troubled.restart()
  await troubled.expectKept()
})

test.skipIf(IS_ROOT && !MOUNTS)('a data folder that may not be written: one clear line, no start', async () => {
  using place = (MOUNTS ? smallDisk(4) : undefined) ?? temporaryPlace()
  const folder = join(place.folder, 'data')
  mkdirSync(folder, { mode: 0o500 })
  if (IS_ROOT) expect(place.makeReadOnly()).toBe(true)
  expectOneLine(await run(['--port', '0', '--data-dir', folder]), folder)
})

async function deleted(place: Place, origin: string): Promise<Troubled> {
  const troubled = new Troubled(place)
  await troubled.begin(origin)
  for (const end of ['', '-wal', '-shm']) rmSync(`${troubled.database}${end}`, { force: true })
  return troubled
}

test('the database deleted under the running service: it does not crash, and the next start makes a new one', async () => {
  await using recorder = await startRecorder(() => 20)
  using place = temporaryPlace()
  const { service } = await deleted(place, recorder.origin)
  for (let request = 0; request < 5; request++) {
    expect((await service.call('GET', '/workflows')).status).toBeLessThan(600)
    expect((await service.call('POST', '/workflows/slow/execute')).status).toBeLessThan(600)
  }
  await service.kill()
  await service.start()
  expect((await service.call('GET', '/workflows')).status).toBe(200)
  expect(service.faultsInFile()).toEqual([])
})

test('the database deleted under the running service: it promises nothing that it cannot keep', async () => {
  await using recorder = await startRecorder(() => 20)
  using place = temporaryPlace()
  const troubled = await deleted(place, recorder.origin)
  expectRefusal(await troubled.startOne())
  expectRefusal(await troubled.save())
  expect((await troubled.service.call('GET', '/health')).status).toBe(503)
})

test.each([
  ['no database at all', (file: string) => writeFileSync(file, 'This is not a database. '.repeat(500))],
  ['one whose first page is damaged', (file: string) => damage(file, 100, 3000)],
  ['one that was cut off', (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 5000))],
])('a file that is %s: one clear line, no start', async (_, spoil) => {
  using place = temporaryPlace()
  const service = new CrashService(join(place.folder, 'data'))
  const program = await service.start()
  await program.stop()
  const file = join(service.folder, 'millrace.db')
  spoil(file)
  const size = statSync(file).size
  expectOneLine(await run(['--port', '0', '--data-dir', service.folder]), service.folder)
  expect(statSync(file).size, 'left unchanged for repair').toBe(size)
})

test('a page damaged deep in the file: the service starts, logs what to do and reports itself unhealthy', async () => {
  using place = temporaryPlace()
  const service = new CrashService(join(place.folder, 'data'))
  const first = await service.start()
  for (let at = 0; at < 20; at++)
    await service.call('POST', '/workflows', { name: `Filler ${at}`, description: 'x'.repeat(900) })
  await first.stop()
  const file = join(service.folder, 'millrace.db')
  damageIndex(file)
  await service.start()
  const sick = async () => ((await service.call('GET', '/health')).status === 503 ? true : undefined)
  expect(await poll(sick, RECOVERY_MS)).toBe(true)
  const lines = service.log.split('\n').filter((line) => line.startsWith('{'))
  const errors = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 50)
  expect(errors.filter(({ msg }) => msg.startsWith('the database file is damaged: stop the service'))).toHaveLength(1)
  expect(errors.filter(({ msg }) => msg !== 'the database is unavailable')).toHaveLength(1)
  expect((await service.call('GET', '/health')).status).toBe(503)
})

function expectOneLine({ code, stderr }: { code: number | null; stderr: string }, folder: string): void {
  expect(stderr).toMatch(/^millrace: [^\n]+\n$/)
  expect(stderr).toContain(folder)
  expect(code).toBe(1)
}
