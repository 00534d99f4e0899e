/** The reply of a route that saves a workflow. It is prepared while the save is written. */
import { answer, type RouteRequest } from '../http/define-route.ts'
import { etagOf } from './if-match.ts'
import { type PrintingRequest, printingFor } from './print-workflow.ts'
import type { Replying, Saved } from './saved-reply.ts'

/** The options of a save whose reply has this message. */
export function replying(request: PrintingRequest & Pick<RouteRequest, 'prepare'>, message: string): Replying {
  return { printing: printingFor(request), prepare: (saved) => request.prepare(answerOf(saved, message)) }
}

export function savedAnswer(saved: Saved, message: string) {
  return saved.prepared ?? answerOf(saved, message)
}

function answerOf({ json, revision, note, warnings }: Saved, message: string) {
  const told = note === undefined ? message : `${message}. ${note}`
  return answer(json, { headers: { etag: etagOf(revision) }, message: told, warnings })
}
