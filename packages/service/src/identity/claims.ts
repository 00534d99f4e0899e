/** Reads claims of tokens, which another party has written. */
import { isObject } from '@millrace/model'

type Claims = Readonly<Record<string, unknown>>

/** Names are stored and sent in replies, so control characters are removed. */
export function printable(text: unknown): string {
  return String(text)
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, 200)
}

/** A claim by its name, or by a path such as `realm_access.roles`. */
export function claimAt(payload: Claims, name: string): unknown {
  if (Object.hasOwn(payload, name)) return payload[name]
  let place: unknown = payload
  for (const key of name.split('.')) place = isObject(place) && Object.hasOwn(place, key) ? place[key] : undefined
  return place
}

/** More groups than a person has; a longer claim is cut. */
const MAX_GROUPS = 200

/** The texts of a claim that lists groups or roles. */
export function groupsIn(claim: unknown): readonly string[] {
  const named: readonly unknown[] = Array.isArray(claim) ? claim : [claim]
  const groups = named.filter((one): one is string => typeof one === 'string' && one !== '' && one.length <= 254)
  return [...new Set(groups)].slice(0, MAX_GROUPS)
}
