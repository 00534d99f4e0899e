/** Sends an e-mail through the SMTP server of a credential. The socket is ours, so that the egress policy applies. */
import { connect, isIP, type Socket } from 'node:net'
import { NodeFailure } from '@millrace/model'
import { createTransport } from 'nodemailer'
import { type OpenCredential, withCredential } from '../effects/credentials/credential-source.ts'
import type { Egress } from '../effects/http/egress.ts'

export interface Mail {
  readonly to: readonly string[]
  readonly from: string
  readonly subject: string
  readonly text: string
  /** The same for all attempts: mail programs show duplicates once. */
  readonly id: string
}

export interface MailNeeds {
  readonly credential: OpenCredential
  readonly egress: Egress
  readonly signal: AbortSignal
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { starttls: 587, tls: 465, none: 25 }
const CONNECT_MS = 10_000
const TOTAL_MS = 30_000

/** Throws a NodeFailure without secrets. */
export async function sendMail(mail: Mail, { credential, egress, signal }: MailNeeds): Promise<void> {
  const { host = '', secure = 'starttls', user = '', password = '' } = credential.values
  const port = Number(credential.values.port || DEFAULT_PORTS[secure])
  const { to, from, subject, text, id } = mail
  await withCredential(credential, async () => {
    const socket = await connected(host, port, egress, signal)
    const over = AbortSignal.any([signal, AbortSignal.timeout(TOTAL_MS)])
    const end = () => socket.destroy()
    over.addEventListener('abort', end, { once: true })
    try {
      const transport = createTransport({
        ...{ host, port, secure: secure === 'tls', requireTLS: secure === 'starttls', ignoreTLS: secure === 'none' },
        connection: socket,
        ...(user !== '' && { auth: { user, pass: password } }),
        tls: { servername: isIP(host) === 0 ? host : '' },
        ...{ greetingTimeout: CONNECT_MS, socketTimeout: CONNECT_MS, disableFileAccess: true, disableUrlAccess: true },
      })
      await transport.sendMail({ to: [...to], from, subject, text, messageId: `<${id}@millrace>` })
    } catch (error) {
      throw failureOf(error, host)
    } finally {
      over.removeEventListener('abort', end)
      socket.destroy()
    }
  })
}

async function connected(host: string, port: number, egress: Egress, signal: AbortSignal): Promise<Socket> {
  egress.checkHost(host, port)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const socket = connect({ host, port, lookup: egress.lookupFor(port), signal, timeout: CONNECT_MS })
  socket.once('connect', resolve)
  socket.once('error', reject)
  socket.once('timeout', () => socket.destroy(new Error('the connection timed out')))
  try {
    await promise
    socket.setTimeout(0)
    socket.off('error', reject)
    return socket
  } catch (error) {
    socket.destroy()
    throw failureOf(error, host)
  }
}

function failureOf(error: unknown, host: string): unknown {
  if (error instanceof NodeFailure) return error
  const why = error instanceof Error ? error.message : String(error)
  return new NodeFailure('MAIL_FAILED', `The mail server ${host} did not accept the message: ${why}`)
}
