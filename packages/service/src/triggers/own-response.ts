/** The response that a workflow makes for the caller of its webhook: its outputs `body`, `status` and `headers`. */
import { LargeJson, Problem, plain, printInSlices } from '@millrace/model'
import { type TextAnswer, text } from '../http/reply.ts'

/**
 * Names that begin with `x-`, except those that the service sets, and those that make a proxy send a file of its own, such
 * as `X-Accel-Redirect`.
 */
const FREE_HEADER = /^x-(?!frame-|content-|request-|accel-|sendfile|litespeed-)[a-z0-9-]{1,60}$/i

/** Further headers that a workflow may set. The others belong to the service. */
const OWN_HEADERS = new Set([
  'cache-control',
  'content-disposition',
  'content-language',
  'content-type',
  'location',
  'retry-after',
])
const MAX_HEADERS = 50
const MAX_HEADER_LENGTH = 4000

/**
 * The response is sent from the address of the service, where readers have a session: a page of a workflow must not run
 * scripts there.
 */
const POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'"

const PLAIN = 'text/plain; charset=utf-8'
const JSON_TYPE = 'application/json; charset=utf-8'
const EMPTY = new Set([204, 205, 304])

/** Throws a Problem that names the output if it cannot be sent. */
export async function ownResponse(outputs: Readonly<Record<string, unknown>>): Promise<TextAnswer> {
  const status = statusOf(plain(outputs.status))
  const { 'content-type': type, ...headers } = headersOf(plain(outputs.headers))
  const body = EMPTY.has(status) ? { text: '', type: PLAIN } : await bodyOf(outputs.body)
  return text(type ?? body.type, body.text, {
    status,
    headers: { ...headers, 'content-security-policy': POLICY },
    isOwn: true,
  })
}

function statusOf(status: unknown): number {
  if (status === undefined || status === null) return 200
  const number = Number(status)
  if (Number.isInteger(number) && number >= 200 && number <= 599) return number
  throw refused('The output "status" must be a whole number from 200 to 599.')
}

function headersOf(headers: unknown): Record<string, string> {
  if (headers === undefined || headers === null) return {}
  if (typeof headers !== 'object' || Array.isArray(headers) || Object.keys(headers).length > MAX_HEADERS) {
    throw refused(`The output "headers" must be an object with at most ${MAX_HEADERS} headers.`)
  }
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), headerText(name, value)]),
  )
}

function headerText(name: string, value: unknown): string {
  const isOwn = OWN_HEADERS.has(name.toLowerCase()) || FREE_HEADER.test(name)
  if (!isOwn) throw refused(`The output "headers" has a header that workflows may not set: ${name.slice(0, 60)}.`)
  const textValue = typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
  // Visible ASCII, spaces and tabs: what HTTP allows in a header.
  if (textValue === undefined || textValue.length > MAX_HEADER_LENGTH || !/^[\t\x20-\x7e]*$/.test(textValue)) {
    throw refused(`The header ${name} in the output "headers" is not text that HTTP allows.`)
  }
  return textValue
}

async function bodyOf(body: unknown): Promise<{ readonly text: string; readonly type: string }> {
  if (body === undefined || body === null) return { text: '', type: PLAIN }
  if (typeof body === 'string') return { text: body, type: PLAIN }
  if (!(body instanceof LargeJson)) return { text: await printInSlices(body), type: JSON_TYPE }
  if (!body.text.startsWith('"')) return { text: body.text, type: JSON_TYPE }
  return { text: String(await body.load()), type: PLAIN }
}

function refused(message: string): Problem {
  return new Problem('UPSTREAM_FAILED', { message })
}
