/** Whether the port of the service is free, or the service answers there; for `millrace doctor`. */
import { createServer } from 'node:net'
import { fits, Readiness } from '@millrace/model'
import type { Config } from '../platform/config.ts'
import { type Check, checkOf, failed, ok, warning } from '../platform/doctor/check.ts'

const ANSWER_MS = 10_000

export function portCheck({ host, port }: Pick<Config, 'host' | 'port'>): Promise<Check> {
  return checkOf('port', 'Choose another address with --host and --port.', async () => {
    if (port === 0) return ok('The service picks a free port at its start.')
    const name = `Port ${port} of ${host}`
    const answer = await ask(host, port)
    if (answer === 'refused') {
      await listenOnce(host, port)
      return ok(`${name} is free.`)
    }
    if (answer !== undefined && fits(Readiness, answer.body))
      return ok(`The service answers on port ${port} of ${host} and is ready.`)
    const reason = answer?.status === 503 ? notReady(answer.body) : undefined
    if (reason !== undefined)
      return warning(
        `The service on port ${port} of ${host} is not ready: ${reason}`,
        'Check again, and look into its log.',
      )
    return failed(`${name} is used by another program.`, 'Stop it, or choose another port with --port.')
  })
}

interface Answer {
  readonly status: number
  readonly body: unknown
}

/** The answer of `/readyz`; undefined if what listens does not speak HTTP, `refused` if nothing listens. */
async function ask(host: string, port: number): Promise<Answer | 'refused' | undefined> {
  const reached = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  const authority = `${reached.includes(':') ? `[${reached}]` : reached}:${port}`
  try {
    const response = await fetch(`http://${authority}/readyz`, {
      redirect: 'manual',
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    return { status: response.status, body: await response.json().catch(() => undefined) }
  } catch (error) {
    return isRefused(error) ? 'refused' : undefined
  }
}

/** Fetch wraps the error of the connection, and that of a name with several addresses has one for each. */
function isRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.every(isRefused)
  if ('code' in error && /^(ECONNREFUSED|EADDRNOTAVAIL)$/.test(String(error.code))) return true
  return isRefused(error.cause)
}

/** Why our service is not ready; undefined for the answer of another program. */
function notReady(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('code' in body) || body.code !== 'NOT_READY') return undefined
  return 'error' in body ? String(body.error) : ''
}

/** Throws if the service could not listen there, such as on a port below 1024 without the right to. */
async function listenOnce(host: string, port: number): Promise<void> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port, exclusive: true }, resolve)
  })
  await new Promise((resolve) => server.close(resolve))
}
