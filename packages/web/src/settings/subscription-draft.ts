/** The form of a subscription. Pure. */
import type { ApiError, CreateSubscriptionArgs, Subscription, UpdateSubscriptionArgs } from '@millrace/client'
import type { SubscriptionEvent, SubscriptionKind } from '@millrace/model'

export interface SubscriptionDraft {
  readonly kind: SubscriptionKind
  readonly name: string
  readonly events: readonly SubscriptionEvent[]
  readonly url: string
  readonly to: string
  readonly from: string
  readonly credential: string
}

export const NEW_DRAFT: SubscriptionDraft = {
  kind: 'chat',
  name: '',
  events: ['execution.failed', 'question.waiting'],
  url: '',
  to: '',
  from: '',
  credential: '',
}

/** The texts of a draft that have a field in the form of each kind. */
export type PlaceField = 'url' | 'to' | 'from' | 'credential'
const FIELDS: Readonly<Record<SubscriptionKind, readonly [PlaceField, ...PlaceField[]]>> = {
  webhook: ['url'],
  chat: ['url'],
  email: ['to', 'from', 'credential'],
}

/** The field that an error is about, or else the first one. */
export function fieldOf({ details }: Pick<ApiError, 'details'>, kind: SubscriptionKind): PlaceField {
  const [, name] = details[0]?.path?.split('/') ?? []
  return FIELDS[kind].find((field) => field === name) ?? FIELDS[kind][0]
}

/** The form of a stored subscription. Its address is not returned as a whole, so it is only replaced. */
export function draftOf({ kind, name, events, to, from, credential }: Subscription): SubscriptionDraft {
  return { kind, name, events, url: '', to: to.join(', '), from: from ?? '', credential: credential ?? '' }
}

/** The events in the order of the list, with one added or removed. */
export function toggled(
  events: readonly SubscriptionEvent[],
  event: SubscriptionEvent,
  all: readonly SubscriptionEvent[],
): readonly SubscriptionEvent[] {
  return all.filter((one) => (one === event ? !events.includes(one) : events.includes(one)))
}

/** `isStored`: it has an address already. */
export function isComplete(draft: SubscriptionDraft, isStored = false): boolean {
  const { kind, events, url, to, from, credential } = draft
  const needed = kind === 'email' ? [to, from, credential] : isStored ? [] : [url]
  return events.length > 0 && needed.every((text) => text.trim() !== '')
}

export function bodyOf(draft: SubscriptionDraft) {
  return { kind: draft.kind, ...changeOf(draft) } satisfies CreateSubscriptionArgs['body']
}

/** An empty name or address is left out: a stored one stays as it is. */
export function changeOf({ kind, name, events, url, to, from, credential }: SubscriptionDraft) {
  const mail = {
    to: to.split(',').flatMap((one) => one.trim() || []),
    from: from.trim(),
    credential: credential.trim(),
  }
  return {
    events: [...events],
    ...(name.trim() !== '' && { name: name.trim() }),
    ...(kind === 'email' ? mail : url.trim() !== '' && { url: url.trim() }),
  } satisfies UpdateSubscriptionArgs['body']
}
