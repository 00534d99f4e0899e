/** The parts of Restate's admin API that concern invocations. */
type Row = Readonly<Record<string, unknown>>

const TIMEOUT_MS = 2_000

export class RestateAdmin {
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  async select(query: string): Promise<readonly Row[]> {
    const response = await this.#send('/query', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ query }),
    })
    if (response.status !== 200) throw new Error(`Restate rejected a query: ${response.body.slice(0, 500)}`)
    const { rows } = JSON.parse(response.body) as { readonly rows: readonly Row[] }
    return rows
  }

  /** Continues a paused invocation on the newest deployment. */
  async resume(invocation: string): Promise<void> {
    const { status } = await this.#send(`/invocations/${invocation}/resume?deployment=latest`, { method: 'PATCH' })
    // 404 and 409: it was resumed or ended meanwhile.
    if (status === 404 || status === 409 || status < 400) return
    throw new Error(`Restate could not resume the invocation (status ${status}).`)
  }

  async #send(path: string, init: RequestInit): Promise<{ readonly status: number; readonly body: string }> {
    const response = await fetch(this.#url + path, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
    return { status: response.status, body: await response.text() }
  }
}

/** A column of a row; empty if it is not a text. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
