/** The memory of conversations, for a step of an execution. */
import { type ConversationMemory, NodeFailure } from '@millrace/model'
import type { MemoryOwner, MemoryStore } from '@millrace/store'

/** The possible owners of a step's memory. */
export interface MemoryOwners {
  /** The playground session, if the execution belongs to one. */
  readonly session?: string
  /** Empty for a workflow that is not stored. */
  readonly workflow: string
  /** The root execution, which has no parent. */
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
        throw new NodeFailure(
          'TOO_LARGE',
          `A remembered message must have at most ${MAX_CHARACTERS} characters (got ${long.content.length}).`,
        )
      }
      return store.remember(ownerOf(owner, scope), idempotencyKey, { messages, max })
    },
  }
}

/** Without a session the memory lasts for the execution; an unstored workflow has no memory of its own. */
function ownerOf({ session, workflow, execution }: MemoryOwners, scope: 'session' | 'workflow'): MemoryOwner {
  if (scope === 'workflow' && workflow !== '') return { kind: 'workflow', id: workflow }
  return session === undefined ? { kind: 'execution', id: execution } : { kind: 'session', id: session }
}
