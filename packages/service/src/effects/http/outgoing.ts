/** A request as it is about to be sent. */
export interface Outgoing {
  readonly url: URL
  readonly method: string
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}
