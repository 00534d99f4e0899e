/** The tables of docs/explanation/capacity.md, from measured constants. */
import type { Constants } from './constants.ts'
import { costOfCall, type SimulatedCluster, simulate } from './simulation.ts'

const DAY_S = 86_400
/** The busiest second of a day against its average. */
const PEAK = 5
const DAILY = [
  ['a thousand', 1e3],
  ['a million', 1e6],
  ['a billion', 1e9],
] as const
const WORKERS = [10, 100, 1000]
const APIS = 4
/** Connections of one process: queries, the writer of the journal, the bus and the leader. */
export const CONNECTIONS_PER_PROCESS = 14

export interface CapacityTables {
  readonly costs: string
  readonly days: string
  readonly simulation: string
  readonly calls: string
}

export function capacityTables(constants: Constants): CapacityTables {
  return {
    costs: costTable(constants),
    days: dayTable(constants),
    simulation: simulationTable(constants),
    calls: callTable(constants),
  }
}

function costTable(constants: Constants): string {
  const { stepsPerExecution: steps } = constants
  const parts: [string, number][] = [
    ['API process', constants.apiUs],
    ['worker', constants.workerUs],
    ['Restate', constants.restateUs],
    ['Postgres', constants.postgresUs],
    ['HAProxy', constants.balancerUs],
  ]
  return table(
    ['Part', 'CPU per execution', 'CPU per step', 'steps a second of one core'],
    parts.map(([name, us]) => [name, `${count(us)} µs`, `${count(us / steps)} µs`, count((1e6 * steps) / us)]),
  )
}

function dayTable(constants: Constants): string {
  const { stepsPerExecution: steps } = constants
  return table(
    ['Steps a day', 'at the peak', 'API', 'workers', 'Restate', 'Postgres', 'Postgres grows by'],
    DAILY.map(([name, perDay]) => {
      const executions = (perDay / DAY_S / steps) * PEAK
      const cores = (us: number) => `${amount((executions * us) / 1e6)} cores`
      const { apiUs, workerUs, restateUs, postgresUs } = constants
      return [
        name,
        `${amount(executions * steps)}/s`,
        ...[apiUs, workerUs, restateUs, postgresUs].map(cores),
        `${bytes((perDay / steps) * constants.bytes)} a day`,
      ]
    }),
  )
}

function simulationTable(constants: Constants): string {
  const stepsPerSecond = (1e9 / DAY_S) * PEAK
  const rows = WORKERS.flatMap((workers) =>
    (['all', 'apis'] as const).map((receivers) => rowOf(constants, { workers, apis: APIS, stepsPerSecond, receivers })),
  )
  return table(
    [
      'Workers',
      'receivers',
      'statements',
      'deliveries',
      'bus in Postgres',
      'all of Postgres',
      'Restate',
      'one worker',
      'connections',
    ],
    rows,
  )
}

function callTable(constants: Constants): string {
  const executions = ((1e9 / DAY_S) * PEAK) / constants.stepsPerExecution
  const cores = (us: number) => `${amount((executions * us) / 1e6)} cores`
  return table(
    ['Workers', 'deliveries', 'Postgres per call', 'a call per 100 executions', 'a call per execution', 'if directed'],
    WORKERS.map((workers) => {
      const { deliveries, postgresUs, directedUs } = costOfCall(constants, { workers, apis: APIS })
      const perCall = `${count(postgresUs)} µs`
      return [count(workers), count(deliveries), perCall, cores(postgresUs / 100), cores(postgresUs), cores(directedUs)]
    }),
  )
}

function rowOf(constants: Constants, cluster: SimulatedCluster): string[] {
  const cost = simulate(constants, cluster)
  return [
    count(cluster.workers),
    cluster.receivers === 'all' ? 'all' : 'API only',
    `${count(cost.statements)}/s`,
    `${count(cost.deliveries)}/s`,
    `${amount(cost.busCores)} cores`,
    `${amount(cost.postgresCores)} cores`,
    `${amount(cost.restateCores)} cores`,
    `${amount(cost.workerCores)} cores`,
    count((cluster.workers + cluster.apis) * CONNECTIONS_PER_PROCESS),
  ]
}

/** A number with two significant digits. */
export function count(value: number): string {
  return Number(value.toPrecision(2)).toLocaleString('en')
}

function amount(value: number): string {
  if (value < 0.01) return 'under 0.01'
  return value < 10 ? String(Number(value.toPrecision(2))) : count(value)
}

function bytes(value: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, value)) / 3))
  return `${amount(value / 1000 ** power)} ${units[power]}`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return lines.join('\n')
}
