/** Prints the tables of docs/explanation/capacity.md and writes them there; `--measure` measures the constants first. */
import { readFile, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { busCost } from './cluster/bus-cost.ts'
import { capacityTables } from './cluster/capacity-tables.ts'
import type { Constants } from './cluster/constants.ts'
import { countMessages, databaseBytes, measuredCluster, STEPS } from './cluster/measured-cluster.ts'

const FILE = new URL('cluster/constants.json', import.meta.url)
const PAGE = new URL('../docs/explanation/capacity.md', import.meta.url)
const WORKERS = 2
const APIS = 2
/** The first executions of a process take twice the CPU time. */
const WARM_UP_MS = 30_000
const DURATION_MS = 15_000

if (process.argv.includes('--measure')) {
  await writeFile(FILE, `${JSON.stringify(await measureConstants(), null, 2)}\n`)
}
const constants = JSON.parse(await readFile(FILE, 'utf8')) as Constants
let page = await readFile(PAGE, 'utf8')
for (const [name, table] of Object.entries(capacityTables(constants))) {
  console.log(`${table}\n`)
  page = page.replace(
    new RegExp(`<!-- ${name} -->\\n(\\n\\|.*(\\n\\|.*)*\\n)?`),
    () => `<!-- ${name} -->\n\n${table}\n`,
  )
}
await writeFile(PAGE, page)
process.exit(0)

async function measureConstants(): Promise<Constants> {
  const bus = await busCost()
  await using system = await measuredCluster(WORKERS)
  await system.load({ durationMs: WARM_UP_MS })
  const { database } = system.cluster
  const bytesBefore = await databaseBytes(database)
  const counted = await countMessages(database)
  const found = await system.load({ durationMs: DURATION_MS })
  const messages = (await counted()) / found.executions
  const bytes = ((await databaseBytes(database)) - bytesBefore) / found.executions
  // Workers do not receive them; the counting connection does.
  const receivers = APIS + 1
  const ofBus = messages * (bus.postgresPerMessageUs + receivers * bus.postgresPerDeliveryUs)
  const { apiUs, workerUs, restateUs, balancerUs, postgresUs } = found
  return {
    measured: `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown CPU'}`,
    stepsPerExecution: STEPS,
    apiUs: Math.round(apiUs),
    workerUs: Math.round(workerUs),
    restateUs: Math.round(restateUs),
    balancerUs: Math.round(balancerUs),
    postgresUs: Math.round(Math.max(0, postgresUs - ofBus)),
    bytes: Math.round(bytes),
    messages: Number(messages.toFixed(2)),
    bus: {
      postgresPerMessageUs: Number(bus.postgresPerMessageUs.toFixed(1)),
      postgresPerDeliveryUs: Number(bus.postgresPerDeliveryUs.toFixed(1)),
      processPerDeliveryUs: Number(bus.processPerDeliveryUs.toFixed(1)),
    },
  }
}
