/**
 * `npm run cluster [-- --free-ports] [-- flags of the processes]`: a whole cluster on this machine for trying it out, on
 * the ports of docs/scale.md or on free ones. Ctrl-C ends it and deletes its data.
 */
import { createServer } from 'node:net'
import { startCluster } from '../test/system/support/cluster/cluster.ts'
import { FIXED_LAYOUT, freeLayout, portsOf } from '../test/system/support/cluster/layout.ts'

const FREE_PORTS = '--free-ports'
const args = process.argv.slice(2)
const layout = args.includes(FREE_PORTS) ? await freeLayout(2, 2) : FIXED_LAYOUT
const taken = await takenPorts(portsOf(layout))
if (taken.length > 0) {
  const ports = taken.join(', ')
  console.error(
    `cluster: these ports are in use: ${ports}. End the programs that listen on them, or use ${FREE_PORTS}.`,
  )
  process.exit(1)
}

console.log('Starting Postgres, Restate, HAProxy, two API processes and two workers …')
const cluster = await startCluster({ layout, flags: args.filter((arg) => arg !== FREE_PORTS) })
const { apis, workers, restate, database, origin, token } = cluster
const rows = [
  ['Editor and API', `${origin} (HAProxy, both API processes)`],
  ['Admin token', token],
  ...[...apis, ...workers].map(({ name, origin: own, pid }) => [name, `${own} (pid ${pid})`]),
  ['Restate', `ingress ${restate.ingress}, admin ${restate.admin} (pid ${restate.pid})`],
  ['Identity key', restate.identityKey],
  ['Postgres', database],
  ['Data folder', cluster.folder],
]
for (const [name = '', text] of rows) console.log(`${name.padEnd(15)} ${text}`)
console.log('Press Ctrl-C to stop. All data of this cluster is deleted then.')

// Ctrl-C arrives twice, from the terminal and from npm; the second one must not end this process before it has cleaned up.
await new Promise((resolve) => {
  process.on('SIGINT', resolve)
  process.on('SIGTERM', resolve)
})
console.log('Stopping …')
await cluster[Symbol.asyncDispose]()
process.exit(0)

async function takenPorts(ports: readonly number[]): Promise<number[]> {
  const free = await Promise.all(ports.map(isFree))
  return ports.filter((_, at) => !free[at])
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
