/**
 * A real Postgres with the real extension pgvector for tests: PGlite, which is Postgres in this process, behind a socket.
 *
 * PGlite has one session, but the driver opens several connections. So each connection has the session exclusively for
 * one transaction, and its prepared statements get a prefix.
 */
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { Mutex } from '../mutex.ts'
import type { Backend } from './backend.ts'

export interface PgvectorServer extends Backend {
  /** Runs SQL as the superuser, outside all connections. */
  run(text: string): Promise<void>
  /** Creates an empty database whose connections all have a user who may only create tables. */
  freshDatabaseOfPlainUser(): Promise<string>
  stop(): Promise<void>
}

const SSL_REQUEST = 80_877_103
const STARTUP_BYTES = 8
/** Messages after which the server responds: a query, and a sync. */
const ENDS = new Set(['Q', 'S'])
/** The offset of the name of a prepared statement in the messages that have one. */
const NAME_AT: Readonly<Record<string, (body: Buffer) => number | undefined>> = {
  P: () => 0,
  B: (body) => body.indexOf(0) + 1,
  D: (body) => (body[0] === 'S'.charCodeAt(0) ? 1 : undefined),
  C: (body) => (body[0] === 'S'.charCodeAt(0) ? 1 : undefined),
}

/** Starts the server; the caller stops it. Creating a database removes the previous one. */
export async function startPgvector(): Promise<PgvectorServer> {
  const database = await PGlite.create({ extensions: { vector } })
  const lock = new Mutex()
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('error', () => {})
    const gone = serve(socket, { database, lock, prefix: `c${connections}_` })
    void gone.finally(() => sockets.delete(socket))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = `postgres://postgres@127.0.0.1:${typeof address === 'object' && address?.port}/postgres`

  const run = (text: string) => lock.run(async () => void (await database.exec(text)))
  const freshDatabase = async () => {
    await run('SET SESSION AUTHORIZATION postgres')
    await run('DISCARD ALL')
    await run('DROP SCHEMA public CASCADE; DROP EXTENSION IF EXISTS vector CASCADE; CREATE SCHEMA public')
    return url
  }
  return {
    run,
    // PGlite has no other database to copy, so the store migrates this one.
    migratedDatabase: freshDatabase,
    freshDatabase,
    async freshDatabaseOfPlainUser() {
      await freshDatabase()
      await run(`DROP ROLE IF EXISTS plain; CREATE ROLE plain; GRANT CREATE, USAGE ON SCHEMA public TO plain;
        SET SESSION AUTHORIZATION plain`)
      return url
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await database.close()
    },
  }
}

interface Session {
  readonly database: PGlite
  readonly lock: Mutex
  readonly prefix: string
}

/** Serves one connection until it ends. */
async function serve(socket: Socket, session: Session): Promise<void> {
  const groups = groupsOf(socket, session.prefix)
  for (;;) {
    const first = await groups.next()
    if (first.done) return
    await session.lock.run(async () => {
      let status = await answer(socket, session.database, first.value)
      while (status !== 'I') {
        const next = await groups.next()
        if (next.done) return void (await session.database.exec('ROLLBACK'))
        status = await answer(socket, session.database, next.value)
      }
    })
  }
}

/** Responds to a group of messages and returns the transaction status after it. */
async function answer(socket: Socket, database: PGlite, group: readonly Buffer[]): Promise<string> {
  const responses: Uint8Array[] = []
  for (const message of group) responses.push(await database.execProtocolRaw(message))
  if (socket.writable) socket.write(Buffer.concat(responses))
  return String.fromCharCode(responses.at(-1)?.at(-1) ?? 0)
}

/** The messages of a connection, in groups that get one response. */
async function* groupsOf(socket: Socket, prefix: string): AsyncGenerator<Buffer[], void, void> {
  let group: Buffer[] = []
  for await (const message of messagesOf(socket)) {
    const type = String.fromCharCode(message[0] ?? 0)
    if (type === 'X') return
    group.push(withOwnName(message, type, prefix))
    if (!ENDS.has(type) && type !== '\0') continue
    yield group
    group = []
  }
}

/** Splits the stream into messages. The first message starts with its length, whose first byte is 0; others with a type. */
async function* messagesOf(socket: Socket): AsyncGenerator<Buffer, void, void> {
  let rest: Buffer = Buffer.alloc(0)
  try {
    for await (const piece of socket as AsyncIterable<Buffer>) {
      rest = Buffer.concat([rest, piece])
      for (;;) {
        const typeBytes = rest[0] === 0 ? 0 : 1
        if (rest.length < typeBytes + 4) break
        const length = typeBytes + rest.readInt32BE(typeBytes)
        if (rest.length < length) break
        const message = rest.subarray(0, length)
        rest = rest.subarray(length)
        if (typeBytes === 0 && length === STARTUP_BYTES && message.readInt32BE(4) === SSL_REQUEST) socket.write('N')
        else yield message
      }
    }
  } catch {
    // A broken connection has ended.
  }
}

function withOwnName(message: Buffer, type: string, prefix: string): Buffer {
  const body = message.subarray(5)
  const at = NAME_AT[type]?.(body)
  if (at === undefined || body[at] === 0) return message
  const named = Buffer.concat([message.subarray(0, 5 + at), Buffer.from(prefix), body.subarray(at)])
  named.writeInt32BE(named.length - 1, 1)
  return named
}
