/** Parsers of settings. The error messages continue a sentence that starts with the setting's name. */
import type { PublicUrl } from './public-address.ts'

/** Any non-empty text. */
export function nonEmpty(text: string): string {
  if (text.trim() === '') throw new Error('must not be empty')
  return text
}

export function port(text: string): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value > 65535) throw new Error(`must be a port from 0 to 65535 (got "${text}")`)
  return value
}

/** An integer within bounds. */
export function count(least: number, most = 1_000_000_000): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (!/^\d+$/.test(text) || value < least || value > most) {
      throw new Error(`must be a whole number from ${least} to ${most} (got "${text}")`)
    }
    return value
  }
}

export function oneOf<const V extends readonly string[]>(values: V): (text: string) => V[number] {
  return (text) => {
    const value = values.find((one) => one === text)
    if (value === undefined) throw new Error(`must be one of ${values.join(', ')} (got "${text}")`)
    return value
  }
}

export function trueOrFalse(text: string): boolean {
  return oneOf(['true', 'false'])(text) === 'true'
}

/** Parts separated by commas, trimmed; empty parts are dropped. */
export function list(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Origins, normalised as browsers send them. */
export function origins(text: string): readonly string[] {
  return list(text).map((part) => {
    const url = URL.parse(part)
    if (url === null || !/^https?:$/.test(url.protocol) || !/^\/?$/.test(url.pathname + url.search + url.hash)) {
      throw new Error(`must list origins such as https://app.example.com (got "${part}")`)
    }
    return url.origin
  })
}

/** A path such as `/api/v1` with a leading slash and no trailing slash; `/` is the root. */
export function basePath(text: string): string {
  const path = text.replace(/\/+$/, '')
  if (path !== '' && !/^(\/[\w.~-]+)+$/.test(path)) throw new Error(`must be a path such as /api/v1 (got "${text}")`)
  return path
}

/** The address of the service as browsers see it: an origin, with an optional path. */
export function publicUrl(text: string): PublicUrl {
  const url = URL.parse(text)
  const isPlain = url !== null && url.username + url.password + url.search + url.hash === ''
  if (!isPlain || !/^https?:$/.test(url.protocol) || !/^(\/[\w.~-]+)*\/*$/.test(url.pathname)) {
    throw new Error(`must be an address such as https://intranet.example.com/millrace (got "${text}")`)
  }
  return { origin: url.origin, path: url.pathname.replace(/\/+$/, '') }
}

/** The address of a key set: https, or http on this machine, because the keys decide who is authenticated. */
export function keysUrl(text: string): string {
  const url = URL.parse(text)
  const isLocal = url !== null && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
  if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && isLocal)) {
    throw new Error('must be an https address, or http on a loopback host')
  }
  return text
}

/** 32 bytes, in hex or base64. The error message never contains the key. */
export function key(text: string): Uint8Array {
  const trimmed = text.trim()
  const bytes = /^[0-9a-f]{64}$/i.test(trimmed)
    ? Buffer.from(trimmed, 'hex')
    : Buffer.from(/^[\w+/-]+={0,2}$/.test(trimmed) ? trimmed : '', 'base64')
  if (bytes.length !== 32) throw new Error('must be 32 bytes in base64 or hex')
  return bytes
}

/** Keys separated by commas; empty for none. */
export function keys(text: string): readonly Uint8Array[] {
  return text
    .split(',')
    .filter((one) => one.trim() !== '')
    .map(key)
}

/** An http or https address without a user name or password; trailing slashes are removed. */
export function httpUrl(text: string): string {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new Error('must be an http or https address without a user name or password')
  }
  return url.href.replace(/\/+$/, '')
}

/** The address of a proxy; it may contain a user name and a password, so the error message never contains it. */
export function proxyUrl(text: string): string {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '' || url.pathname !== '/') {
    throw new Error('must be the address of a proxy such as http://proxy.example.com:3128')
  }
  return url.href
}

export interface HostAndPort {
  readonly host: string
  readonly port: number
}

/** An address to listen on, such as `127.0.0.1:9080` or `[::1]:9080`. */
export function hostAndPort(text: string): HostAndPort {
  const { host, port: digits } = /^(?<host>\[[\da-f:.]+\]|[\w.-]+):(?<port>\d+)$/i.exec(text)?.groups ?? {}
  if (host === undefined || Number(digits) > 65535) {
    throw new Error(`must be a host and a port such as 127.0.0.1:9080 (got "${text}")`)
  }
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(digits) }
}

/** The public key with which a Restate server signs its requests. */
export function identityKey(text: string): string {
  if (!/^publickeyv1_[1-9A-HJ-NP-Za-km-z]{40,50}$/.test(text)) {
    throw new Error('must be a public key of a Restate server such as publickeyv1_…')
  }
  return text
}

/** An ISO 4217 code. */
export function currency(text: string): string {
  if (!/^[A-Z]{3}$/.test(text)) throw new Error(`must be a currency code such as EUR (got "${text}")`)
  return text
}
