/** Who is signed in. */
import type { Client } from './client.ts'

export interface Caller {
  readonly id: string
  readonly name: string
  readonly role: 'viewer' | 'operator' | 'editor' | 'admin' | null
  readonly permissions: readonly string[]
}

export const getSession = (client: Client): Promise<Caller> => client.data('/auth/session')

export const signIn = (client: Client, credential: { token: string } | { code: string }): Promise<Caller> =>
  client.data('/auth/session', { method: 'POST', body: credential })

export const signOut = (client: Client): Promise<unknown> => client.json('/auth/session', { method: 'DELETE' })
