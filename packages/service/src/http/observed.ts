/** Reports requests to the observers when they have ended. */
import type { EndedRequest, Observation } from '../platform/observer.ts'
import type { Exchange } from './exchange.ts'

/** The client disconnected before the response began; as common proxies report it. */
const DISCONNECTED = 499
const UPGRADED = 101

/** Reports an exchange once: when its response is closed, or when its WebSocket ends. */
export function observed(exchange: Exchange, { seconds, observers }: Observation): void {
  const start = seconds()
  const ended = (status: number) => {
    const request: EndedRequest = {
      id: exchange.id,
      method: exchange.method,
      path: pathOf(exchange.url),
      status,
      seconds: seconds() - start,
      address: exchange.from,
      operation: exchange.operation,
      caller: exchange.caller,
      execution: exchange.execution,
      isStream: exchange.isStream,
    }
    for (const observer of observers) observer.requestEnded?.(request)
  }
  const { response } = exchange
  response.once('close', () => ended(response.headersSent ? response.statusCode : DISCONNECTED))
  exchange.onUpgradeEnd = () => ended(UPGRADED)
}

function pathOf(url: string): string {
  const cut = url.indexOf('?')
  return cut < 0 ? url : url.slice(0, cut)
}
