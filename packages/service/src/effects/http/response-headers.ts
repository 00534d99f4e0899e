/** Headers that a response may have once; of several, `node:http` keeps the first. */
const SINGLE = new Set([
  ...['age', 'authorization', 'content-length', 'content-type', 'etag', 'expires', 'from', 'host', 'if-modified-since'],
  ...['if-unmodified-since', 'last-modified', 'location', 'max-forwards', 'proxy-authorization', 'referer'],
  ...['retry-after', 'server', 'user-agent'],
])

type Received = Readonly<Record<string, string | readonly string[] | undefined>>

/** Headers by lower-case name; several of one name are joined as the standard defines. */
export function joinedHeaders(received: Received): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const name of Object.keys(received)) {
    const value = received[name]
    // Assigning it would set the prototype of the object.
    if (name === '__proto__') continue
    headers[name] = typeof value === 'string' ? value : value === undefined ? '' : joined(name, value)
  }
  return headers
}

function joined(name: string, values: readonly string[]): string {
  return SINGLE.has(name) ? (values[0] ?? '') : values.join(name === 'cookie' ? '; ' : ', ')
}
