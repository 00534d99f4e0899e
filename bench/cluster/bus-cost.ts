/** What a message between the processes of a cluster costs: Postgres delivers it to every process that listens. */
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { startPostgres } from '../../test/system/support/cluster/postgres.ts'
import { familyCpuUs } from './process-cpu.ts'

export interface BusCost {
  /** CPU of Postgres per NOTIFY statement. */
  readonly postgresPerMessageUs: number
  /** CPU of Postgres per process that receives it. */
  readonly postgresPerDeliveryUs: number
  /** CPU of the process that receives it. */
  readonly processPerDeliveryUs: number
}

const LISTENERS = 40
const MESSAGES = 3000
/** The size of a message with a few executions. */
const PAYLOAD = 'x'.repeat(400)

export async function busCost(): Promise<BusCost> {
  const server = await startPostgres()
  try {
    const url = await server.freshDatabase()
    const none = await measured(url, 0)
    const many = await measured(url, LISTENERS)
    return {
      postgresPerMessageUs: none.postgres,
      postgresPerDeliveryUs: (many.postgres - none.postgres) / LISTENERS,
      processPerDeliveryUs: (many.own - none.own) / LISTENERS,
    }
  } finally {
    await server.stop()
  }
}

/** CPU per message, in microseconds, with some listeners in this process. */
async function measured(url: string, listeners: number): Promise<{ postgres: number; own: number }> {
  const clients = await Promise.all(Array.from({ length: listeners }, () => connected(url)))
  const sender = await connected(url)
  const all = Promise.withResolvers<void>()
  let missing = listeners * MESSAGES
  if (missing === 0) all.resolve()
  for (const client of clients) {
    client.on('notification', () => {
      missing -= 1
      if (missing === 0) all.resolve()
    })
    await client.query('LISTEN bench')
  }
  const { rows } = await sender.query<{ file: string }>(
    "SELECT current_setting('data_directory') || '/postmaster.pid' AS file",
  )
  const pid = Number.parseInt(await readFile(rows[0]?.file ?? '', 'utf8'), 10)
  const [before, ownBefore] = [await familyCpuUs(pid), process.cpuUsage()]
  for (let sent = 0; sent < MESSAGES; sent++) {
    await sender.query({ name: 'notify', text: "SELECT pg_notify('bench', $1)", values: [PAYLOAD] })
  }
  await all.promise
  const own = process.cpuUsage(ownBefore)
  const spent = (await familyCpuUs(pid)) - before
  await Promise.all([...clients, sender].map((client) => client.end()))
  return { postgres: spent / MESSAGES, own: (own.user + own.system) / MESSAGES }
}

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return client
}
