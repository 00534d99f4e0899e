/** HAProxy in front of the workers and of the API processes, with deploy/haproxy.cfg on the ports of a layout. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type GuardedProcess, guardedFolder, spawnGuarded } from '@millrace/cluster/testing/guarded-process'
import { poll } from '../crash-service.ts'
import { type ClusterLayout, FIXED_LAYOUT } from './layout.ts'

const FILE = fileURLToPath(new URL('../../../../deploy/haproxy.cfg', import.meta.url))
/** Lines that the new and the old forwarding process cause during a reload. */
const [LOADED, STOPPED] = ['Loading success', 'Proxy api stopped'] as const
const RELOADED_MS = 30_000

/** The configuration of deploy/ with other ports and any number of processes. */
export function haproxyConfig(layout: ClusterLayout): string {
  const shown = readFileSync(FILE, 'utf8')
  const { balancer, apis, workers } = FIXED_LAYOUT
  const [api = 0] = apis
  const [worker = { endpoint: 0, http: 0 }] = workers
  const lines = shown.split('\n').flatMap((line) => {
    if (!line.startsWith('  server ')) return [line]
    if (line.includes(`:${api}`)) {
      return layout.apis.map((port, at) => line.replace('api1', `api${at + 1}`).replace(String(api), String(port)))
    }
    if (!line.includes(`:${worker.endpoint}`)) return []
    return layout.workers.map(({ endpoint, http }, at) =>
      line
        .replace('worker1', `worker${at + 1}`)
        .replace(String(worker.endpoint), String(endpoint))
        .replace(String(worker.http), String(http)),
    )
  })
  return lines
    .join('\n')
    .replace(`:${balancer.api}\n`, `:${layout.balancer.api}\n`)
    .replace(`:${balancer.workers} `, `:${layout.balancer.workers} `)
}

export interface Haproxy {
  /** Of the process that forwards the requests, a child of the one that is signalled. */
  readonly pid: number
  /** Everything that it and its predecessors have printed. */
  output(): string
  /** Ends it without notice. */
  kill(): Promise<void>
  /** Starts it again with the same configuration. */
  restart(): void
  /** Replaces the forwarding process as `systemctl reload haproxy` does, and waits until only the new one accepts connections. */
  reload(): Promise<void>
}

export async function startHaproxy(layout: ClusterLayout): Promise<Haproxy> {
  const file = join(guardedFolder('haproxy'), 'haproxy.cfg')
  writeFileSync(file, haproxyConfig(layout))
  const launch = () => spawnGuarded('haproxy', ['-W', '-db', '-f', file])
  let running: GuardedProcess = launch()
  let earlier = ''
  const count = (text: string) => running.output().split(text).length
  return {
    get pid() {
      const { pid } = running
      return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').at(-1))
    },
    output: () => earlier + running.output(),
    async kill() {
      await running.stop('SIGKILL')
    },
    restart() {
      earlier += running.output()
      running = launch()
    },
    async reload() {
      const [loaded, stopped] = [count(LOADED), count(STOPPED)]
      running.signal('SIGUSR2')
      const hasReloaded = () => (count(LOADED) > loaded && count(STOPPED) > stopped) || undefined
      const isReloaded = await poll(hasReloaded, RELOADED_MS)
      if (isReloaded === undefined) throw new Error(`HAProxy has not reloaded: ${running.output().slice(-1000)}`)
    },
  }
}
