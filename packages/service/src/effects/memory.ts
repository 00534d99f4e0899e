/** What conversations remember, for the step of an execution. */
import { type ConversationMemory, NodeFailure } from '@millrace/model'
import type { MemoryOwner, MemoryStore } from '@millrace/store'

/** Whose memories a step may use. */
export interface MemoryOwners {
  /** The playground session, if the execution is a turn of one. */
  readonly session?: string
  /** Empty for a workflow that is not stored. */
  readonly workflow: string
  /** The execution that nobody called. */
  readonly execution: string
}

const MAX_CHARACTERS = 100_000

export function memoryFor(
  store: Pick<MemoryStore, 'remember'>,
  { owner, idempotencyKey, signal }: { owner: MemoryOwners; idempotencyKey: string; signal: AbortSignal },
): ConversationMemory {
  return {
    async remember(scope, messages, max) {
      signal.throwIfAborted()
      const long = messages.find(({ content }) => content.length > MAX_CHARACTERS)
      if (long !== undefined) {
        throw new NodeFailure('TOO_LARGE', `A message of more than ${MAX_CHARACTERS} characters is not remembered.`)
      }
      return store.remember(ownerOf(owner, scope), idempotencyKey, { messages, max })
    },
  }
}

/** Outside of a session a conversation is as long as the execution; what is not stored shares nothing. */
function ownerOf({ session, workflow, execution }: MemoryOwners, scope: 'session' | 'workflow'): MemoryOwner {
  if (scope === 'workflow' && workflow !== '') return { kind: 'workflow', id: workflow }
  return session === undefined ? { kind: 'execution', id: execution } : { kind: 'session', id: session }
}
