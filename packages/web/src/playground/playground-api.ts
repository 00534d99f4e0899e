import type { Client } from '../api/client.ts'
import { wholePage } from '../api/pages.ts'

export type SessionStatus = 'idle' | 'running' | 'awaiting_input' | 'completed' | 'failed'

export interface Session {
  readonly id: string
  readonly workflowId: string
  readonly name: string
  readonly status: SessionStatus
  readonly createdAt: string
  readonly updatedAt: string
}

export interface Message {
  readonly id: string
  readonly sessionId: string
  readonly role: 'user' | 'assistant' | 'system' | 'log'
  readonly content: string
  readonly timestamp: string
  readonly status: 'pending' | 'processing' | 'completed' | 'failed'
  readonly sequenceNumber: number
  readonly parentMessageId: string | null
  readonly nodeId: string | null
  readonly executionId?: string
  readonly origin?: 'user' | 'workflow' | 'engine' | 'interrupt'
  readonly metadata: Readonly<Record<string, unknown>>
}

export interface MessagePage {
  readonly data: readonly Message[]
  readonly hasMore: boolean
  readonly hasOlder: boolean
  readonly sessionStatus: SessionStatus
}

/** `{nodeId: {port or setting: value}}` */
export type TurnInputs = Readonly<Record<string, Readonly<Record<string, unknown>>>>

export const MAX_MESSAGE_CHARACTERS = 10_000

const ofWorkflow = (id: string) => `/workflows/${encodeURIComponent(id)}/playground/sessions`
const at = (id: string) => `/playground/sessions/${encodeURIComponent(id)}`

export const listSessions = async (
  client: Client,
  workflowId: string,
  query: { limit: number; offset: number },
): Promise<readonly Session[]> => (await wholePage<Session>(client, ofWorkflow(workflowId), { query })).items

export const createSession = (client: Client, workflowId: string, name?: string): Promise<Session> =>
  client.data(ofWorkflow(workflowId), { method: 'POST', body: name === undefined ? {} : { name } })

export const getPlaygroundSession = (client: Client, id: string): Promise<Session> => client.data(at(id))

export const deleteSession = (client: Client, id: string): Promise<unknown> => client.json(at(id), { method: 'DELETE' })

export interface MessageQuery {
  readonly since?: number
  readonly before?: number
  readonly latest?: boolean
  readonly limit: number
}

export const listMessages = (
  client: Client,
  id: string,
  query: MessageQuery,
  signal?: AbortSignal,
): Promise<MessagePage> =>
  client.json(`${at(id)}/messages`, { query: { ...query }, ...(signal === undefined ? {} : { signal }) })

export const sendMessage = (
  client: Client,
  id: string,
  body: { content?: string; inputs?: TurnInputs },
): Promise<Message> => client.data(`${at(id)}/messages`, { method: 'POST', body })

export const stopSession = (client: Client, id: string): Promise<unknown> =>
  client.json(`${at(id)}/stop`, { method: 'POST' })

export const resetSession = (client: Client, id: string): Promise<Session> =>
  client.data(`${at(id)}/reset`, { method: 'POST' })

export const eventsPath = (id: string): string => `${at(id)}/events`
