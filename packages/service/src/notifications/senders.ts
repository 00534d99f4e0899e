/** Sends an event to its recipient. The egress policy of the service applies to all of them. */
import type { SubscriptionKind } from '@millrace/model'
import type { SubscriptionRecord } from '@millrace/store'
import type { CredentialSource } from '../effects/credentials/credential-source.ts'
import type { Egress } from '../effects/http/egress.ts'
import { createEgressFetch, type FetchLimits } from '../effects/http/egress-fetch.ts'
import { sendMail } from '../effects/mail/send-mail.ts'
import type { Clock } from '../platform/ports.ts'
import { type EventMessage, textOf } from './event-message.ts'
import type { OpenedSubscription } from './sealed-subscription.ts'
import { signedHeaders } from './signature.ts'

export interface Sending {
  readonly subscription: SubscriptionRecord
  readonly opened: OpenedSubscription
  /** The id of the delivery. */
  readonly id: string
  /** The JSON of the message. */
  readonly body: string
  readonly signal: AbortSignal
}

/** A response; another one than 2xx is a failure. */
export interface Sent {
  /** The HTTP status; null for e-mail. */
  readonly status: number | null
}

export interface SenderNeeds {
  readonly egress: Egress
  readonly credentials: CredentialSource
  readonly clock: Clock
}

/** Throws a failure if nothing was sent. */
export type Sender = (sending: Sending) => Promise<Sent>

const LIMITS: FetchLimits = {
  ...{ connectMs: 10_000, firstByteMs: 15_000, idleMs: 5_000, totalMs: 20_000 },
  ...{ maxBytes: 1024 * 1024, maxHeaderBytes: 32 * 1024 },
}

export function createSenders({ egress, credentials, clock }: SenderNeeds): Readonly<Record<SubscriptionKind, Sender>> {
  async function post(url: string, init: { headers?: Record<string, string>; body: string; signal: AbortSignal }) {
    egress.check(new URL(url))
    const { headers = {}, body, signal } = init
    const send = createEgressFetch(egress, LIMITS, signal)
    const response = await send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Millrace', ...headers },
      body,
    })
    // The content is of no interest; an unread body would keep the connection.
    await response.body?.cancel()
    return { status: response.status }
  }
  return {
    webhook: ({ opened, id, body, signal }) =>
      post(opened.url, { headers: { ...signedHeaders(opened.secret, id, clock.now(), body) }, body, signal }),
    chat: ({ opened, body, signal }) => {
      const { subject, text } = textOf(JSON.parse(body) as EventMessage)
      return post(opened.url, { body: JSON.stringify({ text: `${subject}\n${text}` }), signal })
    },
    async email({ subscription, id, body, signal }) {
      const { subject, text } = textOf(JSON.parse(body) as EventMessage)
      const { to, from, credential } = subscription
      const message = {
        to: to.map((address) => ({ address })),
        from: { address: from ?? '' },
        ...{ subject, text, messageId: `<${id}@millrace>` },
      }
      await sendMail(message, {
        credential: await credentials.open(credential ?? '', 'mail', { signal, workflow: '' }),
        egress,
        signal,
      })
      return { status: null }
    },
  }
}
