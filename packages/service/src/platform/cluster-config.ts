/** Checks the settings of a process in a cluster, and derives the ones that depend on others. */
import { isPostgres } from '@millrace/store'
import { BadSetting } from './bad-setting.ts'
import type { CLUSTER_SETTINGS } from './cluster-settings.ts'
import { isLoopback } from './hosts.ts'
import type { HostAndPort } from './setting-values.ts'

type Settings = typeof CLUSTER_SETTINGS
export type Role = ReturnType<Settings['role']['parse']>

/** One process of a cluster; undefined in `Config` if the service runs alone. */
export interface ClusterConfig {
  readonly role: Role
  /** URLs of the Restate server. */
  readonly ingress: string
  readonly admin: string
  /** Where a worker listens for the Restate server. */
  readonly address: HostAndPort
  /** Where the Restate server reaches the workers. */
  readonly url: string
  readonly identityKey: string | undefined
}

export interface ClusterInput {
  readonly database: string
  readonly standby: boolean
  readonly engine: 'embedded' | 'restate'
  readonly role: Role
  readonly restateIngress?: string | undefined
  readonly restateAdmin?: string | undefined
  readonly workerAddress?: HostAndPort | undefined
  readonly workerUrl?: string | undefined
  readonly restateIdentityKey?: string | undefined
}

const DEFAULT_ADDRESS: HostAndPort = { host: '127.0.0.1', port: 9080 }

/** The flags that have no meaning in an embedded service. */
const CLUSTER_ONLY = {
  restateIngress: '--restate-ingress',
  restateAdmin: '--restate-admin',
  workerAddress: '--worker-address',
  workerUrl: '--worker-url',
  restateIdentityKey: '--restate-identity-key',
} as const

export function clusterConfig(input: ClusterInput): ClusterConfig | undefined {
  if (input.engine === 'embedded') {
    requireNoClusterSettings(input)
    return undefined
  }
  const { role, restateIngress: ingress, restateAdmin: admin, restateIdentityKey: identityKey } = input
  if (!isPostgres(input.database)) {
    throw new BadSetting('--engine restate requires --database postgres://…, which all processes share.')
  }
  if (ingress === undefined) throw new BadSetting('--engine restate requires --restate-ingress.')
  if (admin === undefined) throw new BadSetting('--engine restate requires --restate-admin.')
  if (input.standby) {
    throw new BadSetting('--standby is for --engine embedded; with --engine restate every process works.')
  }
  const address = input.workerAddress ?? DEFAULT_ADDRESS
  if (role !== 'api') requireSafeAddress(address, input)
  return { role, ingress, admin, address, url: input.workerUrl ?? urlOf(address), identityKey }
}

function requireNoClusterSettings(input: ClusterInput): void {
  if (input.role !== 'all') throw new BadSetting(`--role ${input.role} requires --engine restate.`)
  for (const [name, flag] of Object.entries(CLUSTER_ONLY)) {
    if (input[name as keyof typeof CLUSTER_ONLY] !== undefined) {
      throw new BadSetting(`${flag} requires --engine restate.`)
    }
  }
}

/** A worker trusts its requests, so it may listen beyond loopback only if it can check who sent them. */
function requireSafeAddress({ host, port }: HostAndPort, input: ClusterInput): void {
  const address = `--worker-address ${host}:${port}`
  if (!isLoopback(host) && input.restateIdentityKey === undefined) {
    throw new BadSetting(`${address} is not a loopback address and requires --restate-identity-key.`)
  }
  if (input.workerUrl !== undefined) return
  if (port === 0) throw new BadSetting(`${address} picks a free port and requires --worker-url.`)
  if (host === '0.0.0.0' || host === '::') {
    throw new BadSetting(`${address} is every address of this machine and requires --worker-url.`)
  }
}

function urlOf({ host, port }: HostAndPort): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
