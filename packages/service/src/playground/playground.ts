/** Conversations with workflows: sessions, turns, stop and reset. `conversations.ts` turns events into messages. */
import type { Engine } from '@millrace/engine'
import { Problem } from '@millrace/model'
import {
  type MemoryStore,
  type NewMessage,
  type SessionStep,
  type SessionStore,
  type Store,
  type StoredSession,
  type StoredTurn,
  StoreUnavailable,
} from '@millrace/store'
import type { Executions } from '../executions/executions.ts'
import { type Caller, NOBODY } from '../platform/caller.ts'
import type { Clock, Ids, Log } from '../platform/ports.ts'
import type { Vault } from '../platform/secrets.ts'
import type { Workflows } from '../workflows/workflows.ts'
import { Conversations } from './conversations.ts'
import type { NewTurn, Playground, SessionView } from './playground-port.ts'
import type { SessionUpdates } from './session-updates.ts'
import { launchOf, saidBefore } from './turn-launch.ts'

export interface PlaygroundNeeds {
  readonly sessions: SessionStore
  readonly memories: MemoryStore
  readonly histories: Store['executions']
  readonly workflows: Workflows
  readonly executions: Executions
  readonly engine: Pick<Engine, 'view' | 'cancel'>
  readonly feed: SessionUpdates
  readonly vault: Vault
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
}

/** The playground, and what has to be told, taken up and closed around it. */
export interface OpenPlayground extends Playground {
  readonly conversations: Conversations
}

const MAX_TURNS_SHOWN = 1000
const MAX_METADATA_CHARACTERS = 65_536
const ALL_TURNS = 1_000_000
/** How long a stop waits for the end of the turn to be told. */
const STOP_MS = 5000
const LOOK_EVERY_MS = 20

export function createPlayground(needs: PlaygroundNeeds): OpenPlayground {
  const { sessions, feed, clock, ids, executions, workflows } = needs
  const conversations = new Conversations({
    sessions,
    feed,
    clock,
    log: needs.log,
    load: (id) => needs.engine.view(id),
    start: async (turn) => {
      const session = await sessions.get(turn.sessionId)
      if (session !== undefined) await start(session, turn)
    },
  })

  async function session(id: string): Promise<StoredSession> {
    const found = await sessions.get(id)
    if (found === undefined) throw new Problem('NOT_FOUND', { message: `There is no session "${id}".` })
    return found
  }

  async function start({ id, workflowId, metadata }: StoredSession, turn: StoredTurn): Promise<void> {
    const { inputs, by, byId = NOBODY.id, role = null } = opened(needs.vault, turn)
    await executions.start(workflowId, {
      id: turn.executionId,
      inputs,
      by: { ...NOBODY, id: byId, name: by, role },
      isUrgent: metadata.executionMode !== 'queued',
      about: { session: id, turn: turn.messageId },
    })
  }

  /** Turns whose execution is just being started. */
  const starting = new Set<string>()

  /** Ends the open turn, if there is one; resolves when that has been told. */
  async function stop(id: string): Promise<boolean> {
    const turn = await sessions.openTurn(id)
    if (turn === undefined) return false
    const deadline = clock.now() + STOP_MS
    while (clock.now() <= deadline) {
      // Between the message and its start there is a moment without an execution.
      const isCancelled = await needs.engine.cancel(turn.executionId)
      if (!isCancelled && !starting.has(turn.executionId) && (await isMissing(turn))) {
        await conversations.giveUp(turn, 'Stopped.')
      }
      await conversations.settle(id)
      if ((await sessions.openTurn(id))?.executionId !== turn.executionId) return true
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    }
    throw new Problem('NOT_READY', { message: 'It could not be stopped yet; try again.' })
  }

  async function isMissing({ executionId }: StoredTurn): Promise<boolean> {
    return (await needs.engine.view(executionId)) === undefined
  }

  /** Ends what runs and lets nothing new begin, for a session that is about to go. */
  async function shut(id: string): Promise<void> {
    for (;;) {
      await stop(id)
      const isShut = await sessions.step({ sessionId: id, at: clock.now(), ifStatus: 'idle', status: 'failed' })
      if (isShut !== undefined || (await sessions.openTurn(id)) === undefined) return
    }
  }

  return {
    conversations,

    async create(workflow, { name, metadata }) {
      const { id: workflowId } = await workflows.get(workflow)
      refuseLarge(metadata)
      const now = clock.now()
      const made = {
        id: ids.uuid(),
        workflowId,
        name: name?.trim() ? name : `Session ${(await sessions.count(workflowId)) + 1}`,
        createdAt: now,
        updatedAt: now,
        metadata: metadata ?? {},
      }
      if (!(await sessions.create(made))) {
        throw new Problem('NOT_FOUND', { message: `There is no workflow "${workflow}".` })
      }
      return { session: await session(made.id), turns: [] }
    },

    async list(workflow, page) {
      const { id } = await workflows.get(workflow)
      const { items, total } = await sessions.list(id, page)
      return { items: await withTurns(items), total }
    },

    async get(id) {
      const [view] = await withTurns([await session(id)])
      return view as SessionView
    },

    async remove(id) {
      await session(id)
      await shut(id)
      const turns = await sessions.turns([id], ALL_TURNS)
      await needs.histories.remove(turns.flatMap(({ executionId, seen }) => [executionId, ...Object.keys(seen)]))
      await sessions.remove(id)
      feed.end(id)
    },

    async send(id, { content, inputs = {} }: NewTurn, by: Caller) {
      const found = await session(id)
      if (found.status !== 'idle') throw new Problem('SESSION_BUSY')
      const history = await saidBefore(sessions, found)
      const plan = await executions.plan(found.workflowId, inputs, by)
      const launch = launchOf(plan, inputs, { message: content, history, session_id: id })
      const now = clock.now()
      const messageId = ids.uuid()
      const executionId = ids.uuid()
      const turn = {
        sessionId: id,
        executionId,
        messageId,
        startedAt: now,
        inputs: sealed(needs.vault, executionId, { inputs: launch, by: by.name, byId: by.id, role: by.role }),
      }
      const message = await sessions.beginTurn(turn, {
        id: messageId,
        role: 'user',
        content,
        status: 'pending',
        at: now,
        parentId: null,
        executionId,
        nodeId: null,
        metadata: { userName: by.name, ...(Object.keys(inputs).length === 0 ? {} : { hasInputs: true }) },
      })
      if (message === undefined) throw new Problem('NOT_FOUND', { message: `There is no session "${id}".` })
      if (message === 'busy') throw new Problem('SESSION_BUSY')
      feed.publish({
        sessionId: id,
        messages: [message],
        status: 'running',
        change: (await sessions.get(id))?.lastChange ?? message.change,
        isNewStatus: true,
      })
      const begun: StoredTurn = { ...turn, status: 'running', seen: {} }
      starting.add(executionId)
      try {
        await start(found, begun)
      } catch (error) {
        // The message is on disk, and that is what was asked for: its turn starts when the database takes it.
        if (error instanceof StoreUnavailable) {
          conversations.startLater(begun)
          return message
        }
        conversations.giveUpInTime(begun, error instanceof Problem ? error.message : 'It could not be started.')
        throw error
      } finally {
        starting.delete(executionId)
      }
      return message
    },

    async messages(id, query) {
      // The status first: whoever reads that a turn is over must have its last messages in the same answer.
      const { status } = await session(id)
      return { ...(await sessions.messages(id, query)), status }
    },

    async message(id, messageId) {
      await session(id)
      const found = await sessions.message(id, messageId)
      if (found === undefined) throw new Problem('NOT_FOUND', { message: `There is no message "${messageId}".` })
      return found
    },

    async stop(id) {
      await session(id)
      return stop(id)
    },

    async reset(id) {
      await session(id)
      for (;;) {
        await stop(id)
        const done = await sessions.step(resetStep(id, ids.uuid(), clock.now()))
        // Somebody was quicker with a message: that is stopped as well.
        if (done === undefined && (await sessions.openTurn(id)) !== undefined) continue
        await needs.memories.clear({ kind: 'session', id })
        if (done === undefined) return
        const { messages, session: after } = done
        feed.publish({ sessionId: id, messages, status: after.status, change: after.lastChange, isNewStatus: false })
        return
      }
    },

    async *follow(id, from) {
      await session(id)
      yield* feed.follow(id, from)
    },

    endGone: () => feed.endGone(),

    async settled(sessionId, maxMs) {
      const deadline = clock.now() + maxMs
      do {
        await conversations.settle(sessionId)
        if (await conversations.awaitsInput(sessionId)) return
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
      } while (clock.now() < deadline)
    },
  }

  async function withTurns(found: readonly StoredSession[]): Promise<SessionView[]> {
    const turns = Map.groupBy(
      await sessions.turns(
        found.map(({ id }) => id),
        MAX_TURNS_SHOWN,
      ),
      ({ sessionId }) => sessionId,
    )
    return found.map((one) => ({ session: one, turns: turns.get(one.id) ?? [] }))
  }
}

/** Metadata stands in every list of sessions, whole. */
function refuseLarge(metadata: object = {}): void {
  if (JSON.stringify(metadata).length <= MAX_METADATA_CHARACTERS) return
  const message = `has more than ${MAX_METADATA_CHARACTERS} characters as JSON`
  throw new Problem('VALIDATION_ERROR', {
    message: `The metadata ${message}.`,
    details: [{ code: 'TOO_LONG', message, path: '/metadata' }],
  })
}

/** Draws the line after which a conversation starts anew; only where nothing is going on. */
function resetStep(sessionId: string, messageId: string, at: number): SessionStep {
  const line: NewMessage = {
    id: messageId,
    role: 'system',
    content: 'The conversation starts anew.',
    status: 'completed',
    at,
    parentId: null,
    executionId: null,
    nodeId: null,
    metadata: { level: 'info', enableRun: true },
  }
  return { sessionId, at, ifStatus: 'idle', resetAt: 'now', add: [line] }
}

interface TurnLaunch {
  readonly inputs: Readonly<Record<string, unknown>>
  readonly by: string
  /** Absent in turns of earlier releases. */
  readonly byId?: string
  /** What they may do; turns of earlier releases do not say. */
  readonly role?: Caller['role']
}

/** Launch inputs may hold secrets until the execution has them in its keeping. */
function sealed(vault: Vault, executionId: string, launch: TurnLaunch): Record<string, unknown> {
  return { sealed: Buffer.from(vault.seal(JSON.stringify(launch), executionId)).toString('base64') }
}

function opened(vault: Vault, { inputs, executionId }: StoredTurn): TurnLaunch {
  return JSON.parse(vault.open(Buffer.from(String(inputs.sealed), 'base64'), executionId)) as TurnLaunch
}
