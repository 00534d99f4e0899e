/** The access log: one line per request, without queries, headers and bodies. */
import { ANONYMOUS } from '../platform/caller.ts'
import type { Observer } from '../platform/observer.ts'
import type { Log } from '../platform/ports.ts'

export function accessLog(log: Pick<Log, 'info'>): Observer {
  return {
    requestEnded({ id, caller, address, method, path, status, seconds, operation, execution }) {
      const known = caller === undefined || caller.id === ANONYMOUS.id ? {} : { caller: callerFacts(caller) }
      const ms = Math.round(seconds * 1000)
      log.info({ request: id, ...known, address, method, path, status, ms, operation, execution }, 'request')
    },
  }
}

function callerFacts({ id, name, via }: { readonly id: string; readonly name: string; readonly via: string }) {
  return { id, name, via }
}
