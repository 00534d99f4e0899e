/** In tests every answer is held against what its route promises, so that no schema and no error code can lie. */
import {
  DoneReply,
  ErrorBody,
  type ErrorCode,
  envelopeSchema,
  FailedCheck,
  issuesOf,
  type Schema,
} from '@millrace/model'
import type { Route } from './define-route.ts'
import { errorsOf } from './implied-errors.ts'
import type { Printed } from './print-reply.ts'

/** The answer itself, or a loud 500 that says which promise it breaks. */
export function checkedReply(route: Route, answer: Printed): Printed {
  const complaint = answer.status >= 400 && isJson(answer) ? brokenRefusal(route, answer) : brokenSuccess(route, answer)
  if (complaint === undefined) return answer
  const error = `${route.operation} ${complaint}`
  return { ...answer, status: 500, body: JSON.stringify({ success: false, error, code: 'BROKEN_PROMISE' }) }
}

function isJson({ type }: Printed): boolean {
  return type.startsWith('application/json')
}

function brokenSuccess(route: Route, answer: Printed): string | undefined {
  const { reply, alsoAnswers = {} } = route
  if (answer.status !== (route.status ?? 200) && alsoAnswers[answer.status] === undefined) {
    return `answered ${answer.status}, which it does not declare`
  }
  if (!isJson(answer)) {
    const isPromised = reply.types.some((type) => answer.type.startsWith(type))
    return isPromised ? undefined : `answered with ${answer.type}, which its reply does not name`
  }
  if (reply.form === 'page') return 'is a page and answered with JSON'
  return misfit(replySchema(route), answer)
}

function brokenRefusal(route: Route, answer: Printed): string | undefined {
  const { code, valid } = JSON.parse(String(answer.body)) as { code?: ErrorCode; valid?: unknown }
  const isCheck = valid !== undefined && route.alsoAnswers?.[answer.status] !== undefined
  const complaint = isCheck ? misfit(FailedCheck, answer) : undefined
  if (complaint !== undefined) return complaint
  if (code === undefined || !errorsOf(route).includes(code))
    return `answered with the code ${code}, which it does not declare`
  return misfit(ErrorBody, answer)
}

function misfit(schema: Schema, { body }: Printed): string | undefined {
  const issues = issuesOf(schema, JSON.parse(String(body)))
  if (issues.length === 0) return undefined
  return `answered outside its schema: ${issues.map(({ path, message }) => `${path} ${message}`).join('; ')}`
}

/** The schema of the whole body of a success. */
export function replySchema({ reply: { form, schema = {}, hasWarnings } }: Pick<Route, 'reply'>): Schema {
  switch (form) {
    case 'envelope':
      return envelopeSchema(schema, { hasWarnings })
    case 'done':
      return DoneReply
    default:
      return schema
  }
}
