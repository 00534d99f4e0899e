/** How the text of a setting becomes its value. Each throws a message that reads after the name of the setting. */

/** Any text but an empty one. */
export function words(text: string): string {
  if (text.trim() === '') throw new Error('must not be empty')
  return text
}

export function port(text: string): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value > 65535) throw new Error(`must be a port from 0 to 65535, is "${text}"`)
  return value
}

/** A whole number within bounds. */
export function count(least: number, most = 1_000_000_000): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (!/^\d+$/.test(text) || value < least || value > most) {
      throw new Error(`must be a whole number from ${least} to ${most}, is "${text}"`)
    }
    return value
  }
}

export function oneOf<const V extends readonly string[]>(values: V): (text: string) => V[number] {
  return (text) => {
    const value = values.find((one) => one === text)
    if (value === undefined) throw new Error(`must be one of ${values.join(', ')}, is "${text}"`)
    return value
  }
}

/** Parts between commas, trimmed; empty ones are dropped. */
export function list(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Origins in the one spelling that browsers send. */
export function origins(text: string): readonly string[] {
  return list(text).map((part) => {
    const url = URL.parse(part)
    if (url === null || !/^https?:$/.test(url.protocol) || !/^\/?$/.test(url.pathname + url.search + url.hash)) {
      throw new Error(`must list origins such as https://app.example.com, has "${part}"`)
    }
    return url.origin
  })
}

/** `/api/v1`: a leading slash, none at the end; `/` alone is the root. */
export function basePath(text: string): string {
  const path = text.replace(/\/+$/, '')
  if (path !== '' && !/^(\/[\w.~-]+)+$/.test(path)) throw new Error(`must be a path such as /api/v1, is "${text}"`)
  return path
}

/** Keys that decide who is let in travel encrypted, or not over a network at all. */
export function keysUrl(text: string): string {
  const url = URL.parse(text)
  const isLocal = url !== null && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
  if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && isLocal)) {
    throw new Error('must be an https address, or http on a loopback host')
  }
  return text
}

/** 32 bytes, in hex or base64. The text is never shown. */
export function key(text: string): Uint8Array {
  const trimmed = text.trim()
  const bytes = /^[0-9a-f]{64}$/i.test(trimmed)
    ? Buffer.from(trimmed, 'hex')
    : Buffer.from(/^[\w+/-]+={0,2}$/.test(trimmed) ? trimmed : '', 'base64')
  if (bytes.length !== 32) throw new Error('must be 32 bytes in base64 or hex')
  return bytes
}

/** An http or https address without a name or password in it; none of the slashes at its end. */
export function httpUrl(text: string): string {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new Error('must be an http or https address without a name or password')
  }
  return url.href.replace(/\/+$/, '')
}
