import type { ExecutionCapability } from '../executions/create-services.ts'
import type { Platform } from '../platform/create-services.ts'
import { processBus } from '../platform/process-bus.ts'
import type { WorkflowCapability } from '../workflows/create-services.ts'
import type { Conversations } from './conversations.ts'
import { createPlayground } from './playground.ts'
import { connectSessions } from './remote-sessions.ts'
import type { PlaygroundServices } from './services.ts'
import { SessionUpdates } from './session-updates.ts'

export interface PlaygroundCapability extends PlaygroundServices {
  readonly conversations: Conversations
}

export function createPlaygroundServices(
  { store, config, vault, clock, ids, log }: Platform,
  { workflows, workflowEvents }: WorkflowCapability,
  { engine, executions, partialOutput, onWritten, remote, remoteDeltas }: ExecutionCapability,
): PlaygroundCapability {
  const feed = new SessionUpdates(store.sessions, partialOutput)
  const bus = processBus({ store, config })
  if (bus !== undefined && remote !== undefined) connectSessions(feed, { bus, remote, log })
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
    partialTexts: async (id) => remoteDeltas?.ofSession(id) ?? partialOutput.ofSession(id),
    isShared: store.cluster !== undefined,
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
