/** A request as it is about to be sent. */
export interface Outgoing {
  readonly url: URL
  readonly method: string
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

/** The port of a URL with the default of its protocol. */
export function portOf(url: URL): number {
  return url.port === '' ? (PORTS[url.protocol] ?? 0) : Number(url.port)
}
