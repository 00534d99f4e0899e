/**
 * Reads the body of a request: within the size limit, in a media type that the route accepts, and checked against the
 * route's schema. The body is read only after the caller is authenticated, and every error has the common form.
 */
import type { IncomingMessage } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { type Issue, isObject, issuesExcept, issuesInSlices, jsonSizeInSlices, Problem } from '@millrace/model'
import { partsOf } from './body-parts.ts'
import type { Route } from './define-route.ts'
import type { HttpServices } from './http-services.ts'
import { jsonBody, textFrom } from './json-body.ts'

/** How much more of an oversized body is read and dropped, so that the client can read the response. */
const SWALLOWED_TIMES = 4
const SWALLOWED_MS = 5_000

/** Larger bodies yield to other requests between the steps. */
const LARGE = 256 * 1024

const YAML = new Set(['application/yaml', 'application/x-yaml', 'text/yaml', 'text/x-yaml'])

export interface BodyOptions<S> {
  readonly limit: number
  /** Maximum bytes of the launch `inputs` in a body that also contains a document. */
  readonly inputsLimit: number
  readonly services: S
  /** The parameters in the path. */
  readonly params: unknown
}

/** Returns the checked value of the body; undefined if it is empty and optional. */
export async function bodyOf<S extends HttpServices>(
  route: Route<S>,
  request: IncomingMessage,
  { limit, inputsLimit, services, params }: BodyOptions<S>,
): Promise<unknown> {
  if (route.body === undefined) return undefined
  if (!hasBody(request)) return withoutBody(route)
  const kind = kindOf(route, request.headers['content-type'])
  const bytes = await rawBodyOf(request, limit)
  if (bytes.length === 0) return withoutBody(route)
  const repeats = route.knownParts && { known: route.knownParts(params, services) }
  const value =
    kind === 'yaml'
      ? await route.yaml?.(textFrom(bytes), services)
      : await jsonBody(bytes, { workers: services.workers, repeats })
  if (bytes.length > LARGE) await setImmediate()
  const issues =
    bytes.length > LARGE
      ? await issuesInSlices(route.body, value)
      : issuesExcept(partsOf(value)?.repeated, route.body, value)
  if (issues.length > 0) throw bodyProblem(issues)
  if (route.takesInputs === true && bytes.length > inputsLimit) await refuseLargeInputs(value, inputsLimit)
  return value
}

async function refuseLargeInputs(body: unknown, limit: number): Promise<void> {
  if (!isObject(body) || (await jsonSizeInSlices(body.inputs, limit)) <= limit) return
  throw new Problem('PAYLOAD_TOO_LARGE', { message: `The inputs are larger than ${inUnits(limit)}.` })
}

/** The raw bytes of a body; empty if there is none. */
export function rawBodyOf(request: IncomingMessage, limit: number): Promise<Buffer> {
  if (!hasBody(request)) return Promise.resolve(Buffer.alloc(0))
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding === 'identity') return bytesOf(request, limit)
  return Promise.reject(new Problem('UNSUPPORTED_MEDIA_TYPE', { message: 'The body must not be compressed.' }))
}

/** The issues of a body as a 422 Problem. */
export function bodyProblem(issues: readonly Issue[]): Problem {
  const [first, ...more] = issues
  const place = first?.path === '' || first === undefined ? 'it' : first.path
  const rest = more.length > 0 ? ` (and ${more.length} more)` : ''
  return new Problem('VALIDATION_ERROR', {
    message: `The body is invalid: ${place} ${first?.message}${rest}.`,
    details: issues.map(({ path, message }) => ({ code: 'INVALID_VALUE', message, path })),
  })
}

function hasBody(request: IncomingMessage): boolean {
  const length = request.headers['content-length']
  return request.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}

function withoutBody(route: Route): undefined {
  if (route.bodyOptional === true) return undefined
  throw new Problem('VALIDATION_ERROR', { status: 400, message: 'The request must have a JSON body.' })
}

function kindOf(route: Route, contentType = ''): 'json' | 'yaml' {
  const [essence = '', ...parameters] = contentType.toLowerCase().split(';')
  const charset = parameters.map((part) => part.trim()).find((part) => part.startsWith('charset='))
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset)
  if (isUtf8 && essence.trim() === 'application/json') return 'json'
  if (isUtf8 && route.yaml !== undefined && YAML.has(essence.trim())) return 'yaml'
  const taken = route.yaml === undefined ? 'application/json' : 'application/json or application/yaml'
  throw new Problem('UNSUPPORTED_MEDIA_TYPE', { message: `The body must be ${taken}, in UTF-8.` })
}

function inUnits(bytes: number): string {
  return bytes < 2 ** 20 ? `${bytes / 2 ** 10} KiB` : `${bytes / 2 ** 20} MiB`
}

function together(chunks: readonly Buffer[], size: number): Buffer {
  const [only] = chunks
  return only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks, size)
}

/** Reads all bytes of a body, independently of its length header. */
function bytesOf(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    let timer: NodeJS.Timeout | undefined
    const tooLarge = () => {
      clearTimeout(timer)
      reject(new Problem('PAYLOAD_TOO_LARGE', { message: `The body is larger than ${inUnits(limit)}.` }))
    }
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) return void chunks.push(chunk)
      chunks.length = 0
      timer ??= setTimeout(tooLarge, SWALLOWED_MS)
      if (size > limit * SWALLOWED_TIMES) tooLarge()
    })
    request.on('end', () => (size > limit ? tooLarge() : resolve(together(chunks, size))))
    const broken = () => {
      clearTimeout(timer)
      // Every request closes at some point; create the error only if the body is incomplete, because it is slow.
      if (!request.readableEnded)
        reject(new Problem('VALIDATION_ERROR', { status: 400, message: 'The body is incomplete.' }))
    }
    request.on('error', broken)
    request.on('close', broken)
  })
}
