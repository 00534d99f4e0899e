import type { QuestionType } from '@millrace/model'
import type { Client } from '../api/client.ts'
import { wholePage } from '../api/pages.ts'
import type { Interrupt } from './interrupt.ts'

export interface InterruptQuery {
  readonly status?: Interrupt['status'] | undefined
  readonly type?: QuestionType | undefined
  readonly workflow_id?: string | undefined
  readonly session_id?: string | undefined
  readonly execution_id?: string | undefined
  /** False adds what only others may answer. */
  readonly mine?: boolean | undefined
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}

const at = (id: string) => `/interrupts/${encodeURIComponent(id)}`

export const listInterrupts = async (client: Client, query: InterruptQuery = {}): Promise<readonly Interrupt[]> =>
  (await wholePage<Interrupt>(client, '/interrupts', { query: { ...query } })).items

export const getInterrupt = (client: Client, id: string): Promise<Interrupt> => client.data(at(id))

/** Answers; what comes back is still `pending` where others have to answer too. */
export const answerInterrupt = (client: Client, id: string, value: unknown): Promise<Interrupt> =>
  client.data(at(id), { method: 'POST', body: { value } })

export const dismissInterrupt = (client: Client, id: string): Promise<Interrupt> =>
  client.data(`${at(id)}/cancel`, { method: 'POST' })
