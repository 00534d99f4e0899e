/**
 * Listens while another service uses the database, until this one takes over or is stopped. Requests that arrive during a
 * takeover wait for its end.
 */
import { SILENT_CONNECTION_MS } from './http/app.ts'
import { HeldRequests } from './http/held-requests.ts'
import { HttpServer } from './http/server.ts'
import { standbyHandler } from './http/standby.ts'
import { stopAccepting } from './http/stop-accepting.ts'
import type { Config } from './platform/config.ts'
import type { Ids, Log } from './platform/ports.ts'
import type { LockOptions } from './platform/service-lock.ts'

export interface Standby {
  /** Listens on the port of the service; the application uses it after the takeover. */
  readonly http: HttpServer
  /** Options for the lock of the database. */
  readonly lock: Required<Pick<LockOptions, 'timeoutMs' | 'onWait' | 'onLocked'>>
  /** Hands requests and signals over to the application; calls `stop` if a signal arrived during the takeover. */
  end(handle: HttpServer['handle'], stop: (signal: string) => void): void
}

export interface StandbyOptions {
  readonly config: Config
  readonly ids: Ids
  readonly log: Log
  /** Called once, when it has to wait. */
  readonly onWait: (holder: string) => void
}

export async function startStandby({ config, ids, log, onWait }: StandbyOptions): Promise<Standby> {
  let holder: string | undefined
  let isWaiting = false
  let isTakingOver = false
  let received: string | undefined
  const isLast = () => !http.server.listening
  const held = new HeldRequests()
  const handle = standbyHandler({ config, ids, log, holder: () => holder, isLast, held })
  const http = new HttpServer(handle, { silentConnectionMs: SILENT_CONNECTION_MS })
  await http.listen(config)
  const stop = async (signal: string) => {
    // The application has to respond to the requests that wait.
    if (isTakingOver) {
      received = signal
      return
    }
    log.info({ signal }, 'stopping')
    await stopAccepting(http.server)
    process.exit(0)
  }
  const signals = ['SIGTERM', 'SIGINT'] as const
  for (const signal of signals) process.once(signal, stop)
  return {
    http,
    lock: {
      timeoutMs: Number.POSITIVE_INFINITY,
      onWait(name, isLeaving) {
        holder = name
        if (isLeaving) held.begin()
        // Another service has taken over.
        else held.end(handle)
        if (isWaiting) return
        isWaiting = true
        onWait(name ?? 'another service')
      },
      onLocked() {
        isTakingOver = true
        held.begin()
      },
    },
    end(application, stopService) {
      http.handle = application
      held.end(application)
      for (const signal of signals) process.off(signal, stop)
      if (received !== undefined) stopService(received)
    },
  }
}
