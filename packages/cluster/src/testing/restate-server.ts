/** A real Restate server on the loopback address, with the settings of deploy/restate/restate.toml. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePorts } from './free-port.ts'
import { type GuardedProcess, guardedFolder, spawnGuarded } from './guarded-process.ts'
import { createIdentityKey } from './identity-key.ts'
import { installRestate } from './install-restate.ts'

const SETTINGS = fileURLToPath(new URL('../../../../deploy/restate/restate.toml', import.meta.url))
const START_MS = 60_000
const POLL_MS = 20

export interface RestatePorts {
  readonly ingress: number
  readonly admin: number
  readonly node: number
}

export interface RestateOptions {
  /** Free ports unless given. */
  readonly ports?: RestatePorts
  /** More settings as environment variables, such as `RESTATE_WORKER__INVOKER__INACTIVITY_TIMEOUT`. */
  readonly settings?: Readonly<Record<string, string>>
}

export interface RestateServer {
  readonly ingress: string
  readonly admin: string
  /** The public key for `withIdentityV1` and `--restate-identity-key`. */
  readonly identityKey: string
  readonly pid: number
  output(): string
  kill(): Promise<void>
  /** Starts a killed server again on its data, and resolves when it takes requests. */
  restart(): Promise<void>
  /** Deletes all data of a killed server. */
  wipe(): void
  /** Ends it and deletes its data; also happens when this process ends in any way. */
  stop(): Promise<void>
}

export async function startRestate({ ports, settings = {} }: RestateOptions = {}): Promise<RestateServer> {
  const binary = await installRestate()
  const { ingress, admin, node } = ports ?? (await freeRestatePorts())
  const folder = guardedFolder('restate')
  const data = join(folder, 'data')
  const keyFile = join(folder, 'identity.pem')
  const identityKey = createIdentityKey(keyFile)
  const env = {
    RESTATE_CONFIG: SETTINGS,
    RESTATE_BASE_DIR: data,
    RESTATE_BIND_PORT: String(node),
    RESTATE_INGRESS__BIND_PORT: String(ingress),
    RESTATE_ADMIN__BIND_PORT: String(admin),
    RESTATE_WORKER__INVOKER__REQUEST_IDENTITY_PRIVATE_KEY_PEM_FILE: keyFile,
    ...settings,
  }
  const health = [`http://127.0.0.1:${ingress}/restate/health`, `http://127.0.0.1:${admin}/health`]
  const start = async () => {
    const started = spawnGuarded(binary, ['--no-logo'], env)
    await answering(health, started)
    return started
  }
  let server = await start()
  return {
    ingress: `http://127.0.0.1:${ingress}`,
    admin: `http://127.0.0.1:${admin}`,
    identityKey,
    get pid() {
      return server.pid
    },
    output: () => server.output(),
    async kill() {
      await server.stop('SIGKILL')
    },
    async restart() {
      server = await start()
    },
    wipe: () => rmSync(data, { recursive: true, force: true }),
    async stop() {
      await server.stop('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function freeRestatePorts(): Promise<RestatePorts> {
  const [ingress = 0, admin = 0, node = 0] = await freePorts(3)
  return { ingress, admin, node }
}

/** Waits until every address answers with 200. */
async function answering(addresses: readonly string[], server: GuardedProcess): Promise<void> {
  const over = server.ended.then(() => Promise.reject(new Error(`Restate has ended: ${server.output()}`)))
  over.catch(() => {})
  const until = AbortSignal.timeout(START_MS)
  for (const address of addresses) {
    for (;;) {
      const status = await Promise.race([fetch(address, { signal: until }).then(statusOf, () => 0), over])
      if (status === 200) break
      if (until.aborted) throw new Error(`Restate did not start in ${START_MS} ms: ${server.output()}`)
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
  }
}

async function statusOf(response: Response): Promise<number> {
  await response.arrayBuffer()
  return response.status
}
