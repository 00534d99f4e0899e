/** A connection while it is edited, and the request body that saves it. */
import type { Connection, CreateConnectionBody } from '@millrace/client'
import { PROVIDERS, type Provider } from '@millrace/model'

export interface ConnectionDraft {
  readonly name: string
  readonly provider: Provider
  readonly baseUrl: string
  /** The typed key; the stored key never reaches the page. */
  readonly key: string
  readonly removesKey: boolean
}

export function draftOf(connection: Connection | undefined): ConnectionDraft {
  return {
    name: connection?.name ?? '',
    provider: PROVIDERS.find((provider) => provider === connection?.provider) ?? 'openai',
    baseUrl: connection?.baseUrl ?? '',
    key: '',
    removesKey: false,
  }
}

/** An empty key field keeps the stored key. */
export function bodyOf({ name, provider, baseUrl, key, removesKey }: ConnectionDraft): CreateConnectionBody {
  const typed = key.trim()
  return {
    name: name.trim(),
    provider,
    baseUrl: baseUrl.trim() === '' ? null : baseUrl.trim(),
    ...(removesKey ? { apiKey: null } : typed === '' ? {} : { apiKey: typed }),
  }
}

/** The last characters of the stored key, as its placeholder shows them. */
export function keyEndOf({ apiKey }: Pick<Connection, 'apiKey'>): string | undefined {
  return apiKey === null ? undefined : apiKey.replace(/^__secret__:/, '')
}

/** Problems that prevent saving. */
export function draftProblems({ name, provider, baseUrl }: ConnectionDraft): { name?: true; baseUrl?: true } {
  return {
    ...(name.trim() === '' ? { name: true } : {}),
    ...(provider === 'openai_compatible' && baseUrl.trim() === '' ? { baseUrl: true } : {}),
  }
}

/** True if the service requires the key again because the base URL has another host. */
export function needsKeyAgain(draft: ConnectionDraft, before: Connection | undefined): boolean {
  if (before === undefined || before.apiKey === null || draft.removesKey || draft.key.trim() !== '') return false
  return draft.baseUrl.trim() !== (before.baseUrl ?? '') || draft.provider !== before.provider
}
