/** Sample sessions, messages and questions for tests; each test changes only the fields it needs. */
import type { QuestionRow } from '@millrace/engine'
import type { NewMessage, StoredSession, StoredTurn } from '../playground-store.ts'
import type { Store } from '../store.ts'
import { makeExecution, sampleSummary, step } from './execution-samples.ts'
import { sampleSave } from './sample-records.ts'

/** Texts that a database might change. */
export const HOSTILE = [
  'nul \0 in it',
  'halves \ud83d and \udc00 of characters',
  `quote ' and " and \\ and \`; DROP TABLE sessions; --`,
  '$1 ? :a @b %_',
  'new\nline, tab\t, \u2028, \u0001',
  'größe 👩‍👩‍👧 \u{10ffff}',
  'ü'.repeat(10_000),
  '',
]

export function sampleSession(id: string, change: Partial<StoredSession> = {}) {
  return { id, workflowId: 'w', name: `Session ${id}`, createdAt: 10, updatedAt: 10, metadata: {}, ...change }
}

/** Creates the workflow `w` unless it exists, and a session of it. */
export async function makeSession(store: Store, id: string, change: Partial<StoredSession> = {}): Promise<void> {
  const session = sampleSession(id, change)
  await store.workflows.create(sampleSave(session.workflowId))
  await store.sessions.create(session)
}

export function sampleMessage(id: string, change: Partial<NewMessage> = {}): NewMessage {
  return {
    id,
    role: 'assistant',
    content: `Content of ${id}`,
    status: 'completed',
    at: 100,
    parentId: null,
    executionId: null,
    nodeId: null,
    metadata: {},
    ...change,
  }
}

export function sampleTurn(sessionId: string, executionId: string): Omit<StoredTurn, 'status' | 'seen'> {
  return { sessionId, executionId, messageId: `m of ${executionId}`, startedAt: 50, inputs: { text: 'hello' } }
}

/** The message that goes with `sampleTurn`. */
export function turnMessage(executionId: string, change: Partial<NewMessage> = {}): NewMessage {
  return sampleMessage(`m of ${executionId}`, { role: 'user', executionId, ...change })
}

export function sampleQuestion(id: string, change: Partial<QuestionRow> = {}): QuestionRow {
  const executionId = change.executionId ?? 'e'
  return {
    id,
    executionId,
    rootId: executionId,
    workflowId: 'w',
    sessionId: null,
    nodeId: 'ask',
    nodeLabel: 'Ask',
    scope: '',
    question: { type: 'confirmation', config: { message: 'Go on?' }, allowCancel: true },
    status: 'pending',
    responses: [],
    value: null,
    why: null,
    closedBy: null,
    createdAt: 100,
    closedAt: null,
    ...change,
  }
}

/** Writes questions of one execution together with an event, as the engine does; creates the execution if necessary. */
export async function ask(store: Store, ...questions: readonly QuestionRow[]): Promise<void> {
  const { executionId: id = 'e', workflowId = 'w' } = questions[0] ?? {}
  if ((await store.executions.get(id)) === undefined) await makeExecution(store, { id, workflowId, status: 'running' })
  const length = (await store.journal.load(id))?.events.length ?? 0
  await store.journal.append(id, length, [step(length)], sampleSummary('running', { questions }))
}
