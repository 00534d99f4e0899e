/** Subscriptions to events, as the routes use them. Addresses and signing secrets are encrypted. */
import {
  credentialType,
  DEFAULT_PROJECT,
  type DeliveryTest,
  type NewSubscription,
  Problem,
  type SubscriptionChange,
} from '@millrace/model'
import {
  type CredentialStore,
  type DeliveryRecord,
  type DeliveryStore,
  ERROR_WORKFLOW,
  type Page,
  type SubscriptionRecord,
} from '@millrace/store'
import type { Clock, Ids, Random } from '../platform/ports.ts'
import type { Vault } from '../platform/secrets.ts'
import { openSubscription, sealSubscription } from './sealed-subscription.ts'
import { newSecret } from './signature.ts'

export interface Subscriptions {
  /** The secret is that of the signatures; null for kinds without one. */
  create(fields: NewSubscription, createdBy: string): Promise<{ record: SubscriptionRecord; secret: string | null }>
  get(id: string): Promise<SubscriptionRecord>
  list(page: PageQuery): Promise<Page<SubscriptionRecord>>
  update(id: string, change: SubscriptionChange): Promise<SubscriptionRecord>
  remove(id: string): Promise<void>
  /** Sends a test message now. */
  test(id: string, signal: AbortSignal): Promise<DeliveryTest>
  deliveries(id: string, query: PageQuery & Pick<Partial<DeliveryRecord>, 'status'>): Promise<Page<DeliveryRecord>>
  /** Sends a delivery that has ended once more. */
  replay(id: string, delivery: string): Promise<DeliveryRecord>
}

interface PageQuery {
  readonly limit: number
  readonly offset: number
}

export interface SubscriptionNeeds {
  readonly store: DeliveryStore
  readonly credentials: Pick<CredentialStore, 'typesOf'>
  readonly vault: Vault
  readonly clock: Clock
  readonly ids: Ids
  readonly random: Random
  readonly sendTest: (subscription: SubscriptionRecord, signal: AbortSignal) => Promise<DeliveryTest>
  /** Called when there may be something to send. */
  readonly wake: () => void
}

/** Every event is written once for each of them. */
export const MAX_SUBSCRIPTIONS = 100

export function createSubscriptions(needs: SubscriptionNeeds): Subscriptions {
  const { store, credentials, vault, clock, ids, random, sendTest, wake } = needs

  async function get(id: string): Promise<SubscriptionRecord> {
    const found = await store.get(id)
    if (found === undefined) throw new Problem('NOT_FOUND', { message: 'There is no such subscription.' })
    return found
  }

  async function checkCredential(name: string | undefined): Promise<void> {
    if (name === undefined) return
    const type = (await credentials.typesOf([name], DEFAULT_PROJECT)).get(name)
    if (type === undefined) throw invalid('credential', 'must be a credential of the default project')
    if (credentialType(type)?.purpose !== 'mail') {
      throw invalid('credential', `must be a credential of the type smtp, not ${type}`)
    }
  }

  return {
    get,
    list: (page) => store.list(page),
    async create(fields, createdBy) {
      const { kind = 'webhook', name = '', events, enabled = true } = fields
      const { total } = await store.list({ limit: 1, offset: 0 })
      if (total >= MAX_SUBSCRIPTIONS) {
        throw new Problem('VALIDATION_ERROR', { message: `There are ${total} subscriptions already.` })
      }
      const [id, now] = [ids.uuid(), clock.now()]
      checkFields(kind, fields)
      await checkCredential(fields.credential)
      const { url = '', secret = kind === 'webhook' ? newSecret(random) : '' } = fields
      const record: SubscriptionRecord = {
        ...{ id, kind, name: name || defaultName(fields), events, isEnabled: enabled },
        ...{ failingSince: null, disabledReason: null },
        ...placeOf(kind, fields),
        secret: kind === 'email' ? null : sealSubscription(vault, id, { url, secret }),
        ...{ createdAt: now, updatedAt: now, createdBy },
      }
      await store.create(record)
      return { record, secret: kind === 'webhook' ? secret : null }
    },
    async update(id, change) {
      const before = await get(id)
      const { kind } = before
      checkGiven(kind, change)
      // A form sends all fields, and the credential may have been deleted.
      if (change.credential !== before.credential) await checkCredential(change.credential)
      const { name = before.name, events = before.events, enabled = before.isEnabled } = change
      const opened = kind === 'email' ? undefined : openSubscription(vault, before)
      const { url = opened?.url ?? '', secret = opened?.secret ?? '' } = change
      const { to = before.to, from = before.from, credential = before.credential } = change
      const isEnabledAgain = enabled && !before.isEnabled
      const record: SubscriptionRecord = {
        ...{ ...before, name, events, isEnabled: enabled, updatedAt: clock.now(), to, from, credential },
        ...(isEnabledAgain && { failingSince: null, disabledReason: null }),
        ...(opened && { url: shownUrl(kind, url), secret: sealSubscription(vault, id, { url, secret }) }),
      }
      if (!(await store.update(record))) throw new Problem('NOT_FOUND', { message: 'There is no such subscription.' })
      wake()
      return record
    },
    async remove(id) {
      await get(id)
      await store.remove(id)
    },
    test: async (id, signal) => sendTest(await get(id), signal),
    async deliveries(id, query) {
      if (id !== ERROR_WORKFLOW) await get(id)
      return store.deliveries({ subscriptionId: id, ...query })
    },
    async replay(id, deliveryId) {
      const delivery = await store.delivery(deliveryId)
      if (delivery?.subscriptionId !== id) throw new Problem('NOT_FOUND', { message: 'There is no such delivery.' })
      await store.replay(deliveryId, clock.now())
      wake()
      return (await store.delivery(deliveryId)) ?? delivery
    },
  }
}

type Fields = SubscriptionChange

/** The fields of each kind; all but the secret are required. */
const OWN: Readonly<Record<SubscriptionRecord['kind'], readonly (keyof Fields)[]>> = {
  webhook: ['url', 'secret'],
  chat: ['url'],
  email: ['to', 'from', 'credential'],
}
const PLACES = ['url', 'secret', 'to', 'from', 'credential'] as const

function checkGiven(kind: SubscriptionRecord['kind'], fields: Fields): void {
  const other = PLACES.find((key) => fields[key] !== undefined && !OWN[kind].includes(key))
  if (other !== undefined) throw invalid(other, `is not a field of the kind ${kind}`)
  if (fields.url !== undefined && !URL.canParse(fields.url)) throw invalid('url', 'must be a URL')
}

function checkFields(kind: SubscriptionRecord['kind'], fields: Fields): void {
  checkGiven(kind, fields)
  const missing = OWN[kind].find((key) => key !== 'secret' && fields[key] === undefined)
  if (missing !== undefined) throw invalid(missing, `is required for the kind ${kind}`)
}

function invalid(field: string, message: string): Problem {
  return new Problem('VALIDATION_ERROR', {
    message: `The body is invalid: /${field} ${message}.`,
    details: [{ code: 'INVALID_VALUE', message, path: `/${field}` }],
  })
}

function placeOf(kind: SubscriptionRecord['kind'], { url, to = [], from, credential }: Fields) {
  return { url: url === undefined ? null : shownUrl(kind, url), to, from: from ?? null, credential: credential ?? null }
}

/** The address of a chat is a secret; other addresses may have one in their query. */
function shownUrl(kind: SubscriptionRecord['kind'], url: string): string {
  const { origin, pathname } = new URL(url)
  return kind === 'chat' ? `${origin}/…` : origin + pathname
}

function defaultName({ url, to }: Fields): string {
  return url === undefined ? (to?.[0] ?? '') : new URL(url).host
}
