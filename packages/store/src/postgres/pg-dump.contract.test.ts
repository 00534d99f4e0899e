/** Dumps of the client programs of Postgres. */
import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openStore } from '../open-store.ts'
import { startPostgres } from '../testing/postgres-server.ts'

function majorOf(program: string): number | undefined {
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  return status === 0 ? Number(/ (\d+)/.exec(stdout)?.[1]) : undefined
}

/** Not every machine has the client programs. They refuse a newer server, and 17 writes a setting that 13 does not know. */
function serverFor(client: number | undefined): 'oldest' | 'newest' | undefined {
  if (client === undefined || client < 13 || client === 17 || majorOf('psql') !== client) return undefined
  return client > 17 ? 'newest' : 'oldest'
}

const version = serverFor(majorOf('pg_dump'))

test.skipIf(version === undefined)(
  'a dump of pg_dump from a database in use is restored to another one by psql',
  async () => {
    const server = await startPostgres(version)
    try {
      const [database, copy] = [await server.freshDatabase(), await server.freshDatabase()]
      await using open = new AsyncDisposableStack()
      const store = await openStore({ database })
      open.defer(() => store.close())
      await store.keyValues.set('some', 'key', 'välue')
      const command = 'set -o pipefail; pg_dump --no-owner "$1" | psql --quiet --set ON_ERROR_STOP=1 "$2"'
      await promisify(execFile)('bash', ['-c', command, 'dump', database, copy])
      const restored = await openStore({ database: copy })
      open.defer(() => restored.close())
      expect(await restored.keyValues.get('some', 'key')).toBe('välue')
      await restored.keyValues.set('some', 'other', 1)
    } finally {
      await server.stop()
    }
  },
)
