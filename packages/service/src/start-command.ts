/** `millrace start`: starts the service, prints its address, and stops it on a signal. */
import { flushCompileCache } from 'node:module'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { type Composed, compose, systemIds } from './compose.ts'
import { createApp } from './http/app.ts'
import { stopAccepting } from './http/stop-accepting.ts'
import type { Command } from './platform/command.ts'
import { type Config, readConfig, settingRows } from './platform/config.ts'
import { createLog } from './platform/log.ts'
import { handleProcessFaults } from './platform/process-faults.ts'
import { releaseMemoryWhenIdle } from './platform/release-memory.ts'
import { hasOperation, servesApi } from './platform/roles.ts'
import { VERSION } from './platform/version.ts'
import { loadRoutes } from './routes.ts'
import { startStandby } from './standby.ts'

/** Time limit for running responses after the steps have ended. */
const RESPONSES_MS = 5_000
/** Longer than the time between two requests of a proxy for `/readyz`, which docs/how-to/standby.md limits to one second. */
const NOTICED_MS = 1_500
const FLUSH_AFTER_MS = 2_000
const RELEASE_MEMORY_AFTER_MS = 1_000

export const startCommand: Command = {
  name: 'start',
  usage: ['[start] [flags]'],
  summary: 'runs the service; the default',
  help: settingRows(),
  async run(args, { env, print }) {
    const config = readConfig(args, env)
    if (config !== 'help') await start(config, print)
    return 0
  },
}

async function start(config: Config, print: (line: string) => void): Promise<void> {
  const log = createLog(config)
  let end = (): void => process.exit(1)
  handleProcessFaults(log, () => end())
  print(`Millrace ${VERSION}: opening ${config.dataDir} …`)
  const onWait = (holder: string) => print(`Standby: waiting for ${holder}, which uses the database`)
  const standby = config.standby ? await startStandby({ config, ids: systemIds, log, onWait }) : undefined
  if (standby) print(`Standby at ${originOf(config.host, standby.http.server.address() as AddressInfo)}`)
  const composing = compose(config, log, { onTaken: exitImmediately, ...standby?.lock })
  const [composed, all] = await Promise.all([composing, loadRoutes()])
  const routes = all.filter(({ route }) => hasOperation(config, route.operation))
  const { services } = composed
  const ready = Promise.withResolvers<void>()
  const app = await createApp(services, { routes, ready: ready.promise, ...(standby && { http: standby.http }) })
  print(`${services.catalogue.types.size} node types, ${routes.length} operations`)
  if (!standby) await app.listen({ port: config.port, host: config.host })
  const origin = originOf(config.host, app.server.address() as AddressInfo)
  // After listening: a start that fails because the port is in use must not have run anything.
  await composed.begin()
  ready.resolve()
  const stopWith = stopOnSignal(composed, app)
  standby?.end(app.handle, (signal) => stopWith(signal, 0))
  end = () => stopWith('uncaughtException', 1)
  for (const line of await startLines(composed, origin)) print(line)
  // The process may be killed later; save the compiled code now so that the next start is faster.
  setTimeout(flushCompileCache, FLUSH_AFTER_MS).unref()
  releaseMemoryWhenIdle(RELEASE_MEMORY_AFTER_MS)
}

/** Exits without finishing running work: another service owns the database now. */
function exitImmediately(error: Error): void {
  process.stderr.write(`millrace: ${error.message}\n`)
  process.exit(1)
}

/** What the program prints when it is ready. */
async function startLines(composed: Composed, origin: string): Promise<readonly string[]> {
  const { config } = composed.services
  const { cluster } = config
  const worker =
    cluster === undefined || cluster.role === 'api'
      ? []
      : [`Worker: accepts requests of Restate at ${cluster.address.host}:${cluster.address.port}`]
  const metrics = composed.metricsAddress === undefined ? [] : [`Metrics at ${composed.metricsAddress}`]
  const paused = composed.services.lifecycle.isPaused
    ? ['Paused after a restore: nothing is started until an admin runs `millrace resume`']
    : []
  const own = [...worker, ...metrics, ...paused]
  if (!servesApi(config)) return [...own, `Listening on ${origin} (health checks only)`]
  const { publicUrl } = config
  const shown = publicUrl === undefined ? origin : publicUrl.origin + publicUrl.path
  return [...own, `Listening on ${origin}${config.basePath}`, await invitation(composed, shown)]
}

/** The address to open: with a one-time sign-in link, unless authentication is off. */
async function invitation({ services }: Composed, origin: string): Promise<string> {
  if (services.config.auth === 'none') return `Open ${origin}/`
  const admin = { id: 'admin', name: 'Admin', role: 'admin', via: 'link', tokenId: null, expiresAt: null } as const
  const { secret } = await services.auth.grants.create('link', admin)
  return [
    `Open ${origin}/sign-in?code=${secret}`,
    `The link works once, for 15 minutes. The admin token is in ${services.config.dataDir}/admin-token`,
  ].join('\n')
}

function originOf(host: string, { port }: AddressInfo): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** Waits until proxies send their requests to the standby, if there is one. */
async function handOver(composed: Composed): Promise<void> {
  if (!(await composed.handOver())) return
  // Both services are ready for a while, so that a proxy always finds one that is.
  await delay(NOTICED_MS)
  composed.leave()
  await delay(NOTICED_MS)
}

type App = Awaited<ReturnType<typeof createApp>>

/**
 * The first signal lets running responses finish; a second one exits immediately. The returned function stops for
 * another reason, with an exit code.
 */
function stopOnSignal(composed: Composed, app: App): (reason: string, exitCode: number) => void {
  const { log } = composed.services
  let isStopping = false
  const stopWith = (reason: string, exitCode: number) => {
    if (isStopping) process.exit(1)
    isStopping = true
    log.info({ signal: reason }, 'stopping')
    stop(composed, app).then(
      () => process.exit(exitCode),
      (error: unknown) => {
        log.error({ err: error }, 'could not stop cleanly')
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopWith(signal, 0))
  return stopWith
}

async function stop(composed: Composed, app: App): Promise<void> {
  await composed.drain()
  await handOver(composed)
  await stopAccepting(app.server)
  const timer = setTimeout(() => app.server.closeAllConnections(), RESPONSES_MS)
  await app.close()
  clearTimeout(timer)
  await composed.close()
  composed.services.log.info({}, 'stopped')
}
