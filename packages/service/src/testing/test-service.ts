/** A whole service without a socket: real in-memory database by default, real catalogue, real routes; fake clock and log. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROLES, type Role } from '@millrace/model'
import { openStore } from '@millrace/store'
import { loadCatalogue } from '../catalogue/catalogue.ts'
import { type Assembled, assemble, openCluster, systemIds, systemRandom } from '../compose.ts'
import { createApp } from '../http/app.ts'
import { ROUTE_VIOLATION } from '../http/dispatch.ts'
import type { LoadedRoute } from '../http/load-routes.ts'
import { type Config, readConfig } from '../platform/config.ts'
import type { Log, ServedCatalogue } from '../platform/ports.ts'
import { loadRoutes } from '../routes.ts'
import type { Services } from '../services.ts'
import { FakeClock } from './fake-clock.ts'
import { type InjectableApp, injectable } from './injectable.ts'

export interface TestOptions {
  /** As on the command line. */
  readonly flags?: readonly string[]
  /** Variables of the environment, for settings without a flag. */
  readonly env?: Readonly<Record<string, string>>
  /** Instead of all routes. */
  readonly routes?: readonly LoadedRoute<Services>[]
  /** As in the options of the application. */
  readonly silentConnectionMs?: number
  /** As one of several processes on a Postgres database; `--engine restate` makes it a process of a cluster. */
  readonly cluster?: boolean
}

export interface TestService extends AsyncDisposable {
  readonly app: InjectableApp
  readonly services: Services
  readonly assembled: Assembled
  readonly config: Config
  readonly clock: FakeClock
  /** The log lines. */
  readonly lines: readonly LoggedLine[]
  /** An API token for every role. */
  readonly tokens: Readonly<Record<Role, string>>
  /** The Authorization header of a role. */
  as(role: Role): { readonly authorization: string }
  /** Marks the service as stopping. */
  stop(): void
  /** Marks the service as paused after a restore. */
  pause(): void
}

export interface LoggedLine {
  readonly level: string
  readonly message: string
  readonly facts: Readonly<Record<string, unknown>>
}

const catalogues = new Map<string, Promise<ServedCatalogue>>()

/** Starts a service; `await using` closes it. */
export async function testService({
  flags = [],
  env = {},
  cluster = false,
  ...options
}: TestOptions = {}): Promise<TestService> {
  // A test must not write to its working folder.
  const dataDir = mkdtempSync(join(tmpdir(), 'millrace-test-'))
  const config = readConfig(['--database', ':memory:', '--data-dir', dataDir, ...flags], env)
  if (config === 'help') throw new Error('--help is not supported in tests')
  const clock = new FakeClock()
  const lines: LoggedLine[] = []
  const lifecycle = {
    startedAt: clock.now(),
    isStarting: false,
    isStopping: false,
    isPaused: false,
    async resume() {
      const wasPaused = lifecycle.isPaused
      lifecycle.isPaused = false
      return wasPaused
    },
  }
  const store = await openStore({ database: config.database, cluster })
  const log = logInto(lines)
  const clusterProcess = await openCluster({ config, store, clock, ids: systemIds, log })
  const assembled = assemble({
    config,
    log,
    clock,
    ids: systemIds,
    random: systemRandom,
    store,
    catalogue: await catalogueFor(config),
    keys: [config.secretKey ?? (cluster ? Buffer.alloc(32, 1) : systemRandom.bytes(32))],
    lifecycle,
    cluster: clusterProcess,
    clusterState: clusterProcess,
  })
  const { services } = assembled
  const routes = options.routes ?? (await loadRoutes())
  const app = injectable(await createApp(services, { checkReplies: true, ...options, routes }))
  const tokens = await tokensFor(services)
  await clusterProcess?.begin()
  if (clusterProcess?.isWorker) await assembled.engine.recover()
  return {
    app,
    services,
    assembled,
    config,
    clock,
    lines,
    tokens,
    as: (role) => ({ authorization: `Bearer ${tokens[role]}` }),
    stop() {
      lifecycle.isStopping = true
    },
    pause() {
      lifecycle.isPaused = true
    },
    async [Symbol.asyncDispose]() {
      await app.close()
      await assembled.close()
      await clusterProcess?.close()
      await store.close()
      rmSync(dataDir, { recursive: true, force: true })
      const broken = lines.filter(({ message }) => message === ROUTE_VIOLATION)
      if (broken.length > 0) throw new Error(broken.map(({ facts }) => facts.complaint).join('\n'))
    },
  }
}

/** Cached, because loading all node types takes a while and they do not change between tests. */
function catalogueFor(config: Config): Promise<ServedCatalogue> {
  const key = JSON.stringify([config.nodes, config.basePath, config.publicUrl])
  const catalogue = catalogues.get(key) ?? loadCatalogue(config)
  catalogues.set(key, catalogue)
  return catalogue
}

export function logInto(lines: LoggedLine[]): Log {
  const lineOf =
    (level: string): Log['info'] =>
    (facts, message) =>
      void lines.push({ level, message, facts })
  return { debug: lineOf('debug'), info: lineOf('info'), warn: lineOf('warn'), error: lineOf('error') }
}

async function tokensFor({ auth }: Services): Promise<Record<Role, string>> {
  const made = ROLES.map(async (role) => {
    const { secret } = await auth.tokens.create({ name: `${role} token`, role, createdBy: 'the test', expiresAt: null })
    return [role, secret] as const
  })
  return Object.fromEntries(await Promise.all(made)) as Record<Role, string>
}
