/** The engine as the service runs it, on a database file of its own, without HTTP in between. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Engine } from '@millrace/engine'
import { catalogueOf, compile, type Effects, type Graph, type Plan } from '@millrace/model'
import { loadBuiltInNodes } from '@millrace/nodes'
import { openStore, type Store } from '@millrace/store'
import { createRunner } from '../packages/service/src/running/node-runner.ts'

export interface EngineOnDisk {
  readonly store: Store
  readonly engine: Engine
  readonly dir: string
  planOf(graph: Graph): Plan
  /** Starts a plan whose only step waits, and lets it fall asleep. */
  startWaiting(plan: Plan): Promise<string>
  /** Runs a plan to its end. */
  run(plan: Plan): Promise<void>
  close(): Promise<void>
}

export async function engineOnDisk(effects: Partial<Effects> = {}): Promise<EngineOnDisk> {
  const dir = mkdtempSync(join(tmpdir(), 'millrace-engine-'))
  const store = await openStore({ database: join(dir, 'bench.db') })
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
      configOf: ({ record, node }) => ({ config: record.plan.nodes[node]?.config ?? {}, secrets: [] }),
      effectsFor: () => effects as Effects,
    }),
    onEvents: ({ record, state }) => {
      state.touched.clear()
      if ([...state.active].some((step) => step.until !== undefined)) asleep.get(record.id)?.()
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
        const id = crypto.randomUUID()
        asleep.set(id, () => {
          asleep.delete(id)
          resolve(id)
        })
        engine.start(recordOf(id, plan), { inputs: {} }).catch(reject)
      }),
    run: (plan) =>
      new Promise((resolve, reject) => {
        const id = crypto.randomUUID()
        ended.set(id, resolve)
        engine.start(recordOf(id, plan), { inputs: {} }).catch(reject)
      }),
    async close() {
      await engine.close()
      await store.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
