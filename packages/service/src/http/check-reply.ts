/** In tests, checks every reply against its route, so that schemas and declared error codes stay correct. */
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

/** Returns the reply, or a 500 that states how it violates its route. */
export function checkedReply(route: Route, answer: Printed): Printed {
  if (answer.extras.isOwn === true && answer.extras.headers?.['content-security-policy'] !== undefined) return answer
  const complaint =
    answer.status >= 400 && isJson(answer) ? errorViolation(route, answer) : successViolation(route, answer)
  if (complaint === undefined) return answer
  const error = `${route.operation} ${complaint}`
  return { ...answer, status: 500, body: JSON.stringify({ success: false, error, code: 'ROUTE_VIOLATION' }) }
}

function isJson({ type }: Printed): boolean {
  return type.startsWith('application/json')
}

function successViolation(route: Route, answer: Printed): string | undefined {
  const { reply, alsoAnswers = {} } = route
  if (answer.status !== (route.status ?? 200) && alsoAnswers[answer.status] === undefined) {
    return `sent status ${answer.status}, which it does not declare`
  }
  if (!isJson(answer)) {
    const isDeclared = reply.types.some((type) => answer.type.startsWith(type))
    return isDeclared ? undefined : `sent ${answer.type}, which it does not declare`
  }
  if (reply.form === 'page') return 'declares a page and sent JSON'
  return misfit(replySchema(route), answer)
}

function errorViolation(route: Route, answer: Printed): string | undefined {
  const { code, valid } = JSON.parse(String(answer.body)) as { code?: ErrorCode; valid?: unknown }
  const isCheck = valid !== undefined && route.alsoAnswers?.[answer.status] !== undefined
  const complaint = isCheck ? misfit(FailedCheck, answer) : undefined
  if (complaint !== undefined) return complaint
  if (code === undefined || !errorsOf(route).includes(code)) return `sent the code ${code}, which it does not declare`
  return misfit(ErrorBody, answer)
}

function misfit(schema: Schema, { body }: Printed): string | undefined {
  const issues = issuesOf(schema, JSON.parse(String(body)))
  if (issues.length === 0) return undefined
  return `sent a reply that does not match its schema: ${issues.map(({ path, message }) => `${path} ${message}`).join('; ')}`
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
