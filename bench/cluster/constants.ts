/** Measured costs of a cluster, from which docs/explanation/capacity.md plans. `node bench/capacity.ts --measure` renews them. */
import type { BusCost } from './bus-cost.ts'

export interface Constants {
  /** When and where they were measured. */
  readonly measured: string
  /** CPU time per execution of `stepsPerExecution` pure steps, in microseconds. */
  readonly stepsPerExecution: number
  readonly apiUs: number
  readonly workerUs: number
  readonly restateUs: number
  readonly balancerUs: number
  /** Without the messages of the bus. */
  readonly postgresUs: number
  /** Rows and indexes that an execution leaves in Postgres. */
  readonly bytes: number
  /** Messages of the bus per execution. */
  readonly messages: number
  readonly bus: BusCost
}
