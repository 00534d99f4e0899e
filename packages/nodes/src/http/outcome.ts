/** Handles HTTP responses. */
import {
  cutText,
  type Effects,
  type FailureDetails,
  type HttpAnswer,
  type HttpCall,
  NodeFailure,
  type NodeOutputs,
  Retryable,
} from '@millrace/model'
import { BEGINS_STRUCTURE, type JsonReader, LARGE_CHARACTERS, parsedStructure } from './call.ts'

const TOO_MANY_REQUESTS = 429

/** Throws for an error status: retryable for 429 and 5xx, else final. */
export function refuseErrorStatus({ method, url }: HttpCall, answer: HttpAnswer): void {
  const { status } = answer
  if (status < 400) return
  // Omit the query: it often contains keys, and many users see messages.
  const { origin, pathname } = new URL(url)
  const message = `${method} ${origin}${pathname} returned HTTP status ${status}.`
  const details = responseDetails(answer)
  if (status >= 500 || status === TOO_MANY_REQUESTS) throw new Retryable(message, 'HTTP_STATUS', undefined, details)
  throw new NodeFailure('HTTP_STATUS', message, { details })
}

const MAX_BODY = 10_240
const MAX_HEADERS = 50
const MAX_HEADER = 500
/** Headers whose values are credentials. */
const SECRET_HEADER = /cookie|authorization|token|secret|api-?key|password/i

/** The response of a failed call for the details of the error: credentials are masked, and a long body is cut. */
export function responseDetails({ status, headers, body }: Omit<HttpAnswer, 'url'>): FailureDetails {
  const shown = Object.entries(headers)
    .slice(0, MAX_HEADERS)
    .map(([name, value]) => [name, SECRET_HEADER.test(name) ? '***' : cutText(value, MAX_HEADER)])
  return {
    response: {
      status,
      headers: Object.fromEntries(shown),
      body: cutText(body, MAX_BODY),
      ...(body.length > MAX_BODY ? { body_characters: body.length } : {}),
    },
  }
}

/**
 * The outputs of a response. `json` is set only if the body is JSON, so that nodes that need JSON do not run otherwise.
 */
export async function outputsOf(
  { status, headers, body }: HttpAnswer,
  { parseJson }: JsonReader,
): Promise<NodeOutputs> {
  const isDeclared = /[/+]json\b/i.test(headers['content-type'] ?? '')
  const isLarge = body.length >= LARGE_CHARACTERS
  const json =
    isLarge && parseJson !== undefined ? await largeJsonIn(body, isDeclared, parseJson) : jsonIn(body, isDeclared)
  return { status_code: status, headers, body, ...(json === undefined ? {} : { json }) }
}

async function largeJsonIn(
  body: string,
  isDeclared: boolean,
  parseJson: NonNullable<Effects['parseJson']>,
): Promise<unknown> {
  return isDeclared || BEGINS_STRUCTURE.test(body) ? parseJson(body).catch(() => undefined) : undefined
}

function jsonIn(body: string, isDeclared: boolean): unknown {
  if (!isDeclared) return parsedStructure(body)
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** The parsed JSON of a body, else its text. */
export function jsonOrText(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}
