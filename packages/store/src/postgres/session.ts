/** Dedicated connections: for locks, which belong to a connection, and for notifications. */
import pg from 'pg'
import { OWN_NAME } from './lock-holder.ts'

const CONNECT_TIMEOUT_MS = 5_000
/** A broken network sends no error, so the client asks the server regularly, more often than the server gives up. */
const HEARTBEAT_MS = 5_000

/**
 * A vanished client is detected within half a minute, which releases its locks. The server probes idle connections only, so
 * the last setting limits the time without an acknowledgement of what it has sent.
 */
const KEEPALIVE_SETTINGS =
  'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 4; SET tcp_user_timeout = 25000'

/** Opens a connection that the server shows under the given name. */
export async function connectSession(url: string, name = OWN_NAME): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: name,
  })
  // Without a listener a broken connection would end the process; the 'end' event follows.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(KEEPALIVE_SETTINGS)
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

/** Closes a connection that does not answer, which reports its loss. */
export function startHeartbeat(client: pg.Client): () => void {
  let isAnswered = true
  const timer = setInterval(() => {
    // With a pending query, this closes the socket without waiting for the server.
    if (!isAnswered) return void client.end().catch(() => {})
    isAnswered = false
    client.query('SELECT 1').then(
      () => {
        isAnswered = true
      },
      () => {},
    )
  }, HEARTBEAT_MS)
  timer.unref()
  return () => clearInterval(timer)
}
