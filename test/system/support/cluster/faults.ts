/** What can happen to the processes of a cluster while it has load. Each returns when everything runs again. */
import type { Random } from '@millrace/engine/testing/random'
import { poll } from '../crash-service.ts'
import type { Cluster } from './cluster.ts'
import type { Member } from './member.ts'

export interface Scene {
  readonly cluster: Cluster
  readonly random: Random
  /** Resolves when clients have started that many more executions. */
  progress(starts: number): Promise<void>
  /** When a frozen worker was woken, and when it responded again, if there was one. */
  woken?: { readonly from: number; readonly to: number }
}

const SOME = 8
const NOTICED_MS = 30_000
const ENDED_MS = 60_000

/** Lines of the balancer. */
const WORKER_IS_DOWN = /Server workers\/\w+ is DOWN/g
const NO_API = /backend api has no server available/g

function oneOf(members: readonly Member[], random: Random): Member {
  const member = members[random.below(members.length)]
  if (member === undefined) throw new Error('The cluster has no such process.')
  return member
}

/** Ends a process without notice; the others continue alone for a while. */
async function killed(member: Member, { progress }: Scene): Promise<void> {
  await member.kill()
  await progress(SOME)
  await member.start()
}

export const FAULTS = {
  'kill a worker': (scene: Scene) => killed(oneOf(scene.cluster.workers, scene.random), scene),
  'kill an API process': (scene: Scene) => killed(oneOf(scene.cluster.apis, scene.random), scene),
  'kill all workers': async ({ cluster, progress }: Scene) => {
    await Promise.all(cluster.workers.map((worker) => worker.kill()))
    await progress(SOME)
    await Promise.all(cluster.workers.map((worker) => worker.start()))
  },
  'kill Restate': async ({ cluster: { restate }, progress }: Scene) => {
    await restate.kill()
    // Starts are accepted without Restate.
    await progress(SOME)
    await restate.restart()
  },
  'kill Postgres': async ({ cluster: { postgres } }: Scene) => {
    await postgres.kill()
    await postgres.restart()
  },
  'restart Postgres': async ({ cluster }: Scene) => {
    const { postgres } = cluster
    const marks = countOf(NO_API, cluster)
    await postgres.shutDown()
    await poll(() => countOf(NO_API, cluster) > marks || undefined, NOTICED_MS)
    await postgres.restart()
  },
  'kill the load balancer': async ({ cluster: { haproxy, origin } }: Scene) => {
    await haproxy.kill()
    // Executions that run continue, and Restate repeats requests whose connections were lost.
    haproxy.restart()
    const isBack = () =>
      fetch(`${origin}/livez`, { signal: AbortSignal.timeout(NOTICED_MS) }).then(
        ({ ok }) => ok || undefined,
        () => undefined,
      )
    await poll(isBack, NOTICED_MS)
  },
  'freeze a worker': async (scene: Scene) => {
    const { cluster, random, progress } = scene
    const worker = oneOf(cluster.workers, random)
    const marks = countOf(WORKER_IS_DOWN, cluster)
    worker.signal('SIGSTOP')
    await poll(() => countOf(WORKER_IS_DOWN, cluster) > marks || undefined, NOTICED_MS)
    await progress(SOME)
    const from = Date.now()
    worker.signal('SIGCONT')
    await worker.ready()
    scene.woken = { from, to: Date.now() }
  },
  'delete the data of Restate': async ({ cluster: { restate }, progress }: Scene) => {
    await restate.kill()
    restate.wipe()
    await progress(SOME)
    await restate.restart()
  },
  'restart every process except Postgres': async ({ cluster, progress }: Scene) => {
    const { haproxy, restate } = cluster
    await haproxy.reload()
    await progress(SOME)
    process.kill(restate.pid, 'SIGTERM')
    await poll(() => !isRunning(restate.pid) || undefined, ENDED_MS)
    await progress(SOME)
    await restate.restart()
    await progress(SOME)
    for (const member of [...cluster.apis, ...cluster.workers]) {
      await member.restart()
      await progress(SOME)
    }
  },
} as const

export type Fault = keyof typeof FAULTS

/** How often the balancer has printed something. */
function countOf(line: RegExp, { haproxy }: Cluster): number {
  return haproxy.output().match(line)?.length ?? 0
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
