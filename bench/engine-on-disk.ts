/** The engine as the service runs it, on its own database file, without HTTP. */
import * as crypto from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Engine, type ExecutionState } from '@millrace/engine'
import { catalogueOf, compile, type Effects, type Graph, type Plan } from '@millrace/model'
import { loadBuiltInNodes } from '@millrace/nodes'
import { openStore, type Store } from '@millrace/store'
import { createRunner } from '../packages/service/src/executions/runner/node-runner.ts'
import { NO_TOOLS } from '../packages/service/src/executions/runner/tools/tool-box.ts'

export interface EngineOnDisk {
  readonly store: Store
  readonly engine: Engine
  readonly dir: string
  planOf(graph: Graph): Plan
  /** Starts a plan whose only step waits, and returns when it is suspended. */
  startWaiting(plan: Plan): Promise<string>
  /** Runs a plan to its end. */
  run(plan: Plan): Promise<void>
  close(): Promise<void>
}

/** Ids as in the service. */
const newId: () => string = (crypto as Partial<typeof crypto>).randomUUIDv7 ?? crypto.randomUUID

type Step = ExecutionState['steps'][number]

/** Whether the step waits for a time or a person. */
function isWaiting({ until, status }: Step): boolean {
  return until !== undefined || status === 'interrupted'
}

/** With a folder, its data stays there for a service to use. */
export async function engineOnDisk(effects: Partial<Effects> = {}, dataDir?: string): Promise<EngineOnDisk> {
  const dir = dataDir ?? mkdtempSync(join(tmpdir(), 'millrace-engine-'))
  const store = await openStore({ database: join(dir, 'millrace.db') })
  const definitions = await loadBuiltInNodes()
  const catalogue = catalogueOf(definitions)
  const ended = new Map<string, () => void>()
  const asleep = new Map<string, () => void>()
  const engine = new Engine({
    journal: store.journal,
    maxActive: 1000,
    clock: {
      now: () => Date.now(),
      at: (time, wake) => {
        const timer = setTimeout(wake, Math.max(0, time - Date.now()))
        timer.unref()
        return () => clearTimeout(timer)
      },
    },
    runner: createRunner({
      definitions: new Map(definitions.map((one) => [one.id, one])),
      configOf: (of) => ({
        config: ('tool' in of ? of.tool : of.record.plan.nodes[of.node])?.config ?? {},
        secrets: [],
      }),
      tools: NO_TOOLS,
      effectsFor: () => effects as Effects,
    }),
    onEvents: ({ record, state }) => {
      if ([...state.active].some(isWaiting)) asleep.get(record.id)?.()
      if (state.finishedAt === undefined || state.status === 'cancelled') return
      if (state.status !== 'completed') throw new Error(state.failure?.message)
      ended.get(record.id)?.()
      ended.delete(record.id)
    },
    onFault: (_, error) => {
      throw error
    },
  })
  const recordOf = (id: string, plan: Plan) => ({
    id,
    workflowId: '',
    createdAt: Date.now(),
    plan,
    secrets: null,
    depth: 0,
    about: {},
  })
  return {
    store,
    engine,
    dir,
    planOf: (graph) => compile(graph, catalogue),
    startWaiting: (plan) =>
      new Promise((resolve, reject) => {
        const id = newId()
        asleep.set(id, () => {
          asleep.delete(id)
          resolve(id)
        })
        engine.start(recordOf(id, plan), { inputs: {} }).catch(reject)
      }),
    run: (plan) =>
      new Promise((resolve, reject) => {
        const id = newId()
        ended.set(id, resolve)
        engine.start(recordOf(id, plan), { inputs: {} }).catch(reject)
      }),
    async close() {
      await engine.close()
      await store.close()
      if (dataDir === undefined) rmSync(dir, { recursive: true, force: true })
    },
  }
}
