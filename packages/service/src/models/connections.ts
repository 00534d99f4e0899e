/**
 * Connections: how a model provider is reached, kept under a name so that many nodes can share one key that none of them
 * shows. The key is sealed, bound to its connection, and opened only to ask the provider.
 */
import { isPlaceholder, NodeFailure, Problem, type Provider, placeholderOf } from '@millrace/model'
import type { ConnectionRecord, ConnectionStore, Page } from '@millrace/store'
import { type Connection, defaultBaseUrl } from '../effects/models/model-target.ts'
import { baseUrlOf, modelKeyOf } from '../platform/base-url.ts'
import type { Clock, Ids } from '../platform/ports.ts'
import type { Vault } from '../platform/secrets.ts'

/** A connection as an admin writes it. */
export interface ConnectionFields {
  readonly name: string
  readonly provider: Provider
  readonly baseUrl?: string | null
  /** Left out, or a placeholder, it stays as it is; null removes it. */
  readonly apiKey?: string | null
}

export interface Connections {
  create(fields: ConnectionFields, createdBy: string): Promise<ConnectionRecord>
  /** By id or by name. */
  get(idOrName: string): Promise<ConnectionRecord>
  list(page: { limit: number; offset: number }): Promise<Page<ConnectionRecord>>
  update(id: string, fields: ConnectionFields): Promise<ConnectionRecord>
  remove(id: string): Promise<void>
  /** With its key, for the one call that needs it; undefined when there is none of that id or name. */
  resolve(idOrName: string): Promise<Connection | undefined>
}

export interface ConnectionNeeds {
  readonly store: ConnectionStore
  readonly vault: Vault
  readonly clock: Clock
  readonly ids: Ids
}

export function createConnections({ store, vault, clock, ids }: ConnectionNeeds): Connections {
  async function get(idOrName: string): Promise<ConnectionRecord> {
    const record = await store.get(idOrName)
    if (record === undefined) throw new Problem('NOT_FOUND', { message: 'There is no such connection.' })
    return record
  }

  /** A key as it is stored, and what is shown of it. */
  function sealed(id: string, apiKey: string): Pick<ConnectionRecord, 'secret' | 'hint'> {
    const key = fitting('/apiKey', () => modelKeyOf(apiKey))
    return { secret: vault.seal(key, contextOf(id)), hint: placeholderOf(key) }
  }

  return {
    get,
    async create({ name, provider, baseUrl, apiKey }, createdBy) {
      const id = ids.uuid()
      const now = clock.now()
      if (isPlaceholder(apiKey))
        throw misfit('/apiKey', 'is a placeholder, and there is no key that it could stand for')
      const record: ConnectionRecord = {
        id,
        name,
        provider,
        baseUrl: placeFor(provider, baseUrl),
        ...(apiKey == null ? NO_KEY : sealed(id, apiKey)),
        createdAt: now,
        updatedAt: now,
        createdBy,
      }
      if (!(await store.create(record))) throw taken(name)
      return record
    },
    list: (page) => store.list(page),
    async update(id, { name, provider, baseUrl, apiKey }) {
      const before = await get(id)
      const keepsKey = apiKey === undefined || isPlaceholder(apiKey)
      const place = placeFor(provider, baseUrl)
      // Else whoever may write a connection, but not read its key, could have the key sent to himself.
      if (keepsKey && before.secret !== null && hostOf(provider, place) !== hostOf(before.provider, before.baseUrl)) {
        throw misfit('/apiKey', 'has to be given again, since the connection now leads to another host')
      }
      const key = keepsKey ? {} : apiKey === null ? NO_KEY : sealed(before.id, apiKey)
      const record: ConnectionRecord = { ...before, name, provider, baseUrl: place, ...key, updatedAt: clock.now() }
      const result = await store.update(record)
      if (result === 'taken') throw taken(name)
      if (result === 'missing') throw new Problem('NOT_FOUND', { message: 'There is no such connection.' })
      return record
    },
    async remove(id) {
      const { id: found } = await get(id)
      await store.remove(found)
    },
    async resolve(idOrName) {
      const record = await store.get(idOrName)
      if (record === undefined) return undefined
      const { name, provider, baseUrl } = record
      return {
        name,
        provider,
        baseUrl,
        apiKey: record.secret === null ? undefined : opened(vault, record, record.secret),
      }
    },
  }
}

const NO_KEY = { secret: null, hint: '' }

function contextOf(id: string): string {
  return `connection:${id}`
}

function opened(vault: Vault, { id, name }: ConnectionRecord, secret: Uint8Array): string {
  try {
    return vault.open(secret, contextOf(id))
  } catch {
    const message = `The key of the connection "${name}" cannot be opened with the key of this service; store it again.`
    throw new NodeFailure('MODEL_KEY_MISSING', message)
  }
}

function placeFor(provider: Provider, baseUrl: string | null | undefined): string | null {
  const place = baseUrl ? fitting('/baseUrl', () => baseUrlOf(baseUrl)) : null
  if (place === null && provider === 'openai_compatible') throw misfit('/baseUrl', 'is needed for openai_compatible')
  return place
}

/** Whom a key is sent to. */
function hostOf(provider: string, baseUrl: string | null): string {
  return URL.parse(baseUrl ?? defaultBaseUrl(provider) ?? '')?.origin ?? provider
}

function fitting<T>(path: string, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw misfit(path, error instanceof Error ? error.message : 'cannot be used')
  }
}

function misfit(path: string, message: string): Problem {
  return new Problem('VALIDATION_ERROR', {
    message: `The body is invalid: ${path} ${message}.`,
    details: [{ code: 'INVALID_VALUE', message, path }],
  })
}

function taken(name: string): Problem {
  return new Problem('ALREADY_EXISTS', { message: `There is already a connection "${name}".` })
}
