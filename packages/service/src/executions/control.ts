/** Controls executions that exist: release, cancel, pause, resume. */
import type { ExecutionEngine } from '@millrace/engine'
import { type Catalogue, OPEN_EXECUTION_STATUSES, Problem, sameJson } from '@millrace/model'
import type { ExecutionStore } from '@millrace/store'
import { queueKeyOf } from '../platform/caller.ts'
import { refusePaused } from '../platform/pause.ts'
import type { Lifecycle } from '../platform/ports.ts'
import type { Vault } from '../platform/secrets.ts'
import { boundsOf, notesOn, refuseLargeInputs, separated } from './launch.ts'
import { refuseMisfits } from './launch-schema.ts'
import type { Lookup } from './lookup.ts'
import { refuseClosedRelease } from './origin.ts'
import { secretsOf } from './sealed-secrets.ts'
import type { PatternTestsFor } from './start.ts'
import type { StartOptions } from './start-options.ts'
import type { StuckExecutions } from './stuck.ts'

export interface ControlNeeds {
  readonly engine: ExecutionEngine
  readonly store: Pick<ExecutionStore, 'list'>
  readonly vault: Vault
  readonly catalogue: Catalogue
  readonly lookup: Pick<Lookup, 'known'>
  /** The size limit of a port value. */
  readonly maxValueBytes: number
  readonly patternTestsFor: PatternTestsFor
  readonly stuck: StuckExecutions
  readonly lifecycle: Pick<Lifecycle, 'isPaused'>
}

const CANCELLED_AT_ONCE = 100

export function createControl(needs: ControlNeeds) {
  const { engine, store, vault, catalogue, lookup, maxValueBytes, patternTestsFor, stuck, lifecycle } = needs
  const isOver = async (id: string) => (await lookup.known(id)).state.finishedAt !== undefined

  async function over(id: string): Promise<Problem> {
    const { state } = await lookup.known(id)
    const message = `The execution is ${state.finishedAt === undefined ? 'already running' : state.status}.`
    return new Problem('EXECUTION_OVER', { message })
  }

  return {
    /** Releases an execution that waits for its start. */
    async release(id: string, options: Pick<StartOptions, 'inputs' | 'timeoutMs' | 'maxSteps' | 'by'>): Promise<void> {
      refusePaused(lifecycle)
      const waiting = await lookup.known(id)
      const { record, state } = waiting
      const inputs = options.inputs ?? state.started?.inputs ?? {}
      await refuseLargeInputs(record.plan, inputs, maxValueBytes)
      const secrets = secretsOf(record, vault)
      if (options.inputs !== undefined) refuseClosedRelease(waiting, { ...options, secrets }, catalogue)
      const launch = separated(record.plan, { inputs, secrets }, catalogue)
      if (!sameJson(launch.secrets, secrets)) {
        throw new Problem('VALIDATION_ERROR', {
          message: 'Secrets can be set only when the execution is created, not at its start.',
        })
      }
      const { workflowId } = record
      const patternTests = patternTestsFor({ queueKey: queueKeyOf(options.by), workflowId })
      await refuseMisfits(record.plan, launch.inputs, patternTests)
      const notes = options.inputs === undefined ? [] : notesOn(record.plan, launch.inputs)
      if (state.root !== undefined || state.isQueued) throw await over(id)
      // Before the release: an execution without effects is over when the release is durable.
      await engine.note(id, notes)
      if (!(await engine.release(id, { ...boundsOf(options), ...(options.inputs && { inputs: launch.inputs }) }))) {
        throw await over(id)
      }
    },

    async cancel(id: string): Promise<void> {
      await lookup.known(id)
      // A stuck execution receives its cancellation only when it is driven again.
      const [isCancelled] = await Promise.all([engine.cancel(id), stuck.resume(id)])
      if (!isCancelled) throw await over(id)
    },

    /** Cancels all unfinished executions of a workflow. */
    async cancelOf(workflowId: string): Promise<void> {
      for (const status of OPEN_EXECUTION_STATUSES) {
        for (;;) {
          const { items } = await store.list({ workflowId, status, limit: CANCELLED_AT_ONCE, offset: 0 })
          const ended = await Promise.all(items.map(({ id }) => engine.cancel(id)))
          if (!ended.includes(true)) break
        }
      }
    },

    /** Pausing a paused execution or resuming a running one is not a conflict. */
    async pause(id: string): Promise<void> {
      if (!(await engine.pause(id)) && (await isOver(id))) throw await over(id)
    },

    async resume(id: string): Promise<void> {
      refusePaused(lifecycle)
      if (await stuck.resume(id)) return
      if (!(await engine.resume(id)) && (await isOver(id))) throw await over(id)
    },
  }
}
