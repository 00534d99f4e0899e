/**
 * Simulates the messages between the processes of a cluster: executions arrive at random at each worker, each publishes
 * messages, and a process sends the messages that have gathered while its last statement was under way with the next one.
 * Postgres delivers every statement to every process, so this cost grows with the number of processes.
 */
import type { Constants } from './constants.ts'

export interface SimulatedCluster {
  readonly workers: number
  readonly apis: number
  readonly stepsPerSecond: number
  /** Processes that receive a message: all, or the API processes only. */
  readonly receivers: 'all' | 'apis'
}

export interface SimulatedCost {
  /** Statements with messages, per second. */
  readonly statements: number
  readonly deliveries: number
  /** Cores that each part is busy with. */
  readonly postgresCores: number
  readonly busCores: number
  readonly restateCores: number
  /** CPU of one worker: executions and received messages. */
  readonly workerCores: number
}

const SECONDS = 20
/** Between the first and the last message of an execution. */
const EXECUTION_MS = 20
/** From sending a statement to its answer, on a local network. */
const ROUND_TRIP_MS = 1

/** The same sequence each time, so that the page and its test agree (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Statements that one worker sends while its executions publish messages. */
function statementsOf(executionsPerSecond: number, messages: number, random: () => number): number {
  const published: number[] = []
  for (let now = gap(); now < SECONDS * 1000; now += gap()) {
    for (let message = 0; message < messages; message++) published.push(now + (EXECUTION_MS * message) / messages)
  }
  published.sort((a, b) => a - b)
  let [statements, freeAt] = [0, 0]
  for (let at = 0; at < published.length; statements++) {
    const sentAt = Math.max(published[at] ?? 0, freeAt)
    while (at < published.length && (published[at] ?? 0) <= sentAt) at++
    freeAt = sentAt + ROUND_TRIP_MS
  }
  return statements

  function gap(): number {
    return (-Math.log(1 - random()) / executionsPerSecond) * 1000
  }
}

export interface CallCost {
  /** Deliveries of a call and its reply. */
  readonly deliveries: number
  /** CPU of Postgres for both, in microseconds. */
  readonly postgresUs: number
  /** The same if each message was delivered to one process. */
  readonly directedUs: number
}

/** A call goes to every worker and its reply to every process. Each is a statement of its own: calls are rare. */
export function costOfCall(
  { bus }: Constants,
  { workers, apis }: Pick<SimulatedCluster, 'workers' | 'apis'>,
): CallCost {
  const deliveries = 2 * workers + apis
  const us = (delivered: number) => 2 * bus.postgresPerMessageUs + delivered * bus.postgresPerDeliveryUs
  return { deliveries, postgresUs: us(deliveries), directedUs: us(2) }
}

export function simulate(constants: Constants, cluster: SimulatedCluster): SimulatedCost {
  const { workers, apis, stepsPerSecond, receivers } = cluster
  const { bus, stepsPerExecution, messages } = constants
  const random = randomFrom(workers)
  const executions = stepsPerSecond / stepsPerExecution
  const perWorker = executions / workers
  let sent = 0
  for (let worker = 0; worker < workers; worker++) sent += statementsOf(perWorker, Math.round(messages), random)
  const statements = sent / SECONDS
  const deliveries = statements * (receivers === 'all' ? workers + apis : apis)
  const busCores = (statements * bus.postgresPerMessageUs + deliveries * bus.postgresPerDeliveryUs) / 1e6
  const received = receivers === 'all' ? statements : 0
  return {
    statements,
    deliveries,
    busCores,
    postgresCores: (executions * constants.postgresUs) / 1e6 + busCores,
    restateCores: (executions * constants.restateUs) / 1e6,
    workerCores: (perWorker * constants.workerUs + received * bus.processPerDeliveryUs) / 1e6,
  }
}
