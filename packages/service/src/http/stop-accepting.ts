/** The last moments of a server: it takes no new connections, and answers those that it has. */
import { type Server, Server as TcpServer } from 'node:net'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'

const LAST_REQUESTS_MS = 1_000
const LOOK_EVERY_MS = 10
/** Turns of the event loop that are spent on accepting; clients may connect faster than that. */
const MAX_TURNS = 2_000

/**
 * Closes the port, and leaves open connections a moment to send a request: it is answered, and its connection closed. To
 * close them at once would lose requests that are on their way.
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
 * Accepts the connections that the system has already made: it resets those that wait when the port is closed. A turn of
 * the event loop accepts one of them, so turns are taken until one accepts none.
 */
async function acceptWaiting(server: Server): Promise<void> {
  let accepted = 0
  const count = () => {
    accepted += 1
  }
  server.on('connection', count)
  for (let turns = 0, before = -1; before < accepted && turns < MAX_TURNS; turns++) {
    before = accepted
    // The first may come from the turn under way; a whole one lies between it and the second.
    await nextTurn()
    await nextTurn()
  }
  server.off('connection', count)
}
