/** Sends an e-mail through the SMTP server of a credential. The socket is ours, so that the egress policy applies. */
import { connect, isIP, type Socket } from 'node:net'
import {
  cutText,
  type MailAddress,
  type MailAnswer,
  type MailAttachment,
  type MailCall,
  NodeFailure,
  Retryable,
} from '@millrace/model'
import { type OpenCredential, withCredential } from '../credentials/credential-source.ts'
import type { Egress } from '../http/egress.ts'

export interface Mail extends Omit<MailCall, 'credential' | 'timeoutMs'> {
  readonly from: MailAddress
  /** The same for all attempts: mail programs show duplicates once. */
  readonly messageId: string
}

export interface MailNeeds {
  readonly credential: OpenCredential
  readonly egress: Egress
  readonly signal: AbortSignal
  /** For the whole exchange. */
  readonly timeoutMs?: number
  /** How long the server may take for one response. */
  readonly idleMs?: number
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { starttls: 587, tls: 465, none: 25 }
const CONNECT_MS = 10_000
const TOTAL_MS = 30_000
/** A response of the server in an error message. */
const MAX_REASON = 1_000

/** Throws a NodeFailure without secrets, or the reason of the signal. */
export async function sendMail(mail: Mail, { credential, egress, signal, ...limits }: MailNeeds): Promise<MailAnswer> {
  const { timeoutMs = TOTAL_MS, idleMs = CONNECT_MS } = limits
  const { host = '', secure = 'starttls', user = '', password = '' } = credential.values
  const port = Number(credential.values.port || DEFAULT_PORTS[secure])
  const late = AbortSignal.timeout(timeoutMs)
  const over = AbortSignal.any([signal, late])
  const exchange = new Exchange(host)

  async function sent(): Promise<MailAnswer> {
    // On first use: it loads TLS, which takes 7 MB of memory, and many services send no mail.
    const { createTransport } = await import('nodemailer')
    const socket = await connected(host, port, egress, over)
    const end = () => socket.destroy()
    over.addEventListener('abort', end, { once: true })
    try {
      const transport = createTransport({
        ...{ host, port, secure: secure === 'tls', requireTLS: secure === 'starttls', ignoreTLS: secure === 'none' },
        connection: socket,
        ...(user !== '' && { auth: { user, pass: password } }),
        tls: { servername: isIP(host) === 0 ? host : '' },
        ...{ greetingTimeout: CONNECT_MS, socketTimeout: idleMs, disableFileAccess: true, disableUrlAccess: true },
        logger: exchange.logger,
      })
      // An abort while the transport was created has destroyed the socket before it was watched.
      over.throwIfAborted()
      const { messageId, accepted, rejected } = await transport.sendMail(messageOf(mail))
      return { messageId, accepted: accepted.map(String), rejected: (rejected ?? []).map(String) }
    } finally {
      over.removeEventListener('abort', end)
      socket.destroy()
    }
  }

  return withCredential(withSignIn(credential, user, password), async () => {
    try {
      return await sent()
    } catch (error) {
      signal.throwIfAborted()
      throw exchange.failureOf(error, late.aborted ? timeoutMs : undefined)
    }
  })
}

/** A server may quote the response to its sign-in, which has the password in another form. */
function withSignIn(credential: OpenCredential, user: string, password: string): OpenCredential {
  if (password === '') return credential
  const plain = Buffer.from(`\u0000${user}\u0000${password}`).toString('base64')
  return { ...credential, secrets: [...credential.secrets, plain] }
}

/** Addresses are passed in parts, so that none of them is parsed again as a list. */
function messageOf({ from, to, cc = [], bcc = [], replyTo = [], subject, text, html, ...rest }: Mail) {
  const { attachments = [], messageId } = rest
  const list = (addresses: readonly MailAddress[]) => addresses.map(({ address, name = '' }) => ({ address, name }))
  return {
    from: { address: from.address, name: from.name ?? '' },
    ...{ to: list(to), cc: list(cc), bcc: list(bcc), replyTo: list(replyTo), subject, messageId },
    ...(text !== undefined && { text }),
    ...(html !== undefined && { html }),
    attachments: attachments.map(attachmentOf),
  }
}

function attachmentOf({ name, type, content, encoding }: MailAttachment) {
  return { filename: name, contentType: type, content: Buffer.from(content, encoding) }
}

async function connected(host: string, port: number, egress: Egress, signal: AbortSignal): Promise<Socket> {
  egress.checkHost(host, port)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const socket = connect({ host, port, lookup: egress.lookupFor(port), signal, timeout: CONNECT_MS })
  socket.once('connect', resolve)
  socket.once('error', reject)
  const late = Object.assign(new Error('the connection timed out'), { code: 'ETIMEDOUT' })
  socket.once('timeout', () => socket.destroy(late))
  try {
    await promise
    socket.setTimeout(0)
    socket.off('error', reject)
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}

/** Codes of the library for a lost connection, and of the system for one that could not be made. */
const LOST = new Set(['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND'])
const UNREACHABLE = /^(?:E(?:CONN|HOST|NET)\w+|EAI_\w+)$/

/** What an error means depends on how far the exchange got. */
class Exchange {
  readonly #host: string
  #isWithServer = false

  constructor(host: string) {
    this.#host = host
  }

  /** The library reports the end of the message only to its logger. */
  readonly logger = {
    info: (entry: unknown) => {
      if ((entry as { readonly tnx?: unknown } | null)?.tnx === 'message') this.#isWithServer = true
    },
  }

  failureOf(error: unknown, lateMs: number | undefined): unknown {
    if (error instanceof NodeFailure) return error
    const host = this.#host
    const { code = '', responseCode, rejected } = error as Reported
    const isUndecided = typeof responseCode !== 'number'
    if (isUndecided && this.#isWithServer) {
      // The server may have accepted it, so a repetition could be a second e-mail.
      const message = `The connection to the mail server ${host} ended before it confirmed the message. It may have been sent.`
      return new NodeFailure('OUTCOME_UNKNOWN', message)
    }
    if (lateMs !== undefined) return new Retryable(`${host} did not respond in ${lateMs} ms.`, 'TIMED_OUT')
    if (isUndecided && (LOST.has(code) || UNREACHABLE.test(code)) && !isAboutCertificate(error)) {
      return new Retryable(`${host} could not be reached, or the connection was lost (${code}).`, 'UPSTREAM_FAILED')
    }
    const why = cutText(error instanceof Error ? error.message : String(error), MAX_REASON)
    const details = Array.isArray(rejected) ? { rejected: rejected.map(String) } : undefined
    const message = `The mail server ${host} did not accept the message: ${why}`
    // 4yz: the server asks to try again later.
    return new NodeFailure('MAIL_FAILED', message, { retryable: !isUndecided && responseCode < 500, details })
  }
}

/** The facts that the library adds to its errors. */
interface Reported {
  readonly code?: string
  readonly responseCode?: number
  readonly rejected?: unknown
}

/** The library reports a refused certificate like a lost connection, with the code of the cause beside it. */
function isAboutCertificate(error: unknown): boolean {
  const { originalCode = '', message = '' } = error as { readonly originalCode?: string; readonly message?: string }
  return /CERT|TLS|SSL|SIGNED|ISSUER/.test(originalCode) || /certificate|altname/i.test(message)
}
