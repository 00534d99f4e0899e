/** `kill -9` between a failure and its notifications: one run of the error workflow, and no event is lost. */
import { rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Webhook } from 'standardwebhooks'
import { afterEach, expect, test } from 'vitest'
import { freshFolder, killAll } from './program.ts'
import { CrashService, poll } from './support/crash-service.ts'
import { drawing } from './support/drawing.ts'

const PATIENCE_MS = 120_000
const RECIPIENTS = 16

const FAILS = [{ id: 'stock', type: 'fail', config: { message: 'There is no stock left.', code: 'NO_STOCK' } }]
const ALARM = drawing(
  'Alarm',
  [
    { id: 'failed', type: 'error_trigger' },
    { id: 'out', type: 'output', config: { name: 'error' } },
  ],
  'failed.failure -> out.value',
)

let service: CrashService
afterEach(() => {
  killAll()
  rmSync(dirname(service.folder), { recursive: true, force: true })
})

interface Sent {
  readonly id: string
  readonly execution: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly path: string
}

/** Records webhooks; responds only after `release`. */
async function startReceiver() {
  const sent: Sent[] = []
  const held = new Set<ServerResponse>()
  let isHolding = true
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const [{ headers, url: path = '' }, body] = [request, Buffer.concat(pieces).toString()]
    const { execution_id: execution } = JSON.parse(body).data
    sent.push({ id: String(headers['webhook-id']), execution, headers, body, path })
    if (isHolding) held.add(response)
    else response.writeHead(204).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    sent,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release() {
      isHolding = false
      for (const response of held) response.destroy()
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

async function created(path: string, body: object) {
  const answer = await service.call('POST', path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.data
}

async function failed(workflow: string): Promise<string> {
  const { body } = await service.call('POST', `/workflows/${workflow}/execute`)
  const id = body.data.execution_id
  const isOver = async () => ((await service.call('GET', `/pipelines/${id}`)).body.status === 'failed' ? id : undefined)
  return (await poll(isOver, PATIENCE_MS)) ?? 'not over'
}

const listed = async (path: string) => (await service.call('GET', path)).body.data
const starts = (status: string) => listed(`/subscriptions/error-workflow/deliveries?status=${status}`)

function withFile<T>(use: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(join(service.folder, 'millrace.db'))
  try {
    return use(database)
  } finally {
    database.close()
  }
}

/** Makes the starts of error workflows due in a hundred years. The service must be down. */
const holdStarts = () =>
  withFile((database) =>
    database.exec(`CREATE TRIGGER hold_starts AFTER INSERT ON deliveries WHEN NEW.subscription_id = 'error-workflow'
      BEGIN UPDATE deliveries SET due_at = ${Date.now() + 100 * 365 * 24 * 3600 * 1000} WHERE id = NEW.id; END`),
  )

/** Makes them due, and returns the failures that they are for. The service must be down. */
const releaseStarts = () =>
  withFile((database) => {
    database.exec('DROP TRIGGER hold_starts')
    const sql = `UPDATE deliveries SET due_at = 0 WHERE subscription_id = 'error-workflow' AND status = 0 RETURNING subject_id`
    return database
      .prepare(sql)
      .all()
      .map((row) => row.subject_id)
  })

test('killed between a failure and its notifications: one error workflow runs, and every webhook arrives with its id', async () => {
  await using receiver = await startReceiver()
  service = new CrashService(freshFolder(), ['--egress-allow', '127.0.0.1'])
  await service.start()
  const secrets = new Map<string, string>()
  for (let at = 0; at < RECIPIENTS; at++) {
    const fields = { events: ['execution.failed'], url: `${receiver.origin}/${at}` }
    secrets.set(`/${at}`, (await created('/subscriptions', fields)).secret)
  }
  const alarm = (await created('/workflows', ALARM)).id
  const runs = () => listed(`/executions?workflow_id=${alarm}`)
  await created('/workflows', { ...drawing('unwatched', FAILS, ''), config: { error_workflow: false } })
  await created('/workflows', { ...drawing('watched', FAILS, ''), config: { error_workflow: alarm } })
  await service.kill()
  holdStarts()
  await service.start()

  const first = await failed('unwatched')
  await poll(() => (receiver.sent.length === RECIPIENTS ? true : undefined), PATIENCE_MS)
  const second = await failed('watched')
  await service.kill()
  // That of the first is discarded once it is read: its workflow starts none.
  expect(releaseStarts()).toEqual([first, second])
  expect(receiver.sent.map(({ execution }) => execution)).toEqual(Array(RECIPIENTS).fill(first))
  receiver.release()

  await service.start()
  const [run] = (await poll(async () => ((await runs()).length > 0 ? runs() : undefined), PATIENCE_MS)) ?? []
  expect(run).toMatchObject({ trigger: 'error', started_by_id: second })
  // Once more, while the start may not be recorded in the outbox yet.
  await service.kill()
  await service.start()
  const settled = async () => ((await starts('pending')).length === 0 ? starts('delivered') : undefined)
  expect(await poll(settled, PATIENCE_MS)).toMatchObject([{ subjectId: second }])
  const outcome = async () => {
    const { status, outputs } = (await service.call('GET', `/pipelines/${run.id}`)).body
    return status === 'completed' ? outputs : undefined
  }
  expect(await poll(outcome, PATIENCE_MS)).toMatchObject({ error: { execution_id: second, code: 'NO_STOCK' } })
  expect(await runs()).toMatchObject([{ id: run.id }])

  const ids = (execution: string) =>
    new Set(receiver.sent.filter((one) => one.execution === execution).map(({ id }) => id))
  const repeated = () => receiver.sent.slice(RECIPIENTS).filter((one) => one.execution === first)
  const all = () =>
    (new Set(repeated().map(({ id }) => id)).size === RECIPIENTS && ids(second).size === RECIPIENTS) || undefined
  expect(await poll(all, PATIENCE_MS)).toBe(true)
  // The repetitions have the ids of the requests that were cut off.
  expect(ids(first).size).toBe(RECIPIENTS)
  for (const { id, headers, body, path } of receiver.sent) {
    const at = new Date(Number(headers['webhook-timestamp']) * 1000)
    expect(new Webhook(secrets.get(path) ?? '').sign(id, at, body)).toBe(headers['webhook-signature'])
  }
  expect(service.faultsInFile()).toEqual([])
})
