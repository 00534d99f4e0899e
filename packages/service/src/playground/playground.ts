/** Conversations with workflows: sessions, turns, stop and reset. `conversations.ts` turns events into messages. */
import type { ExecutionEngine } from '@millrace/engine'
import { Problem, type SessionStatus } from '@millrace/model'
import {
  type MemoryStore,
  type MessagePage,
  type MessageQuery,
  type NewMessage,
  type Page,
  type SessionStep,
  type SessionStore,
  type Store,
  type StoredMessage,
  type StoredSession,
  type StoredTurn,
  StoreUnavailable,
} from '@millrace/store'
import type { Executions } from '../executions/executions.ts'
import type { Delta } from '../executions/streams/partial-output.ts'
import { ANONYMOUS, type Caller } from '../platform/caller.ts'
import type { Clock, Ids, Log } from '../platform/ports.ts'
import type { Vault } from '../platform/secrets.ts'
import type { Workflows } from '../workflows/workflows.ts'
import { Conversations } from './conversations.ts'
import { partialMessage } from './partial-message.ts'
import type { NewSession, NewTurn, Playground, SessionNews, SessionView } from './playground-port.ts'
import { inputsOf, replacedMessage, startOf } from './replaced-message.ts'
import { openLaunch, sealLaunch, type TurnLaunch } from './sealed-launch.ts'
import type { SessionUpdates } from './session-updates.ts'
import { launchOf, saidBefore } from './turn-launch.ts'

export interface PlaygroundNeeds {
  readonly sessions: SessionStore
  readonly memories: MemoryStore
  readonly histories: Store['executions']
  readonly workflows: Workflows
  readonly executions: Executions
  readonly engine: Pick<ExecutionEngine, 'view' | 'cancel'>
  readonly feed: SessionUpdates
  /** The texts that nodes of a session are still streaming. */
  readonly partialTexts: (sessionId: string) => Promise<readonly Delta[]>
  /** Whether other processes may stop a turn that this one starts. */
  readonly isShared: boolean
  readonly vault: Vault
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
}

/** The playground with its hooks for events, recovery and shutdown. */
export interface OpenPlayground extends Playground {
  readonly conversations: Conversations
}

const MAX_TURNS_SHOWN = 1000
const MAX_METADATA_CHARACTERS = 65_536
const ALL_TURNS = 1_000_000
/** How long a stop waits for the end of the turn to become a message. */
const STOP_MS = 5000
const LOOK_EVERY_MS = 20

export function createPlayground(needs: PlaygroundNeeds): OpenPlayground {
  return new StoredPlayground(needs)
}

class StoredPlayground implements OpenPlayground {
  readonly conversations: Conversations
  readonly #needs: PlaygroundNeeds
  /** Turns whose execution is being started. */
  readonly #starting = new Set<string>()

  constructor(needs: PlaygroundNeeds) {
    this.#needs = needs
    const { sessions, feed, clock, log, engine } = needs
    this.conversations = new Conversations({
      sessions,
      feed,
      clock,
      log,
      load: (id) => engine.view(id),
      start: async (turn) => {
        const session = await sessions.get(turn.sessionId)
        if (session !== undefined) await this.#start(session, turn)
      },
    })
  }

  async create(workflow: string, { name, metadata }: NewSession): Promise<SessionView> {
    const { id: workflowId } = await this.#needs.workflows.get(workflow)
    refuseLarge(metadata)
    const now = this.#needs.clock.now()
    const made = {
      id: this.#needs.ids.uuid(),
      workflowId,
      name: name?.trim() ? name : `Session ${(await this.#needs.sessions.count(workflowId)) + 1}`,
      createdAt: now,
      updatedAt: now,
      metadata: metadata ?? {},
    }
    if (!(await this.#needs.sessions.create(made))) {
      throw new Problem('NOT_FOUND', { message: `There is no workflow "${workflow}".` })
    }
    return { session: await this.#session(made.id), turns: [] }
  }

  async list(workflow: string, page: { limit: number; offset: number }): Promise<Page<SessionView>> {
    const { id } = await this.#needs.workflows.get(workflow)
    const { items, total } = await this.#needs.sessions.list(id, page)
    return { items: await this.#withTurns(items), total }
  }

  async get(id: string): Promise<SessionView> {
    const [view] = await this.#withTurns([await this.#session(id)])
    return view as SessionView
  }

  async remove(id: string): Promise<void> {
    await this.#session(id)
    await this.#shut(id)
    const turns = await this.#needs.sessions.turns([id], ALL_TURNS)
    await this.#needs.histories.remove(turns.flatMap(({ executionId, seen }) => [executionId, ...Object.keys(seen)]))
    await this.#needs.sessions.remove(id)
    this.#needs.feed.end(id)
  }

  async rename(id: string, name: string): Promise<void> {
    await this.#session(id)
    await this.#needs.sessions.step({ sessionId: id, at: this.#needs.clock.now(), name })
  }

  /** The launch of a new turn, checked: a Problem if it cannot start. */
  async #launchOf(found: StoredSession, given: NewTurn, by: Caller) {
    const { sessions, executions } = this.#needs
    const replaced =
      given.replaces === undefined ? undefined : await replacedMessage(this.#needs, found, given.replaces)
    const sent = given.inputs ?? (replaced && (await inputsOf(this.#needs, replaced, by)))
    const inputs = sent ?? {}
    const content = given.content === '' && given.inputs === undefined ? (replaced?.content ?? '') : given.content
    const start = replaced && startOf(replaced)
    const history = await saidBefore(sessions, found, start)
    const workflow = given.workflow && { ...given.workflow, id: found.workflowId }
    const plan =
      workflow === undefined
        ? await executions.plan(found.workflowId, inputs, by)
        : await executions.planUnsaved(workflow, inputs, by)
    const launch: TurnLaunch = {
      inputs: launchOf(plan, inputs, { message: content, history, session_id: found.id }),
      ...(sent === undefined ? {} : { sent }),
      ...(workflow === undefined ? {} : { workflow }),
      by: by.name,
      byId: by.id,
      role: by.role,
      via: by.via,
      ...(by.trace && { trace: by.trace }),
    }
    const metadata = {
      userName: by.name,
      ...(Object.keys(inputs).length === 0 ? {} : { hasInputs: true }),
      ...(start === undefined ? {} : { replaces: start }),
    }
    return { content, launch, metadata }
  }

  async send(id: string, given: NewTurn, by: Caller): Promise<StoredMessage> {
    const found = await this.#session(id)
    if (found.status !== 'idle') throw new Problem('SESSION_BUSY')
    const { content, launch, metadata } = await this.#launchOf(found, given, by)
    const now = this.#needs.clock.now()
    const messageId = this.#needs.ids.uuid()
    const executionId = this.#needs.ids.uuid()
    const turn = {
      sessionId: id,
      executionId,
      messageId,
      startedAt: now,
      inputs: await sealLaunch(this.#needs.vault, executionId, launch),
    }
    const message = await this.#needs.sessions.beginTurn(turn, {
      id: messageId,
      role: 'user',
      content,
      status: 'pending',
      at: now,
      parentId: null,
      executionId,
      nodeId: null,
      metadata,
    })
    if (message === undefined) throw new Problem('NOT_FOUND', { message: `There is no session "${id}".` })
    if (message === 'busy') throw new Problem('SESSION_BUSY')
    this.#needs.feed.publish({
      sessionId: id,
      messages: [message],
      status: 'running',
      change: (await this.#needs.sessions.get(id))?.lastChange ?? message.change,
      isNewStatus: true,
    })
    const begun: StoredTurn = { ...turn, status: 'running', seen: {} }
    this.#starting.add(executionId)
    try {
      await this.#start(found, begun)
      if (this.#needs.isShared) await this.#cancelIfStopped(begun)
    } catch (error) {
      // The message is on disk, so the request succeeded; the turn starts when the database accepts writes again.
      if (error instanceof StoreUnavailable) {
        this.conversations.startLater(begun)
        return message
      }
      this.conversations.giveUpInTime(
        begun,
        error instanceof Problem ? error.message : 'The execution could not be started.',
      )
      throw error
    } finally {
      this.#starting.delete(executionId)
    }
    return message
  }

  async messages(id: string, query: MessageQuery): Promise<MessagePage & { readonly status: SessionStatus }> {
    // Read the status first: a reply that reports the end of a turn must contain its last messages.
    const { status } = await this.#session(id)
    return { ...(await this.#needs.sessions.messages(id, query)), status }
  }

  async message(id: string, messageId: string): Promise<StoredMessage> {
    await this.#session(id)
    const found = await this.#needs.sessions.message(id, messageId)
    if (found === undefined) throw new Problem('NOT_FOUND', { message: `There is no message "${messageId}".` })
    return found
  }

  async stop(id: string): Promise<boolean> {
    await this.#session(id)
    return this.#stop(id)
  }

  async reset(id: string): Promise<void> {
    await this.#session(id)
    for (;;) {
      await this.#stop(id)
      const done = await this.#needs.sessions.step(resetStep(id, this.#needs.ids.uuid(), this.#needs.clock.now()))
      // Another message was sent meanwhile: stop its turn as well.
      if (done === undefined && (await this.#needs.sessions.openTurn(id)) !== undefined) continue
      await this.#needs.memories.clear({ kind: 'session', id })
      if (done === undefined) return
      const { messages, session: after } = done
      this.#needs.feed.publish({
        sessionId: id,
        messages,
        status: after.status,
        change: after.lastChange,
        isNewStatus: false,
      })
      return
    }
  }

  async *follow(
    id: string,
    from: { readonly after: number; readonly signal: AbortSignal },
  ): AsyncIterable<SessionNews> {
    await this.#session(id)
    yield* this.#needs.feed.follow(id, from)
  }

  endGone(): Promise<void> {
    return this.#needs.feed.endGone()
  }

  async settled(sessionId: string, maxMs: number): Promise<void> {
    const deadline = this.#needs.clock.now() + maxMs
    do {
      await this.conversations.settle(sessionId)
      if (await this.conversations.awaitsInput(sessionId)) return
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    } while (this.#needs.clock.now() < deadline)
  }

  async #session(id: string): Promise<StoredSession> {
    const found = await this.#needs.sessions.get(id)
    if (found === undefined) throw new Problem('NOT_FOUND', { message: `There is no session "${id}".` })
    return found
  }

  async #start({ id, workflowId, metadata }: StoredSession, turn: StoredTurn): Promise<void> {
    const { inputs, workflow, by, byId = ANONYMOUS.id, trace, ...of } = await openLaunch(this.#needs.vault, turn)
    const options = {
      id: turn.executionId,
      inputs,
      by: {
        ...ANONYMOUS,
        role: of.role ?? null,
        via: of.via ?? ANONYMOUS.via,
        id: byId,
        name: by,
        ...(trace && { trace }),
      },
      isUrgent: metadata.executionMode !== 'queued',
      about: { session: id, turn: turn.messageId },
    }
    if (workflow === undefined) await this.#needs.executions.start(workflowId, options)
    else await this.#needs.executions.startUnsaved(workflow, options)
  }

  /** Another process may have ended the turn before its execution existed. */
  async #cancelIfStopped({ sessionId, executionId: id }: StoredTurn): Promise<void> {
    if ((await this.#needs.sessions.openTurn(sessionId))?.executionId !== id) await this.#needs.engine.cancel(id)
  }

  /** Cancels the open turn, if any; resolves when its end is stored as a message. */
  async #stop(id: string): Promise<boolean> {
    const turn = await this.#needs.sessions.openTurn(id)
    if (turn === undefined) return false
    await this.#keepPartialTexts(turn)
    const deadline = this.#needs.clock.now() + STOP_MS
    while (this.#needs.clock.now() <= deadline) {
      // Right after the message is stored its execution does not exist yet.
      const isCancelled = await this.#needs.engine.cancel(turn.executionId)
      if (!isCancelled && !this.#starting.has(turn.executionId) && (await this.#isMissing(turn))) {
        await this.conversations.giveUp(turn, 'Stopped.')
      }
      await this.conversations.settle(id)
      if ((await this.#needs.sessions.openTurn(id))?.executionId !== turn.executionId) return true
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    }
    throw new Problem('NOT_READY', { message: 'The session could not be stopped yet. Try again.' })
  }

  /** Stores texts that nodes are still streaming, before the turn ends: a stop must not discard what was shown. */
  async #keepPartialTexts({ sessionId, messageId }: StoredTurn): Promise<void> {
    const { partialTexts, sessions, clock, ids, feed } = this.#needs
    const texts = (await partialTexts(sessionId)).filter(({ text }) => text !== '')
    if (texts.length === 0) return
    const at = clock.now()
    const add = texts.map((text) => partialMessage(text, { id: ids.uuid(), at, parentId: messageId }))
    const done = await sessions.step({ sessionId, at, add })
    if (done === undefined) return
    const { messages, session } = done
    feed.publish({ sessionId, messages, status: session.status, change: session.lastChange, isNewStatus: false })
  }

  async #isMissing({ executionId }: StoredTurn): Promise<boolean> {
    return (await this.#needs.engine.view(executionId)) === undefined
  }

  /** Cancels the executions of a session that is being deleted and prevents new ones. */
  async #shut(id: string): Promise<void> {
    for (;;) {
      await this.#stop(id)
      const isShut = await this.#needs.sessions.step({
        sessionId: id,
        at: this.#needs.clock.now(),
        ifStatus: 'idle',
        status: 'failed',
      })
      if (isShut !== undefined || (await this.#needs.sessions.openTurn(id)) === undefined) return
    }
  }

  async #withTurns(found: readonly StoredSession[]): Promise<SessionView[]> {
    const turns = Map.groupBy(
      await this.#needs.sessions.turns(
        found.map(({ id }) => id),
        MAX_TURNS_SHOWN,
      ),
      ({ sessionId }) => sessionId,
    )
    return found.map((one) => ({ session: one, turns: turns.get(one.id) ?? [] }))
  }
}

/** Limit of the metadata, which every list of sessions contains. */
function refuseLarge(metadata: object = {}): void {
  if (JSON.stringify(metadata).length <= MAX_METADATA_CHARACTERS) return
  const message = `has more than ${MAX_METADATA_CHARACTERS} characters as JSON`
  throw new Problem('VALIDATION_ERROR', {
    message: `The metadata ${message}.`,
    details: [{ code: 'TOO_LONG', message, path: '/metadata' }],
  })
}

/** Stores the marker after which a new conversation starts; only while the session is idle. */
function resetStep(sessionId: string, messageId: string, at: number): SessionStep {
  const line: NewMessage = {
    id: messageId,
    role: 'system',
    content: 'New conversation started.',
    status: 'completed',
    at,
    parentId: null,
    executionId: null,
    nodeId: null,
    metadata: { level: 'info', enableRun: true },
  }
  return { sessionId, at, ifStatus: 'idle', resetAt: 'now', add: [line] }
}
