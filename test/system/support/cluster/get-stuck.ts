/** Lets Restate pause the invocation that drives an execution, as it does after too many failed attempts. */
import { poll } from '../crash-service.ts'
import type { Cluster } from './cluster.ts'

const WAIT_MS = 60_000

/** Call it while no worker runs; resolves when the invocation is paused. */
export async function pauseInvocationOf({ restate: { admin } }: Pick<Cluster, 'restate'>, id: string): Promise<void> {
  const select = async (statuses: string) => {
    const query = `select id from sys_invocation where target_service_key = '${id}' and status in (${statuses})`
    const response = await fetch(`${admin}/query`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ query }),
    })
    const { rows } = (await response.json()) as { rows: { id: string }[] }
    return rows[0]?.id
  }
  const invocation = await poll(() => select("'backing-off', 'running'"), WAIT_MS)
  await fetch(`${admin}/invocations/${invocation}/pause`, { method: 'PATCH' })
  await poll(() => select("'paused'"), WAIT_MS)
}
