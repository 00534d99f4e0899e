/** The streams of an API process of a cluster: another API process starts the executions, and a worker runs them. */
import { freePorts } from '@millrace/cluster/testing/free-port'
import { type RestateServer, startRestate } from '@millrace/cluster/testing/restate-server'
import { type PostgresServer, startPostgres } from '@millrace/store/testing/postgres-server'
import { afterAll, describe, expect, vi } from 'vitest'
import { Talk } from '../../playground/testing/talk.ts'
import { otherProcessContract } from './testing/other-process-contract.ts'

const REGISTERED_MS = 60_000

let server: PostgresServer
let restate: RestateServer
const opened: Talk[] = []

afterAll(async () => {
  for (const talk of opened.reverse()) await talk[Symbol.asyncDispose]()
  await restate?.stop()
  await server?.stop()
})

describe('the streams of an API process', () => {
  otherProcessContract(async () => {
    ;[server, restate] = await Promise.all([startPostgres(), startRestate()])
    const database = await server.freshDatabase()
    const [port] = await freePorts(1)
    const common = ['--engine', 'restate', '--restate-ingress', restate.ingress, '--restate-admin', restate.admin]
    const worker = ['--worker-address', `127.0.0.1:${port}`, '--restate-identity-key', restate.identityKey]
    const starts = await Talk.inCluster(database, ...common, '--role', 'api')
    opened.push(starts)
    const serves = await Talk.inCluster(database, ...common, '--role', 'api')
    opened.push(serves)
    const drives = await Talk.inCluster(database, ...common, '--role', 'worker', ...worker)
    opened.push(drives)
    const { clusterState } = drives.client.service.services
    await vi.waitFor(() => expect(clusterState?.isRegistered()).toBe(true), { timeout: REGISTERED_MS })
    return { database, starts, serves, drives }
  })
})
