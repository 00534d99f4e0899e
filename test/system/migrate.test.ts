/** `millrace migrate`: a SQLite installation continues on Postgres, and back. */
import { execFile, spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openStore } from '@millrace/store'
import { type PostgresServer, startPostgres } from '@millrace/store/testing/postgres-server'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { freshFolder, killAll, run } from './program.ts'
import { CrashService, poll } from './support/crash-service.ts'
import { drawing } from './support/drawing.ts'
import { ASKED } from './support/people-load.ts'
import { startRecorder } from './support/recorder.ts'

const PROGRAM = fileURLToPath(new URL('../../dist/millrace.cjs', import.meta.url))
const ANSWER_MS = 60_000
const FLAGS = ['--egress-allow', '127.0.0.1']

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

let folder: string
afterEach(() => {
  killAll()
  rmSync(dirname(folder), { recursive: true, force: true })
})

/** The rows are four times as large as the heap of the command. */
const HEAP_MIB = 32
const ROW_BYTES = 2 ** 20
const ROWS = 130

const TIMED = drawing('timed', [{ id: 'sleep', type: 'delay', config: { seconds: 8 } }], '')

function calling(origin: string) {
  return drawing('calling', [{ id: 'get', type: 'http_request', config: { url: `${origin}/work?n=1` } }], '')
}

async function started(service: CrashService, workflow: string): Promise<string> {
  const { status, body } = await service.call('POST', `/workflows/${workflow}/execute`, {})
  expect([workflow, status]).toEqual([workflow, 202])
  return body.data.execution_id
}

async function statusOf(service: CrashService, id: string): Promise<string> {
  return (await service.call('GET', `/pipelines/${id}`)).body.status
}

const ended = (service: CrashService, id: string) =>
  poll(async () => {
    const status = await statusOf(service, id)
    return ['completed', 'failed', 'cancelled'].includes(status) ? status : undefined
  }, ANSWER_MS)

/** Resolves once the command has printed this, and kills it then. */
async function killedAt(args: readonly string[], line: RegExp): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += chunk
    if (line.test(text)) child.kill('SIGKILL')
  })
  return new Promise((resolve) => child.once('close', (_, signal) => resolve(signal)))
}

test('a question, a timer and an interrupted step continue on Postgres, with all documents and secrets, and back', async () => {
  let delay = 300_000
  await using recorder = await startRecorder(() => delay)
  folder = freshFolder()
  const embedded = new CrashService(folder, FLAGS)
  await embedded.start()
  for (const document of [ASKED, TIMED, calling(recorder.origin)])
    expect((await embedded.call('POST', '/workflows', document)).status).toBe(201)
  const compatible = { provider: 'openai_compatible', baseUrl: recorder.origin }
  const connection = { name: 'own', ...compatible, apiKey: 'sk-secret-of-the-test' }
  expect((await embedded.call('POST', '/connections', connection)).status).toBe(201)
  const { body: session } = await embedded.call('POST', '/workflows/asked/playground/sessions')
  const asked = await started(embedded, 'asked')
  const timed = await started(embedded, 'timed')
  const called = await started(embedded, 'calling')
  await poll(() => (recorder.calls.has(called) ? true : undefined), ANSWER_MS)
  const question = await poll(async () => {
    const { body } = await embedded.call('GET', '/interrupts?mine=false')
    return body.data[0]
  }, ANSWER_MS)
  const to = await server.freshDatabase()
  const migrate = ['migrate', '--from', folder, '--to', to]

  const held = await run(migrate)
  expect([held.code, held.stderr]).toEqual([1, expect.stringContaining('is in use by process')])
  await embedded.kill()
  delay = 0

  // Without --to the address is that of the environment.
  const planned = await run(['migrate', '--from', folder, '--dry-run'], { MILLRACE_DATABASE: to })
  expect([planned.code, planned.stderr]).toEqual([0, ''])
  expect(planned.stdout).toMatch(/^executions +3$/m)
  expect(planned.stdout).toContain('Nothing was copied')

  // Killed in the middle: a service refuses the copy, and the next run completes it.
  expect(await killedAt(migrate, /^Copying execution/m)).toBe('SIGKILL')
  const early = await run(['--port', '0', '--data-dir', folder, '--database', to])
  expect([early.code, early.stderr]).toEqual([1, expect.stringContaining('incomplete copy')])
  const moved = await run(migrate)
  expect([moved.code, moved.stderr]).toEqual([0, ''])
  expect(moved.stdout).toContain('Continuing an earlier copy.')
  expect(moved.stdout).toMatch(/^executions +3 +3 {2}[0-9a-f]{16}$/m)
  expect(moved.stdout).toContain('The copy is complete and equal to its source.')
  expect(moved.stdout).not.toContain('postgres:postgres')
  const again = await run(migrate)
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('is not empty')])

  const service = new CrashService(folder, FLAGS, to)
  await service.start()
  const answer = await service.call('POST', `/interrupts/${question.id}`, { value: 'this' })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  for (const id of [asked, timed, called]) expect([id, await ended(service, id)]).toEqual([id, 'completed'])
  expect((await service.call('GET', `/pipelines/${asked}`)).body.outputs).toEqual({ answer: 'this' })
  expect(recorder.calls.get(called)?.map(({ attempt }) => attempt)).toHaveLength(2)
  const listed = await service.call('GET', '/connections')
  expect(listed.body.data).toMatchObject([{ name: 'own' }])
  // The key was decrypted: only the answer of this server is not that of a model.
  const { body: tested } = await service.call('POST', `/connections/${listed.body.data[0].id}/test`)
  expect([tested.success, tested.data.code]).not.toEqual([true, 'MODEL_KEY_MISSING'])
  expect(tested.success).toBe(true)
  expect((await service.call('GET', `/playground/sessions/${session.data.id}`)).status).toBe(200)
  expect(await ended(service, await started(service, 'calling'))).toBe('completed')

  // And back: to a folder with the key, as a service with SQLite.
  const waiting = await started(service, 'asked')
  const open = await poll(async () => (await service.call('GET', '/interrupts?mine=false')).body.data[0], ANSWER_MS)
  const back = freshFolder()
  mkdirSync(join(back, 'files'), { recursive: true, mode: 0o700 })
  writeFileSync(join(back, 'files', 'a.txt'), 'kept')
  copyFileSync(join(folder, 'secret-key'), join(back, 'secret-key'))
  const busy = await run(['migrate', '--from', to, '--to', back])
  expect([busy.code, busy.stderr]).toEqual([1, expect.stringContaining('is in use by another service')])
  await service.kill()
  // Without --from the address is that of the environment.
  const reverse = ['migrate', '--to', back]
  expect((await run([...reverse, '--dry-run'], { MILLRACE_DATABASE: to })).stdout).toMatch(/^executions +5$/m)
  const returned = await run(reverse, { MILLRACE_DATABASE: to })
  expect([returned.code, returned.stderr]).toEqual([0, ''])
  expect(returned.stdout).toMatch(/^executions +5 +5 {2}[0-9a-f]{16}$/m)
  expect(returned.stdout).not.toContain('postgres:postgres')
  expect(readdirSync(back)).toEqual(expect.arrayContaining(['files', 'millrace.db', 'secret-key']))
  const twice = await run(reverse, { MILLRACE_DATABASE: to })
  expect([twice.code, twice.stderr]).toEqual([1, expect.stringContaining('millrace.db exists already')])
  const last = new CrashService(back, FLAGS)
  await last.start()
  const reply = await last.call('POST', `/interrupts/${open.id}`, { value: 'that' })
  expect([reply.status, reply.body.error]).toEqual([200, undefined])
  expect(await ended(last, waiting)).toBe('completed')
  expect((await last.call('GET', `/pipelines/${asked}`)).body.outputs).toEqual({ answer: 'this' })
  const { body: kept } = await last.call('POST', `/connections/${listed.body.data[0].id}/test`)
  expect(kept.success).toBe(true)
  rmSync(dirname(back), { recursive: true, force: true })
})

test('copies a database that is many times larger than the memory of the command', async () => {
  folder = freshFolder()
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'millrace.db')
  await (await openStore({ database: file })).close()
  const database = new DatabaseSync(file)
  const insert = database.prepare("INSERT INTO key_values (namespace, key, value) VALUES ('filling', ?, ?)")
  database.exec('PRAGMA synchronous = OFF; BEGIN')
  for (let n = 0; n < ROWS; n++) insert.run(String(n), JSON.stringify(`${n} ${'x'.repeat(ROW_BYTES)}`))
  database.exec('COMMIT')
  database.close()
  const limited = (args: readonly string[]) => {
    const command = [`--max-old-space-size=${HEAP_MIB}`, PROGRAM, ...args]
    return promisify(execFile)(process.execPath, command, { env: { PATH: process.env.PATH } })
  }
  const to = await server.freshDatabase()
  const moved = await limited(['migrate', '--from', folder, '--to', to])
  expect(moved.stdout).toMatch(new RegExp(`^key_values +${ROWS} +${ROWS} `, 'm'))
})

/** Changes every value that is inserted; the table does not exist yet, because a copy needs an empty database. */
const SPOILED = `
  CREATE FUNCTION spoil_row() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.value := '"other"'; RETURN NEW; END $$;
  CREATE FUNCTION add_trigger() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
    IF to_regclass('key_values') IS NULL OR EXISTS (SELECT FROM pg_trigger WHERE tgname = 'spoiled') THEN RETURN; END IF;
    CREATE TRIGGER spoiled BEFORE INSERT ON key_values FOR EACH ROW EXECUTE FUNCTION spoil_row();
  END $$;
  CREATE EVENT TRIGGER on_table ON ddl_command_end WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION add_trigger()`

test('exits with code 1 and the first difference if the copy differs from its source', async () => {
  folder = freshFolder()
  const store = await openStore({ database: join(folder, 'millrace.db') })
  await store.keyValues.set('some', 'key', 'value')
  await store.close()
  const to = await server.freshDatabase()
  const client = new pg.Client({ connectionString: to })
  await client.connect()
  await client.query(SPOILED)
  await client.end()
  const { code, stdout, stderr } = await run(['migrate', '--from', folder, '--to', to])
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^millrace: The copy differs from its source: key_values .* has another value\..*\n$/),
  ])
  expect(stdout).toMatch(/^key_values +1 +1 {2}[0-9a-f]{16} is not [0-9a-f]{16}$/m)
  const started = await run(['--port', '0', '--data-dir', folder, '--database', to])
  expect([started.code, started.stderr]).toEqual([1, expect.stringContaining('incomplete copy')])
})

test.each([
  [['migrate'], 'Usage: millrace migrate --from DIR --to postgres://…'],
  [['migrate', '--from', '/nowhere', '--to', 'postgres://h/n'], '/nowhere does not contain a database'],
  [['migrate', '--from', '.', '--to', 'file.db'], 'Usage: millrace migrate'],
  [['migrate', '--from', 'postgres://h/n', '--to', 'postgres://h/m'], 'Usage: millrace migrate'],
])('reports an error in one line: %j', async (args, message) => {
  folder = freshFolder()
  const { code, stderr } = await run(args)
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^millrace: .*\n$/)])
  expect(stderr).toContain(message)
})
