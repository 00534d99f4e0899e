/**
 * `effects.mail`: one e-mail of a node, through the mail server of a credential of its project. Checks again what would
 * let a value add recipients or headers, and how large a message may be.
 */
import { createHash } from 'node:crypto'
import { domainToASCII } from 'node:url'
import {
  isMailAddress,
  MAIL_LIMITS,
  type MailAddress,
  type MailAnswer,
  type MailCall,
  NodeFailure,
  parseMailAddress,
} from '@millrace/model'
import { type CredentialSource, noCredentials, type OpenCredential } from '../credentials/credential-source.ts'
import type { Egress } from '../http/egress.ts'
import { sendMail } from './send-mail.ts'

/** The step that sends a message. */
export interface MailStep {
  readonly signal: AbortSignal
  readonly idempotencyKey: string
  readonly owner: { readonly workflow: string }
}

export type MailEffect = (call: MailCall, step: MailStep) => Promise<MailAnswer>

const DEFAULT_MS = 60_000

export function createMail(egress: Egress, credentials: CredentialSource = noCredentials): MailEffect {
  return async (call, { signal, idempotencyKey, owner }) => {
    signal.throwIfAborted()
    refuseInvalid(call)
    const { credential: name, timeoutMs = DEFAULT_MS, ...mail } = call
    const credential = await credentials.open(name, 'mail', { signal, workflow: owner.workflow })
    const from = call.from ?? senderOf(credential)
    const messageId = messageIdFor(idempotencyKey, from)
    return sendMail({ ...mail, from, messageId }, { credential, egress, signal, timeoutMs, idleMs: timeoutMs })
  }
}

/** Most mail servers sign in with the address of the sender. */
function senderOf({ name, values }: OpenCredential): MailAddress {
  const sender = parseMailAddress(values.user ?? '')
  if (sender !== undefined) return sender
  throw new NodeFailure(
    'BAD_CONFIG',
    `Setting "from" is required: the user of the credential "${name}" is not an address.`,
  )
}

/** The same for all attempts of a step; the key itself has the id of the execution, which receivers need not learn. */
function messageIdFor(idempotencyKey: string, { address }: MailAddress): string {
  const hash = createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 32)
  const domain = domainToASCII(address.slice(address.lastIndexOf('@') + 1))
  return `<${hash}@${domain || 'millrace'}>`
}

function refuseInvalid({ from, to, cc = [], bcc = [], replyTo = [], ...content }: MailCall): void {
  const recipients = [...to, ...cc, ...bcc]
  const wrong = [...recipients, ...replyTo, ...(from ? [from] : [])].find((address) => !isMailAddress(address))
  if (wrong !== undefined) throw invalid(`"${wrong.address.slice(0, 100)}" is not a mail address`)
  if (recipients.length === 0) throw invalid('it has no recipients')
  if (recipients.length > MAIL_LIMITS.recipients) throw invalid(`it has more than ${MAIL_LIMITS.recipients} recipients`)
  const { subject, text = '', html = '', attachments = [] } = content
  const bytes = [subject, text, html].reduce((sum, part) => sum + Buffer.byteLength(part), 0)
  const attached = attachments.reduce((sum, { content, encoding }) => sum + Buffer.byteLength(content, encoding), 0)
  if (bytes > MAIL_LIMITS.bodyBytes || attached > MAIL_LIMITS.attachmentBytes) throw invalid('it is too large')
}

function invalid(why: string): NodeFailure {
  return new NodeFailure('BAD_INPUT', `The message cannot be sent: ${why}.`)
}
