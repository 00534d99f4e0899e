/** Puts together what observes the service. Each part is loaded only if it is switched on. */
import type { Written } from '@millrace/engine'
import type { Store } from '@millrace/store'
import type { SandboxLoad } from './effects/sandbox/sandbox.ts'
import { accessLog } from './http/access-log.ts'
import type { Config } from './platform/config.ts'
import type { Observation } from './platform/observer.ts'
import type { Clock, Log } from './platform/ports.ts'
import { tracesUrlOf } from './platform/trace-context.ts'

export interface ObservationNeeds {
  readonly config: Config
  readonly log: Log
  readonly seconds: () => number
  readonly clock: Clock
}

/** The parts of the running service that are observed. */
export interface Observed {
  readonly store: Store
  onWritten(listener: (written: Written) => void): void
  sandboxLoad(): SandboxLoad
}

export interface OpenedObservation {
  readonly observation: Observation
  /** Starts to observe; disposing of the result stops it. */
  begin(observed: Observed): Promise<BegunObservation>
}

export interface BegunObservation extends AsyncDisposable {
  readonly metricsAddress: string | undefined
}

/** Undefined if nothing is observed. */
export async function openObservation({
  config,
  log,
  seconds,
  clock,
}: ObservationNeeds): Promise<OpenedObservation | undefined> {
  const metrics = config.metrics === undefined ? undefined : await loadMetrics(config, log)
  const tracesUrl = tracesUrlOf(config)
  const tracer = tracesUrl === undefined ? undefined : await loadTracer(tracesUrl)
  const observers = [...(metrics ? [metrics.metrics] : []), ...(config.accessLog ? [accessLog(log)] : [])]
  if (observers.length === 0 && tracer === undefined) return undefined
  return {
    observation: { seconds, observers },
    async begin({ store: { executions, interrupts, budgets }, onWritten, sandboxLoad }) {
      if (tracer !== undefined) onWritten(tracer.written)
      if (metrics !== undefined) onWritten(metrics.metrics.written)
      const listener = await metrics?.listen({ executions, interrupts, budgets, clock, sandbox: sandboxLoad })
      return {
        metricsAddress: listener?.address,
        async [Symbol.asyncDispose]() {
          await Promise.all([listener?.close(), tracer?.close()])
        },
      }
    },
  }
}

async function loadTracer(url: string) {
  const { Tracer } = await import('./traces/tracer.ts')
  return new Tracer(url)
}

async function loadMetrics(config: Config, log: Log) {
  const { openMetrics } = await import('./metrics/open-metrics.ts')
  return openMetrics(config, log)
}

/** Reports the time of every commit. */
export function commitTimer({ seconds, observers }: Observation) {
  return (changes: number) => {
    const start = seconds()
    return (isWritten: boolean): void => {
      const commit = { changes, seconds: seconds() - start, isWritten }
      for (const observer of observers) observer.journalCommitted?.(commit)
    }
  }
}
