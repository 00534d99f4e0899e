/** Builds the HTTP call from settings and inputs. */
import { type Effects, type HttpCall, isObject, LargeJson, plain } from '@millrace/model'
import { badInput, badSetting, kindOf, textOr } from '../running/input-values.ts'

export interface RequestSettings {
  readonly url?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly timeout?: number
  readonly followRedirects?: boolean
  readonly auth?: 'none' | 'bearer' | 'basic'
  readonly token?: string
  readonly credential?: string
}

type Values = Readonly<Record<string, unknown>>

const WITHOUT_BODY = new Set(['GET', 'HEAD'])
const DEFAULT_TIMEOUT_SECONDS = 30

/** Parses large JSON off the main thread. */
export type JsonReader = Pick<Effects, 'parseJson'>

export async function callOf(settings: RequestSettings, inputs: Values, reader: JsonReader): Promise<HttpCall> {
  const { method = 'GET', timeout = DEFAULT_TIMEOUT_SECONDS, followRedirects = true } = settings
  const body = WITHOUT_BODY.has(method) ? undefined : await bodyOf(inputs.body ?? settings.body, reader)
  const headers: Record<string, string> = {
    ...(body === undefined ? {} : { 'content-type': body.contentType }),
    ...headersIn(settings.headers, 'headers'),
    ...signIn(settings),
    ...headersIn(inputs.headers, 'headers'),
  }
  return {
    url: urlOf(settings, inputs),
    method,
    headers,
    ...(body === undefined ? {} : { body: body.text }),
    timeoutMs: timeout * 1000,
    followRedirects,
    ...(settings.credential ? { credential: settings.credential } : {}),
  }
}

function urlOf(settings: RequestSettings, inputs: Values): string {
  const url = textOr(inputs, 'url', settings.url)?.trim()
  if (url === undefined) throw badInput('url', 'is required: connect a URL or set one in the settings')
  const protocol = URL.canParse(url) ? new URL(url).protocol : undefined
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw badInput('url', 'must be a URL that starts with http:// or https://')
  }
  return url
}

/** Header names in lower case, so that duplicates override each other. */
function headersIn(value: unknown, port: string): Record<string, string> {
  if (value === undefined || value === null) return {}
  if (!isObject(value)) throw badInput(port, `must be an object (got ${kindOf(value)})`)
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [headerName(name), headerText(name, text)]))
}

/** Only the characters of RFC 9110: a line break would inject another header. */
function headerName(name: string): string {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name))
    throw badInput('headers', `contains the invalid header name "${name}"`)
  return name.toLowerCase()
}

function headerText(name: string, value: unknown): string {
  const isWritten = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  if (!isWritten) throw badInput('headers', `must have a string for "${name}" (got ${kindOf(value)})`)
  const text = String(value).trim()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are invalid in headers.
  if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(text))
    throw badInput('headers', `must not have a control character in "${name}"`)
  return text
}

function signIn({ auth = 'none', token, credential }: RequestSettings): Record<string, string> {
  if (auth === 'none' || credential) return {}
  if (!token) throw badSetting('token', 'is required for authentication')
  const text = auth === 'bearer' ? `Bearer ${token}` : `Basic ${Buffer.from(token, 'utf8').toString('base64')}`
  return { authorization: headerText('authorization', text) }
}

/** Texts of at least this length are parsed off the main thread. */
export const LARGE_CHARACTERS = 64 * 1024

/** Strings are sent unchanged, other values as JSON. A string that is JSON gets the JSON content type. */
async function bodyOf(given: unknown, reader: JsonReader): Promise<Body | undefined> {
  if (given instanceof LargeJson && !given.text.startsWith('"')) {
    return { text: given.text, contentType: 'application/json' }
  }
  const value = plain(given)
  if (value === undefined || value === null || value === '') return undefined
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const isJson = typeof value !== 'string' || (await isStructure(text, reader))
  return { text, contentType: isJson ? 'application/json' : 'text/plain; charset=utf-8' }
}

interface Body {
  readonly text: string
  readonly contentType: string
}

async function isStructure(text: string, { parseJson }: JsonReader): Promise<boolean> {
  if (text.length < LARGE_CHARACTERS || parseJson === undefined) return parsedStructure(text) !== undefined
  return BEGINS_STRUCTURE.test(text) && (await isParsed(parseJson(text)))
}

function isParsed(parsed: Promise<unknown>): Promise<boolean> {
  return parsed.then(
    () => true,
    () => false,
  )
}

/** How a JSON object or list starts. */
export const BEGINS_STRUCTURE = /^\s*[[{]/

/** The object or list that a text contains as JSON; undefined for any other text. */
export function parsedStructure(text: string): unknown {
  if (!BEGINS_STRUCTURE.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
