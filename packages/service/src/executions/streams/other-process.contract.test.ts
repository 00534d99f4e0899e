/**
 * Streams of a process that does not run the execution. Two services with an embedded engine each on one real Postgres
 * database: one runs everything, the other one serves the streams.
 */
import { type PostgresServer, startPostgres } from '@millrace/store/testing/postgres-server'
import { afterAll, describe } from 'vitest'
import { Talk } from '../../playground/testing/talk.ts'
import { otherProcessContract } from './testing/other-process-contract.ts'

let server: PostgresServer
let opened: Talk[] = []

afterAll(async () => {
  for (const talk of opened.reverse()) await talk[Symbol.asyncDispose]()
  opened = []
  await server.stop()
})

describe('the streams of another process', () => {
  otherProcessContract(async () => {
    server = await startPostgres()
    const database = await server.freshDatabase()
    const starts = await Talk.inCluster(database)
    const serves = await Talk.inCluster(database)
    opened = [starts, serves]
    return { database, starts, serves, drives: starts }
  })
})
