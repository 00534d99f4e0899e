/** A client of a running service that keeps the whole of every answer. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed body; undefined when it is not JSON. */
  readonly body: unknown
}

export type Ask = (method: string, path: string, options?: AskOptions) => Promise<Answer>

export interface AskOptions {
  /** Sent as it is when it is text, else as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Asks below a base address, with headers that every request has. */
export function clientOf(base: string, always: Readonly<Record<string, string>> = {}): Ask {
  return async (method, path, { body, headers = {} } = {}) => {
    const json = body === undefined ? {} : { 'content-type': 'application/json' }
    const answer = await fetch(base + path, {
      method,
      redirect: 'manual',
      headers: { ...json, ...always, ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true
    return { status: answer.status, headers: answer.headers, text, body: isJson ? JSON.parse(text) : undefined }
  }
}

/** The address of an application that listens. */
export function addressOf(server: { address(): unknown }): string {
  const { port } = server.address() as { port: number }
  return `http://127.0.0.1:${port}`
}
