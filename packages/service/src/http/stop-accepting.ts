/** Stops accepting connections and serves the open ones. */
import { type Server, Server as TcpServer } from 'node:net'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'

const LAST_REQUESTS_MS = 1_000
const LOOK_EVERY_MS = 10
/** Maximum number of event-loop turns for accepting, because clients may connect faster than that. */
const MAX_TURNS = 2_000

/**
 * Closes the port, and gives open connections a short time to send a request, which is served before its connection
 * closes. Closing them immediately would lose requests that are already sent.
 */
export async function stopAccepting(server: Server): Promise<void> {
  await acceptWaiting(server)
  TcpServer.prototype.close.call(server)
  for (let waited = 0; waited < LAST_REQUESTS_MS; waited += LOOK_EVERY_MS) {
    const open = await new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count ?? 0)))
    if (open === 0) return
    await delay(LOOK_EVERY_MS)
  }
}

/**
 * Accepts the connections in the system's backlog, which closing the port would reset. A turn of the event loop accepts
 * one of them, so this continues until a turn accepts none.
 */
async function acceptWaiting(server: Server): Promise<void> {
  let accepted = 0
  const count = () => {
    accepted += 1
  }
  server.on('connection', count)
  for (let turns = 0, before = -1; before < accepted && turns < MAX_TURNS; turns++) {
    before = accepted
    // The first await may end within the current turn; after the second a full turn has passed.
    await nextTurn()
    await nextTurn()
  }
  server.off('connection', count)
}
