/** What the processes of each role do. A service without a cluster does everything. */
import type { Config } from './config.ts'

type WithRole = Pick<Config, 'cluster'>

/** Whether it serves the API and the page, and starts executions by schedules. */
export function servesApi({ cluster }: WithRole): boolean {
  return cluster?.role !== 'worker'
}

/** The operations of a worker: those for health checks. */
const WORKER_OPERATIONS = new Set(['getHealth', 'getLiveness', 'getReadiness'])

export function hasOperation(config: WithRole, operation: string): boolean {
  return servesApi(config) || WORKER_OPERATIONS.has(operation)
}
