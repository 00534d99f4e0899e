/** One attempt to deliver an event to a subscription, and its result in the outbox. */

import type { ExecutionEngine } from '@millrace/engine'
import type { DeliveryTest } from '@millrace/model'
import type { DeliveryRecord, Store, SubscriptionRecord } from '@millrace/store'
import { iso } from '../platform/iso.ts'
import type { Clock, Log, Random } from '../platform/ports.ts'
import type { Vault } from '../platform/secrets.ts'
import { healthAfter, outcomeOf } from './delivery-policy.ts'
import type { EventMessage } from './event-message.ts'
import type { EventReader } from './event-reader.ts'
import type { PageLinks } from './page-links.ts'
import { openSubscription } from './sealed-subscription.ts'
import type { createSenders } from './senders.ts'

export interface DeliverNeeds {
  readonly store: Pick<Store, 'deliveries' | 'executions' | 'interrupts'>
  readonly engine: Pick<ExecutionEngine, 'view'>
  readonly vault: Vault
  readonly senders: ReturnType<typeof createSenders>
  readonly read: EventReader
  readonly links: PageLinks
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}

export interface Deliver {
  attempt(subscription: SubscriptionRecord, delivery: DeliveryRecord, signal: AbortSignal): Promise<void>
  test(subscription: SubscriptionRecord, signal: AbortSignal): Promise<DeliveryTest>
}

interface Result {
  readonly responseStatus: number | null
  readonly error?: string
}

export function createDeliver(needs: DeliverNeeds): Deliver {
  const { store, vault, senders, read, links, clock, random, log } = needs

  async function send(
    subscription: SubscriptionRecord,
    id: string,
    body: string,
    signal: AbortSignal,
  ): Promise<Result> {
    try {
      const opened = openSubscription(vault, subscription)
      const { status } = await senders[subscription.kind]({ subscription, opened, id, body, signal })
      const isAccepted = status === null || (status >= 200 && status < 300)
      return { responseStatus: status, ...(!isAccepted && { error: `The response has the status ${status}.` }) }
    } catch (error) {
      signal.throwIfAborted()
      return { responseStatus: null, error: error instanceof Error ? error.message : String(error) }
    }
  }

  async function settle(subscription: SubscriptionRecord, delivery: DeliveryRecord, sent: Result & { body: string }) {
    const [chance = 0] = random.bytes(1)
    const attempt = { ...sent, attempts: delivery.attempts + 1, now: clock.now(), chance: chance / 255 }
    const outcome = outcomeOf(attempt)
    await store.deliveries.settle(delivery.id, outcome)
    const health = healthAfter(subscription, attempt)
    if (health !== undefined) await store.deliveries.setHealth(subscription.id, health)
    if (sent.error === undefined) return
    const facts = { subscription: subscription.id, delivery: delivery.id, event: delivery.event }
    log.warn(
      { ...facts, attempts: attempt.attempts, status: outcome.status, error: outcome.error },
      'a delivery failed',
    )
    if (health?.isEnabled === false) log.warn({ ...facts, why: health.disabledReason }, 'a subscription was disabled')
  }

  return {
    async attempt(subscription, delivery, signal) {
      const message = delivery.body === null ? await read(delivery) : undefined
      const body = delivery.body ?? (message && JSON.stringify(message))
      const isMoot = subscription.kind !== 'webhook' && (await isOfNoInterest(delivery, needs))
      if (body === undefined || isMoot) return store.deliveries.discard([delivery.id])
      await settle(subscription, delivery, { ...(await send(subscription, delivery.id, body, signal)), body })
    },
    async test(subscription, signal) {
      const message: EventMessage = {
        type: 'test',
        timestamp: iso(clock.now()),
        data: { message: 'Notifications of Millrace arrive here.', url: links.settings('notifications') },
      }
      const id = `test_${Buffer.from(random.bytes(16)).toString('hex')}`
      const { responseStatus, error } = await send(subscription, id, JSON.stringify(message), signal)
      return { delivered: error === undefined, responseStatus, error: error ?? null }
    },
  }
}

/** People get no message about closed questions, nor about a child whose parent reports the same end. */
async function isOfNoInterest({ event, subjectId }: DeliveryRecord, { store, engine }: DeliverNeeds): Promise<boolean> {
  if (event === 'question.waiting') return (await store.interrupts.get(subjectId))?.status !== 'pending'
  if (event === 'question.answered' || event === 'budget.warning' || event === 'budget.exceeded') return false
  const item = await store.executions.get(subjectId)
  if (item?.trigger !== 'sub_workflow') return item === undefined
  return (await engine.view(subjectId))?.record.about.root !== undefined
}
