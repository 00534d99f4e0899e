/** `npm run cluster`: a whole cluster on this machine for trying it out. Ctrl-C ends it and deletes its data. */
import { createServer } from 'node:net'
import { startCluster } from '../test/system/support/cluster/cluster.ts'
import { FIXED_LAYOUT, portsOf } from '../test/system/support/cluster/layout.ts'

const taken = await takenPorts(portsOf(FIXED_LAYOUT))
if (taken.length > 0) {
  console.error(`cluster: these ports are in use: ${taken.join(', ')}. End the programs that listen on them.`)
  process.exit(1)
}

console.log('Starting Postgres, Restate, HAProxy, two API processes and two workers …')
const cluster = await startCluster({ layout: FIXED_LAYOUT, flags: process.argv.slice(2) })
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

await new Promise((resolve) => {
  process.once('SIGINT', resolve)
  process.once('SIGTERM', resolve)
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
