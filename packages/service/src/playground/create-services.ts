import type { ExecutionCapability } from '../executions/create-services.ts'
import type { Platform } from '../platform/create-services.ts'
import type { WorkflowCapability } from '../workflows/create-services.ts'
import type { Conversations } from './conversations.ts'
import { createPlayground } from './playground.ts'
import type { PlaygroundServices } from './services.ts'
import { SessionUpdates } from './session-updates.ts'

export interface PlaygroundCapability extends PlaygroundServices {
  readonly conversations: Conversations
}

export function createPlaygroundServices(
  { store, vault, clock, ids, log }: Platform,
  { workflows, workflowEvents }: WorkflowCapability,
  { engine, executions, partialOutput, onWritten }: ExecutionCapability,
): PlaygroundCapability {
  const feed = new SessionUpdates(store.sessions, (id) => partialOutput.ofSession(id))
  partialOutput.listen((delta, sessionId) => {
    if (sessionId !== undefined) feed.say(sessionId, delta)
  })
  const playground = createPlayground({
    sessions: store.sessions,
    memories: store.memories,
    histories: store.executions,
    workflows,
    executions,
    engine,
    feed,
    partialTexts: (id) => partialOutput.ofSession(id),
    vault,
    clock,
    ids,
    log,
  })
  const { conversations } = playground
  onWritten((written) => conversations.written(written))
  // Sessions are deleted with their workflow, so their streams must end.
  workflowEvents.onDeleted(() => playground.endGone())
  return { playground, conversations }
}
