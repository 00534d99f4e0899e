/** Values that the service truncated, and loading the full value. */
import type { RemovedValue, CutValue as SentCutValue } from '@millrace/model'
import type { Client } from '../api/client.ts'

/** A truncated value whose full value can be loaded. */
export type CutValue = SentCutValue & { readonly href: string }

export function isCut(value: unknown): value is CutValue {
  if (typeof value !== 'object' || value === null) return false
  const given = value as Partial<CutValue>
  return given.$cut === true && typeof given.href === 'string'
}

/** A value that was removed, because the workflow does not keep values. */
export function isNotKept(value: unknown): value is RemovedValue {
  if (typeof value !== 'object' || value === null) return false
  const given = value as Partial<RemovedValue>
  return given.$removed === true && typeof given.characters === 'number'
}

/** Loads the full value. Its address has the service's own prefix, which a host may have mapped elsewhere. */
export async function loadFullValue(client: Client, { href }: CutValue): Promise<unknown> {
  const response = await client.fetch(pathBelowBase(href))
  return response.json()
}

export function pathBelowBase(href: string): string {
  const start = href.indexOf('/pipelines/')
  return start < 0 ? href : href.slice(start)
}
