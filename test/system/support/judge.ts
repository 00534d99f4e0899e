/** Checks that hold for every reply. Returns what is wrong, or nothing. */
import { ERRORS, type ErrorCode } from '@millrace/model'
import type { Operation } from './operations.ts'

export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

/** Judges an answer of an operation; without one, only its form counts. */
export function verdictOn(answer: Answered, operation: Operation | undefined, method: string): string | undefined {
  const { status, headers, text } = answer
  const declared = operation?.declared.get(status)
  // Prefetches of a sign-in link get 503, the only status that stops browsers from prefetching.
  const isLookAhead = status === 503 && operation?.id === 'signIn' && text === ''
  if (isLookAhead) return undefined
  if (status >= 500) return `it is a ${status}: ${text.slice(0, 500)}`
  const isHead = method === 'HEAD'
  if (isFromParser(answer)) return isHead ? undefined : refusalProblem(parsed(text), status)
  const missing = securityHeaderMissing(headers)
  if (missing !== undefined) return `it has no ${missing}`
  if (isHead) return text === '' ? undefined : 'the answer to HEAD has a body'
  const type = String(headers['content-type'] ?? '')
  if (operation !== undefined && declared === undefined) return `${operation.id} does not declare ${status}`
  const isSpecial = NOT_JSON.has(status) || (status === 200 && declared === undefined)
  if (!type.startsWith('application/json')) return isSpecial ? undefined : otherType(type, declared?.types ?? [])
  const body = parsed(text)
  if (body === undefined) return text === '' && isSpecial ? undefined : `it is not JSON: ${text.slice(0, 200)}`
  if (status === 422 && isValidationResult(body)) return isBare422(operation?.id) ? undefined : 'the refusal is bare'
  if (status >= 400) return refusalProblem(body, status, declared?.codes)
  return declared?.misfit(body)
}

/** Operations whose 422 is the validation result itself, as decided. A twisted address may lead to one of them after all. */
function isBare422(operation: string | undefined): boolean {
  return operation === undefined || /^(export|import)AgentSpec/.test(operation)
}

function isValidationResult(body: unknown): boolean {
  const { valid, errors, warnings } = (body ?? {}) as Record<string, unknown>
  return valid === false && Array.isArray(errors) && errors.length > 0 && Array.isArray(warnings)
}

/** No content, a redirection, and the page of a link that is gone. */
const NOT_JSON = new Set([204, 302, 303, 410])

/** Invalid HTTP is rejected before there is a request with an id. */
function isFromParser({ status, headers }: Answered): boolean {
  return status >= 400 && headers['x-request-id'] === undefined && headers.connection === 'close'
}

function securityHeaderMissing(headers: Readonly<Record<string, unknown>>): string | undefined {
  return ['x-content-type-options', 'content-security-policy', 'x-request-id'].find(
    (name) => headers[name] === undefined,
  )
}

function otherType(type: string, types: readonly string[]): string | undefined {
  return types.some((one) => type.startsWith(one)) ? undefined : `${type} is not declared`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A refusal is `{success: false, error, code, details?}` with a registered code that the operation declares. */
export function refusalProblem(body: unknown, status: number, codes?: readonly string[]): string | undefined {
  const { success, error, code, details, ...rest } = (body ?? {}) as Record<string, unknown>
  if (success !== false) return 'a refusal must say success: false'
  if (typeof error !== 'string' || error === '') return 'a refusal must say what is wrong'
  if (Object.keys(rest).length > 0) return `a refusal has the unknown keys ${Object.keys(rest)}`
  if (/\n\s+at |node:internal|\.ts:\d|SQLITE|SELECT |INSERT /.test(error)) return `it shows internal text: ${error}`
  if (typeof code !== 'string' || !Object.hasOwn(ERRORS, code)) return `the code ${code} is not registered`
  const { status: registered } = ERRORS[code as ErrorCode]
  const isUnread = code === 'VALIDATION_ERROR' && status === 400
  if (status !== registered && !isUnread) return `${code} came with ${status}`
  if (codes !== undefined && !codes.includes(code)) return `${code} is not declared for ${status}`
  return details === undefined ? undefined : detailsProblem(details)
}

function detailsProblem(details: unknown): string | undefined {
  if (!Array.isArray(details) || details.length === 0 || details.length > 100) return 'details must be 1 to 100'
  const isWrong = details.some((one) => {
    const keys = Object.keys(one as object)
      .sort()
      .join()
    return keys !== 'code,message,path' || Object.values(one as object).some((value) => typeof value !== 'string')
  })
  return isWrong ? 'a detail is not {code, message, path}' : undefined
}
