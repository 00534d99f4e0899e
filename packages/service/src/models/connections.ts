/**
 * Connections to model providers, stored under a name so that many nodes can share one key without showing it. The key is
 * encrypted, bound to its connection, and decrypted only to call the provider.
 */
import { isPlaceholder, NodeFailure, Problem, type Provider, placeholderOf } from '@millrace/model'
import type { ConnectionRecord, ConnectionStore, Page } from '@millrace/store'
import { type Connection, defaultBaseUrl } from '../effects/models/model-target.ts'
import { baseUrlOf, modelKeyOf } from '../platform/base-url.ts'
import type { Clock, Ids } from '../platform/ports.ts'
import type { Vault } from '../platform/secrets.ts'

/** The fields of a connection that an admin sets. */
export interface ConnectionFields {
  readonly name: string
  readonly provider: Provider
  readonly baseUrl?: string | null
  /** Omitted or a placeholder: the key is kept; null removes it. */
  readonly apiKey?: string | null
}

export interface Connections {
  create(fields: ConnectionFields, createdBy: string): Promise<ConnectionRecord>
  /** By id or by name. */
  get(idOrName: string): Promise<ConnectionRecord>
  list(page: { limit: number; offset: number }): Promise<Page<ConnectionRecord>>
  update(id: string, fields: ConnectionFields): Promise<ConnectionRecord>
  remove(id: string): Promise<void>
  /** The connection with its key, for a call; undefined if there is none with this id or name. */
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

  /** The stored form of a key, and the hint that is shown. */
  function sealed(id: string, apiKey: string): Pick<ConnectionRecord, 'secret' | 'hint'> {
    const key = validField('/apiKey', () => modelKeyOf(apiKey))
    return { secret: vault.seal(key, connectionContext(id)), hint: placeholderOf(key) }
  }

  return {
    get,
    async create({ name, provider, baseUrl, apiKey }, createdBy) {
      const id = ids.uuid()
      const now = clock.now()
      if (isPlaceholder(apiKey)) throw invalidField('/apiKey', 'must not be a placeholder for a new connection')
      const record: ConnectionRecord = {
        id,
        name,
        provider,
        baseUrl: baseUrlFor(provider, baseUrl),
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
      const place = baseUrlFor(provider, baseUrl)
      // Otherwise an admin who cannot read the key could have it sent to their own server.
      if (keepsKey && before.secret !== null && hostOf(provider, place) !== hostOf(before.provider, before.baseUrl)) {
        throw invalidField('/apiKey', 'must be entered again, because the connection now has another host')
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

/** The context that binds a key to its connection. */
export function connectionContext(id: string): string {
  return `connection:${id}`
}

function opened(vault: Vault, { id, name }: ConnectionRecord, secret: Uint8Array): string {
  try {
    return vault.open(secret, connectionContext(id))
  } catch {
    const message = `The key of the connection "${name}" cannot be decrypted with the key of this service; enter it again.`
    throw new NodeFailure('MODEL_KEY_MISSING', message)
  }
}

function baseUrlFor(provider: Provider, baseUrl: string | null | undefined): string | null {
  const place = baseUrl ? validField('/baseUrl', () => baseUrlOf(baseUrl)) : null
  if (place === null && provider === 'openai_compatible')
    throw invalidField('/baseUrl', 'is required for openai_compatible')
  return place
}

/** The origin that a key is sent to. */
function hostOf(provider: string, baseUrl: string | null): string {
  return URL.parse(baseUrl ?? defaultBaseUrl(provider) ?? '')?.origin ?? provider
}

function validField<T>(path: string, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw invalidField(path, error instanceof Error ? error.message : 'is invalid')
  }
}

function invalidField(path: string, message: string): Problem {
  return new Problem('VALIDATION_ERROR', {
    message: `The body is invalid: ${path} ${message}.`,
    details: [{ code: 'INVALID_VALUE', message, path }],
  })
}

function taken(name: string): Problem {
  return new Problem('ALREADY_EXISTS', { message: `There is already a connection "${name}".` })
}
