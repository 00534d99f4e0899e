/** A whole cluster on this machine: Postgres, Restate, HAProxy, API processes and workers. Everything ends with its parent. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { guardedFolder } from '@millrace/cluster/testing/guarded-process'
import { type RestateServer, startRestate } from '@millrace/cluster/testing/restate-server'
import { type PostgresServer, startPostgres } from '@millrace/store/testing/postgres-server'
import { poll } from '../crash-service.ts'
import { type Haproxy, startHaproxy } from './haproxy.ts'
import { type ClusterLayout, freeLayout } from './layout.ts'
import { Member } from './member.ts'

export interface ClusterOptions {
  /** Two API processes and two workers on free ports unless given. */
  readonly layout?: ClusterLayout
  /** More settings of every process. */
  readonly flags?: readonly string[]
  /** More settings of the Restate server. */
  readonly restateSettings?: Readonly<Record<string, string>>
}

export interface Cluster extends AsyncDisposable {
  readonly layout: ClusterLayout
  /** Of the balancer in front of the API processes. */
  readonly origin: string
  /** The token of the admin. */
  readonly token: string
  /** The data folder that all processes share. */
  readonly folder: string
  readonly database: string
  readonly postgres: PostgresServer
  readonly restate: RestateServer
  readonly haproxy: Haproxy
  readonly apis: readonly Member[]
  readonly workers: readonly Member[]
  /** The end of what every process printed. */
  log(): string
}

const LOG_CHARACTERS = 3000
const REGISTERED_MS = 60_000

export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const layout = options.layout ?? (await freeLayout(2, 2))
  const [postgres, restate] = await Promise.all([
    startPostgres('newest', layout.postgres),
    startRestate({ ports: layout.restate, settings: options.restateSettings ?? {} }),
  ])
  const database = await postgres.freshDatabase()
  const folder = join(guardedFolder('cluster'), 'data')
  const members = membersOf({ layout, database, folder, identityKey: restate.identityKey, flags: options.flags ?? [] })
  const [first, ...others] = [...members.apis, ...members.workers]
  const haproxy = await startHaproxy(layout)
  // The first process creates the tables and the admin.
  await first?.start()
  await Promise.all(others.map((member) => member.start()))
  if (members.workers.length > 0) await untilRegistered(restate.admin)
  return {
    layout,
    origin: `http://127.0.0.1:${layout.balancer.api}`,
    token: readFileSync(join(folder, 'admin-token'), 'utf8').trim(),
    folder,
    database,
    postgres,
    restate,
    haproxy,
    ...members,
    log() {
      const named = [...members.apis, ...members.workers].map(({ name, output }) => [name, output] as const)
      return [...named, ['haproxy', haproxy.output()] as const, ['restate', restate.output()] as const]
        .map(([name, output]) => `--- ${name}\n${output.slice(-LOG_CHARACTERS)}`)
        .join('\n')
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...members.apis, ...members.workers].map((member) => member.kill()))
      await haproxy.kill()
      await Promise.all([restate.stop(), postgres.stop()])
    },
  }
}

/** Workers are ready before Restate knows them. It keeps requests only for services that it knows. */
async function untilRegistered(admin: string): Promise<void> {
  const isKnown = await poll(async () => (await fetch(`${admin}/services/Execution`)).ok || undefined, REGISTERED_MS)
  if (isKnown === undefined) throw new Error('Restate does not know the workers in time.')
}

interface Surroundings {
  readonly layout: ClusterLayout
  readonly database: string
  readonly folder: string
  readonly identityKey: string
  readonly flags: readonly string[]
}

function membersOf({ layout, database, folder, identityKey, flags }: Surroundings) {
  const shared = [
    ...['--engine', 'restate', '--database', database, '--data-dir', folder],
    ...['--restate-ingress', `http://127.0.0.1:${layout.restate.ingress}`],
    ...['--restate-admin', `http://127.0.0.1:${layout.restate.admin}`],
    ...['--restate-identity-key', identityKey],
    ...flags,
  ]
  const apis = layout.apis.map((port, at) => new Member(`api${at + 1}`, port, [...shared, '--role', 'api']))
  const workers = layout.workers.map(({ endpoint, http }, at) => {
    const own = ['--role', 'worker', '--worker-address', `127.0.0.1:${endpoint}`]
    const url = ['--worker-url', `http://127.0.0.1:${layout.balancer.workers}`]
    return new Member(`worker${at + 1}`, http, [...shared, ...own, ...url])
  })
  return { apis, workers }
}
