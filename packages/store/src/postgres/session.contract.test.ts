/** What a server does with a dedicated connection whose machine has disappeared. */
import pg from 'pg'
import { expect, test } from 'vitest'
import { startPostgres } from '../testing/postgres-server.ts'
import { connectSession } from './session.ts'

/** What the socket of a connection has at the server; times in seconds. */
async function socketSettings(client: pg.Client): Promise<Record<string, number>> {
  const names = ['tcp_keepalives_idle', 'tcp_keepalives_interval', 'tcp_keepalives_count', 'tcp_user_timeout']
  const found: Record<string, number> = {}
  for (const name of names) {
    const { rows } = await client.query('SELECT setting, unit FROM pg_settings WHERE name = $1', [name])
    found[name] = Number(rows[0].setting) / (rows[0].unit === 'ms' ? 1000 : 1)
  }
  return found
}

// That the settings have this effect was measured between two network namespaces, where the client lost its address: the
// server released its locks after 26 seconds, and after 27 if it was sending a notification at that moment.
test.each(['oldest', 'newest'] as const)(
  'the %s server gets the settings to end a session within half a minute after its machine has disappeared',
  async (version) => {
    const server = await startPostgres(version)
    try {
      const url = await server.freshDatabase()
      const plain = new pg.Client(url)
      await plain.connect()
      const session = await connectSession(url)
      // The versions that docs/how-to/operating.md names.
      const { rows: versions } = await plain.query('SHOW server_version')
      expect(Number.parseInt(versions[0].server_version, 10)).toBe({ oldest: 13, newest: 18 }[version])
      const { rows } = await session.query('SELECT inet_client_addr() IS NOT NULL AS is_tcp')
      expect(rows).toEqual([{ is_tcp: true }])
      const settings = await socketSettings(session)
      const { tcp_keepalives_idle: idle = 0, tcp_keepalives_interval: interval = 0 } = settings
      const probing = idle + interval * (settings.tcp_keepalives_count ?? 0)
      expect(probing).toBeGreaterThan(0)
      expect(probing).toBeLessThanOrEqual(30)
      // Probes are sent on an idle connection only; this limits how long a reply stays unacknowledged.
      expect(settings.tcp_user_timeout).toBeGreaterThan(0)
      expect(settings.tcp_user_timeout).toBeLessThanOrEqual(30)
      // Not the settings of the server.
      expect(await socketSettings(plain)).not.toEqual(settings)
      await Promise.all([session.end(), plain.end()])
    } finally {
      await server.stop()
    }
  },
)
