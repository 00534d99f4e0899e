/** A worker of a cluster inside the process of a test. */
import type { EngineNeeds } from '@millrace/engine'
import type { Store } from '@millrace/store'
import { ClusterEngine } from '../cluster-engine.ts'
import type { ClusterEngineNeeds } from '../ports.ts'
import { registerDeployment } from '../register-deployment.ts'
import { startWorkerEndpoint } from '../worker-endpoint.ts'
import type { RestateServer } from './restate-server.ts'

export interface TestWorkerNeeds {
  readonly store: Store
  readonly restate: Pick<RestateServer, 'ingress' | 'admin' | 'identityKey'>
  /** `host:port` that Restate reaches it at. */
  readonly address: string
  readonly engine: Omit<EngineNeeds, 'journal'> & Pick<ClusterEngineNeeds, 'newId' | 'timing'>
}

export interface TestWorker {
  readonly engine: ClusterEngine
  /** Ends the worker without a warning. */
  kill(): Promise<void>
}

const VERSION = '1.0.0'

export async function startTestWorker({
  store,
  restate,
  address,
  engine: needs,
}: TestWorkerNeeds): Promise<TestWorker> {
  if (store.cluster === undefined) throw new Error('The store has no cluster part.')
  const engine = new ClusterEngine({
    ...needs,
    journal: store.journal,
    cluster: store.cluster,
    ingress: restate.ingress,
    isWorker: true,
  })
  const { identityKey } = restate
  const endpoint = await startWorkerEndpoint({ engine, address, identityKey, version: VERSION, now: needs.clock.now })
  await registerDeployment({
    admin: restate.admin,
    url: `http://${address}`,
    version: VERSION,
    signal: new AbortController().signal,
  })
  return {
    engine,
    async kill() {
      await endpoint.close()
      await engine.close()
    },
  }
}
