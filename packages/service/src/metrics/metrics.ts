/**
 * The metrics of the service in the format of Prometheus. Labels have few values: no metric has a label for a workflow, an
 * execution or a person. Loaded only with `--metrics`, because the library takes time and memory.
 */
import type { Written } from '@millrace/engine'
import { executionTriggerOf } from '@millrace/model'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type {
  EndedBackup,
  EndedRequest,
  JournalCommit,
  ModelExchange,
  MoveDirection,
  Observer,
} from '../platform/observer.ts'
import { BoundedNames } from './bounded-names.ts'
import type { Gauges } from './gauges.ts'

export interface MetricsNeeds {
  readonly version: string
  readonly build: string
}

/** Models beyond this number are counted as `other`: nodes may name any model. */
const MAX_MODELS = 100
/** The node types of a service are few, but custom ones may be replaced while executions of earlier ones continue. */
const MAX_NODE_TYPES = 500

const REQUEST_SECONDS = [0.005, 0.02, 0.1, 0.5, 2.5, 10, 60]
const STEP_SECONDS = [0.005, 0.025, 0.1, 0.5, 2.5, 10, 60, 300]
const EXECUTION_SECONDS = [0.1, 0.5, 2.5, 10, 60, 600, 3_600, 86_400]
const COMMIT_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5]
const MODEL_SECONDS = [0.25, 1, 2.5, 5, 10, 30, 60, 300]

export class Metrics implements Observer {
  readonly registry = new Registry()
  readonly #models = new BoundedNames(MAX_MODELS)
  readonly #types = new BoundedNames(MAX_NODE_TYPES)
  readonly #started = this.#counter('executions_started_total', 'Executions that were started.', ['trigger'])
  readonly #finished = this.#counter('executions_finished_total', 'Executions that have ended.', ['status'])
  readonly #executionSeconds = this.#histogram(
    'execution_duration_seconds',
    'Time from the creation of an execution to its end.',
    { labelNames: ['status'], buckets: EXECUTION_SECONDS },
  )
  readonly #steps = this.#counter('steps_total', 'Ended attempts of steps.', ['type', 'result'])
  readonly #stepSeconds = this.#histogram('step_duration_seconds', 'Time of an attempt of a step.', {
    labelNames: ['type'],
    buckets: STEP_SECONDS,
  })
  readonly #moved = this.#counter('steps_moved_total', 'Heavy steps that moved from or to another worker.', [
    'direction',
  ])
  readonly #commits = this.#histogram('journal_commit_seconds', 'Time of a commit of the journal.', {
    labelNames: ['result'],
    buckets: COMMIT_SECONDS,
  })
  readonly #changes = this.#counter('journal_changes_total', 'Changes of executions in the commits of the journal.', [])
  readonly #requests = this.#counter('http_requests_total', 'Ended requests.', ['operation', 'status'])
  readonly #requestSeconds = this.#histogram(
    'http_request_duration_seconds',
    'Time of a request, except streams and WebSockets.',
    { labelNames: ['operation'], buckets: REQUEST_SECONDS },
  )
  readonly #modelCalls = this.#counter('model_calls_total', 'Ended calls of models.', ['provider', 'model', 'result'])
  readonly #modelSeconds = this.#histogram('model_call_duration_seconds', 'Time of a call of a model.', {
    labelNames: ['provider', 'model'],
    buckets: MODEL_SECONDS,
  })
  readonly #tokens = this.#counter('model_tokens_total', 'Tokens of model calls.', ['provider', 'model', 'direction'])
  readonly #cost = this.#counter('model_cost_total', 'Cost of model calls of models with a price.', [
    'provider',
    'model',
  ])

  readonly #backups = this.#counter('backups_total', 'Scheduled backups that ended.', ['result'])
  readonly #lastBackup = new Gauge({
    name: 'millrace_last_backup_timestamp_seconds',
    help: 'Time of the last scheduled backup of this process that was written.',
    // Without a label the value would be 0 before the first backup.
    labelNames: ['result'],
    registers: [this.registry],
  })

  constructor({ version, build }: MetricsNeeds) {
    collectDefaultMetrics({ register: this.registry })
    const info = new Gauge({
      name: 'millrace_build_info',
      help: 'Always 1; the version is in the labels.',
      labelNames: ['version', 'build'],
      registers: [this.registry],
    })
    info.set({ version, build }, 1)
    // `increase` ignores the first value of a series: without a zero, the alerts would miss the first failure.
    for (const result of ['written', 'failed']) {
      this.#commits.zero({ result })
      this.#backups.inc({ result }, 0)
    }
  }

  /** Adds gauges that are read when the metrics are requested. */
  addGauges(gauges: Gauges): void {
    gauges.register(this.registry)
  }

  /** Counts the events of an execution. Executions that are part of another one are counted by their steps only. */
  readonly written = ({ record, events }: Written): void => {
    for (const event of events) {
      switch (event.type) {
        case 'started':
          if (!record.isUnlisted) this.#started.inc({ trigger: executionTriggerOf(record.about, record.parent) })
          break
        case 'finished':
          if (record.isUnlisted) break
          this.#finished.inc({ status: event.status })
          this.#executionSeconds.observe({ status: event.status }, Math.max(0, event.at - record.createdAt) / 1000)
          break
        case 'step-completed':
        case 'step-failed': {
          const type = this.#types.name(record.plan.nodes[event.node]?.type ?? '')
          this.#steps.inc({ type, result: resultOf(event) })
          this.#stepSeconds.observe({ type }, (event.ms ?? 0) / 1000)
          break
        }
      }
    }
  }

  readonly journalCommitted = ({ changes, seconds, isWritten }: JournalCommit): void => {
    this.#commits.observe({ result: isWritten ? 'written' : 'failed' }, seconds)
    if (isWritten) this.#changes.inc(changes)
  }

  readonly stepMoved = (direction: MoveDirection): void => this.#moved.inc({ direction })

  readonly backupEnded = ({ isWritten, at }: EndedBackup): void => {
    this.#backups.inc({ result: isWritten ? 'written' : 'failed' })
    if (isWritten) this.#lastBackup.set({ result: 'written' }, at / 1000)
  }

  readonly requestEnded = ({ operation = 'unknown', status, seconds, isStream }: EndedRequest): void => {
    this.#requests.inc({ operation, status: String(status) })
    if (!isStream) this.#requestSeconds.observe({ operation }, seconds)
  }

  readonly modelCallEnded = ({ provider, model: given, seconds, usage, cost, code }: ModelExchange): void => {
    const model = this.#models.name(given)
    this.#modelCalls.inc({ provider, model, result: code ?? 'ok' })
    this.#modelSeconds.observe({ provider, model }, seconds)
    if (usage === undefined) return
    this.#tokens.inc({ provider, model, direction: 'input' }, usage.inputTokens)
    this.#tokens.inc({ provider, model, direction: 'output' }, usage.outputTokens)
    if (cost !== undefined) this.#cost.inc({ provider, model }, cost)
  }

  #counter<const L extends string>(name: string, help: string, labelNames: readonly L[]): Counter<L> {
    return new Counter({ name: `millrace_${name}`, help, labelNames: [...labelNames], registers: [this.registry] })
  }

  #histogram<const L extends string>(
    name: string,
    help: string,
    { labelNames, buckets }: { readonly labelNames: readonly L[]; readonly buckets: number[] },
  ): Histogram<L> {
    const options = { name: `millrace_${name}`, help, labelNames: [...labelNames], buckets }
    return new Histogram({ ...options, registers: [this.registry] })
  }
}

/** A failed attempt that is followed by another one is a retry. */
function resultOf(event: { readonly type: string; readonly retryAt?: number }): string {
  if (event.type === 'step-completed') return 'completed'
  return event.retryAt === undefined ? 'failed' : 'retried'
}
