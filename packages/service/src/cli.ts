/** The command line: starts the service, prints its address, and stops it on a signal. */
import { flushCompileCache } from 'node:module'
import type { AddressInfo } from 'node:net'
import { type Composed, compose, systemIds } from './compose.ts'
import { createApp } from './http/app.ts'
import { stopAccepting } from './http/stop-accepting.ts'
import { writeBackup } from './platform/backup.ts'
import { type BackupRequest, readBackup } from './platform/backup-command.ts'
import { type Config, helpText, processArguments, processConfig } from './platform/config.ts'
import { createLog } from './platform/log.ts'
import { readMigrate, runMigrate } from './platform/migrate-command.ts'
import { handleProcessFaults } from './platform/process-faults.ts'
import { releaseMemory } from './platform/release-memory.ts'
import { VERSION } from './platform/version.ts'
import { loadRoutes } from './routes.ts'
import { startStandby } from './standby.ts'

/** Time limit for running responses after the steps have ended. */
const RESPONSES_MS = 5_000
const FLUSH_AFTER_MS = 2_000
const RELEASE_MEMORY_AFTER_MS = 1_000

/** Runs the service; exits with code 1 and a one-line message if it cannot start. */
export async function main(): Promise<void> {
  try {
    const backup = readBackup(...processArguments())
    if (backup !== undefined) return await backUp(backup)
    const migration = readMigrate(...processArguments())
    if (migration !== undefined) return await runMigrate(migration, print)
    const config = processConfig()
    if (config === 'help') print(helpText())
    else await start(config)
  } catch (error) {
    process.stderr.write(`millrace: ${startProblem(error)}\n`)
    process.exit(1)
  }
}

async function backUp({ config, ...request }: BackupRequest): Promise<void> {
  const { file, bytes, files, key } = await writeBackup(config, request)
  print(`${file}: the database, ${bytes} bytes`)
  if (files !== null) print(`${files}: the files of nodes`)
  if (key !== null) print(`${key}: the key that decrypts its secrets; store it separately from the database`)
  else if (config.secretKey === undefined)
    print(`The secret key is not included: keep a copy of ${config.dataDir}/secret-key, or use --with-key`)
}

async function start(config: Config): Promise<void> {
  const log = createLog(config)
  let end = (): void => process.exit(1)
  handleProcessFaults(log, () => end())
  print(`Millrace ${VERSION}: opening ${config.dataDir} …`)
  const onWait = (holder: string) => print(`Standby: waiting for ${holder}, which uses the database`)
  const standby = config.standby ? await startStandby({ config, ids: systemIds, log, onWait }) : undefined
  if (standby) print(`Standby at ${originOf(config.host, standby.http.server.address() as AddressInfo)}`)
  const composing = compose(config, log, { onTaken: exitImmediately, ...standby?.lock })
  const [composed, routes] = await Promise.all([composing, loadRoutes()])
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
  standby?.end((signal) => stopWith(signal, 0))
  end = () => stopWith('uncaughtException', 1)
  print(`Listening on ${origin}${config.basePath}`)
  print(await invitation(composed, origin))
  // The process may be killed later; save the compiled code now so that the next start is faster.
  setTimeout(flushCompileCache, FLUSH_AFTER_MS).unref()
  setTimeout(releaseMemory, RELEASE_MEMORY_AFTER_MS).unref()
}

/** Exits without finishing running work: another service owns the database now. */
function exitImmediately(error: Error): void {
  process.stderr.write(`millrace: ${error.message}\n`)
  process.exit(1)
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
  await stopAccepting(app.server)
  const timer = setTimeout(() => app.server.closeAllConnections(), RESPONSES_MS)
  await app.close()
  clearTimeout(timer)
  await composed.close()
  composed.services.log.info({}, 'stopped')
}

/** A one-line message that states why the service did not start. */
function startProblem(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number }
  if (code === 'EADDRINUSE') return `Port ${port} of ${address} is in use; choose another with --port.`
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} of ${address} may not be used; choose another with --port.`
  return error.message
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
