/** What the settings ask of the service. */
import type { Client } from '../api/client.ts'

export const ROLES = ['viewer', 'operator', 'editor', 'admin'] as const
export type Role = (typeof ROLES)[number]

export interface Token {
  readonly id: string
  readonly name: string
  readonly role: Role
  readonly createdAt: string
  readonly createdBy: string
  readonly expiresAt: string | null
  readonly lastUsedAt: string | null
}

export interface NewToken {
  readonly name: string
  readonly role: Role
  readonly expiresAt: string | null
}

const ALL = { query: { limit: 100 } }

export const listTokens = (client: Client): Promise<Token[]> => client.data('/auth/tokens', ALL)

/** The answer holds the secret, this once. */
export const createToken = (client: Client, body: NewToken): Promise<Token & { token: string }> =>
  client.data('/auth/tokens', { method: 'POST', body })

export const revokeToken = (client: Client, id: string): Promise<unknown> =>
  client.json(`/auth/tokens/${encodeURIComponent(id)}`, { method: 'DELETE' })

export interface Session {
  readonly id: string
  readonly name: string
  readonly role: Role
  readonly createdAt: string
  readonly expiresAt: string
  /** Whether it is the session of this page. */
  readonly isCurrent: boolean
}

export const listSessions = (client: Client): Promise<Session[]> => client.data('/auth/sessions', ALL)

export const endSession = (client: Client, id: string): Promise<unknown> =>
  client.json(`/auth/sessions/${encodeURIComponent(id)}`, { method: 'DELETE' })

/** Ends every session but that of this page. */
export const endOtherSessions = (client: Client): Promise<{ ended: number }> =>
  client.data('/auth/sessions', { method: 'DELETE' })

export const PROVIDERS = ['openai', 'anthropic', 'google', 'ollama', 'openai_compatible', 'echo'] as const
export type Provider = (typeof PROVIDERS)[number]

export interface Connection {
  readonly id: string
  readonly name: string
  readonly provider: string
  readonly baseUrl: string | null
  /** A placeholder that shows the end of the key. */
  readonly apiKey: string | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly createdBy: string
}

export interface ConnectionBody {
  readonly name: string
  readonly provider: Provider
  readonly baseUrl?: string | null
  /** Left out it stays as it is; null removes it. */
  readonly apiKey?: string | null
}

export interface ConnectionTest {
  readonly ok: boolean
  readonly message: string
  readonly code: string | null
}

const at = (id: string) => `/connections/${encodeURIComponent(id)}`

export const listConnections = (client: Client): Promise<Connection[]> => client.data('/connections', ALL)

/** Makes a connection, or changes the one with this id. */
export const saveConnection = (client: Client, id: string | undefined, body: ConnectionBody): Promise<Connection> =>
  id === undefined
    ? client.data('/connections', { method: 'POST', body })
    : client.data(at(id), { method: 'PUT', body })

export const testConnection = (client: Client, id: string): Promise<ConnectionTest> =>
  client.data(`${at(id)}/test`, { method: 'POST', body: {} })

export const deleteConnection = (client: Client, id: string): Promise<unknown> =>
  client.json(at(id), { method: 'DELETE' })

export interface SystemConfig {
  readonly version: string
  readonly features: Readonly<Record<string, boolean>>
  readonly limits: Readonly<Record<string, number>>
}

export interface SystemVersion {
  readonly version: string
  readonly build: string
  readonly api_version: string
}

export const getSystemConfig = (client: Client): Promise<SystemConfig> => client.data('/system/config')
export const getSystemVersion = (client: Client): Promise<SystemVersion> => client.json('/system/version')
