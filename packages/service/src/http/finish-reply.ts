/** The last steps of a printed reply: checked in tests, revalidated and compressed for its client. */
import { checkedReply } from './check-reply.ts'
import { compressed } from './compression.ts'
import type { Route } from './define-route.ts'
import type { Exchange } from './exchange.ts'
import { type Printed, printed } from './print-reply.ts'
import { Prepared } from './reply.ts'
import { revalidated } from './revalidation.ts'

/** The reply as it is sent to this client. */
export function finishedReply(
  { method, request: { headers } }: Exchange,
  route: Route,
  given: Printed,
  isChecked: boolean,
): Printed | Promise<Printed> {
  const answer = isChecked ? checkedReply(route, given) : given
  const isRead = method === 'GET' || method === 'HEAD'
  const mayBeKnown = isRead && (answer.extras.isRevalidated ?? route.revalidates ?? false)
  const current = mayBeKnown ? revalidated(answer, headers['if-none-match']) : answer
  return compressed(route, current, headers['accept-encoding'])
}

/** Prints and finishes a reply at once, before its handler returns. */
export function preparedReply(exchange: Exchange, route: Route, reply: unknown, isChecked: boolean): Prepared {
  const finish = async (): Promise<Printed> => {
    const given = await printed(route, reply)
    return { ...(await finishedReply(exchange, route, given, isChecked)), isFinal: true }
  }
  return new Prepared(finish())
}
