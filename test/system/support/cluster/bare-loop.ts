/** Restate, HAProxy and bare workers, without Millrace and Postgres. */
import { fileURLToPath } from 'node:url'
import { spawnGuarded } from '@millrace/cluster/testing/guarded-process'
import { startRestate } from '@millrace/cluster/testing/restate-server'
import { poll } from '../crash-service.ts'
import { startHaproxy } from './haproxy.ts'
import { freeLayout } from './layout.ts'

const PROGRAM = fileURLToPath(new URL('bare-worker.ts', import.meta.url))
const REGISTER_MS = 30_000

export interface BareLoop extends AsyncDisposable {
  /** Of the ingress; `POST /Bare/loop` with a JSON string runs ten steps. */
  readonly port: number
  readonly pids: { readonly workers: readonly number[]; readonly restate: number; readonly balancer: number }
}

export async function startBareLoop(workers: number): Promise<BareLoop> {
  const layout = await freeLayout(0, workers)
  const restate = await startRestate({ ports: layout.restate })
  const haproxy = await startHaproxy(layout)
  const started = layout.workers.map(({ endpoint, http }) =>
    spawnGuarded(process.execPath, [PROGRAM, String(endpoint), String(http), restate.identityKey], {
      RESTATE_LOGGING: 'ERROR',
    }),
  )
  await Promise.all(started.map((worker) => worker.printed(/^ready/m)))
  const uri = `http://127.0.0.1:${layout.balancer.workers}`
  const registered = await poll(() => register(restate.admin, uri), REGISTER_MS)
  if (registered === undefined)
    throw new Error(`The bare workers were not registered: ${haproxy.output().slice(-1000)}`)
  return {
    port: layout.restate.ingress,
    pids: { workers: started.map(({ pid }) => pid), restate: restate.pid, balancer: haproxy.pid },
    async [Symbol.asyncDispose]() {
      await Promise.all([haproxy.kill(), ...started.map((each) => each.stop('SIGKILL'))])
      await restate.stop()
    },
  }
}

async function register(admin: string, uri: string): Promise<true | undefined> {
  const response = await fetch(`${admin}/deployments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uri }),
  })
  await response.arrayBuffer()
  return response.ok ? true : undefined
}
