/** The engine of a cluster on Postgres and a Restate server, with one worker at a time. */
import { randomUUID } from 'node:crypto'
import { engineContract } from '@millrace/engine/testing/engine-contract'
import { openStore, type Store } from '@millrace/store'
import { type PostgresServer, startPostgres } from '@millrace/store/testing/postgres-server'
import { afterAll, beforeAll, describe } from 'vitest'
import { freePorts } from './testing/free-port.ts'
import { type RestateServer, startRestate } from './testing/restate-server.ts'
import { startTestWorker, type TestWorkerNeeds } from './testing/test-worker.ts'

let server: PostgresServer
let restate: RestateServer
let store: Store
let worker: Omit<TestWorkerNeeds, 'engine'>

beforeAll(async () => {
  ;[server, restate] = await Promise.all([startPostgres(), startRestate()])
  store = await openStore({ database: await server.migratedDatabase(), cluster: true })
  const [port] = await freePorts(1)
  worker = { store, restate, address: `127.0.0.1:${port}` }
})

afterAll(async () => {
  await store.close()
  await restate.stop()
  await server.stop()
})

describe('the engine of a cluster', () => {
  engineContract(() => ({ open: (needs) => startTestWorker({ ...worker, engine: { ...needs, newId: randomUUID } }) }))
})
