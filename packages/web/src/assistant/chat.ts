/** The conversation about one workflow. It outlives the panel; decisions on proposals are stored with it. */
import type { ChatHistoryMessage } from '@millrace/client'
import type { Catalogue, Graph } from '@millrace/model'
import { asApiError } from '../api/api-error.ts'
import type { Client } from '../api/client.ts'
import type { TextSource } from '../ui/language.ts'
import { createStore, type Store } from '../ui/store.ts'
import { failureReport, proposalOf } from './proposal.ts'
import { replyParts } from './reply-parts.ts'

export type Outcome = 'open' | 'applied' | 'partly' | 'dismissed' | 'old'

export interface ChatEntry extends ChatHistoryMessage {
  readonly id: number
  readonly source?: 'rules' | 'model'
  /** The result of its commands; absent if it has none. */
  readonly outcome?: Outcome
  /** True for a message of the page, not of the assistant. */
  readonly isError?: boolean
}

export interface ChatState {
  readonly phase: 'new' | 'loading' | 'ready' | 'failed'
  readonly failure: string | undefined
  readonly entries: readonly ChatEntry[]
  readonly isSending: boolean
}

export interface Asking {
  readonly graph: Graph
  readonly catalogue: Catalogue
  /** Maximum number of automatic attempts to fix failed commands. */
  readonly retries?: number
}

export interface Chat {
  readonly store: Store<ChatState>
  readonly load: () => Promise<void>
  readonly send: (message: string, asking: Asking) => Promise<void>
  readonly stop: () => void
  readonly settle: (entry: number, outcome: Outcome) => void
  readonly clear: () => Promise<void>
}

export const MAX_RETRIES = 3
/** More would make requests large, and older messages rarely matter. */
const MAX_HISTORY = 60

const OUTCOME_NOTES: Readonly<Record<Outcome, string | undefined>> = {
  open: 'These commands were not applied yet.',
  applied: 'These commands were applied.',
  partly: 'Only those of these commands that work were applied.',
  dismissed: 'These commands were dismissed.',
  old: undefined,
}

export function createChat(client: Client, workflowId: string, text: TextSource): Chat {
  const store = createStore<ChatState>({ phase: 'new', failure: undefined, entries: [], isSending: false })
  let lastId = 0
  let going: AbortController | undefined
  const add = (entry: Omit<ChatEntry, 'id'>): ChatEntry => {
    const made = { ...entry, id: ++lastId }
    store.set((state) => ({ ...state, phase: 'ready', entries: [...state.entries, made] }))
    return made
  }
  const exchange = async (message: string, asking: Asking, signal: AbortSignal): Promise<string | undefined> => {
    const history = historyOf(store.get().entries)
    add({ role: 'user', content: message })
    const { nodes, edges } = asking.graph
    const body = { message, workflowState: { nodes, edges }, history }
    const reply = await client.sendChatMessage({ id: workflowId, body }, { signal })
    const parts = replyParts(reply.content)
    add({
      role: 'assistant',
      content: reply.content,
      ...(reply.source === undefined ? {} : { source: reply.source }),
      ...(parts.commands === '' ? {} : { outcome: 'open' as const }),
    })
    const { failures } = proposalOf(parts, asking.graph, asking.catalogue)
    return failures.length === 0 ? undefined : failureReport(failures)
  }
  return {
    store,
    async load() {
      if (store.get().phase !== 'new' && store.get().phase !== 'failed') return
      store.set({ phase: 'loading', failure: undefined })
      try {
        const said = await client.listChatMessages({ id: workflowId })
        const entries = said.map((one) => ({
          ...one,
          id: ++lastId,
          ...(hasCommands(one) ? { outcome: 'old' as const } : {}),
        }))
        store.set((state) => ({ ...state, phase: 'ready', entries: [...entries, ...state.entries] }))
      } catch (error) {
        store.set({ phase: 'failed', failure: asApiError(error).message })
      }
    },
    async send(message, asking) {
      if (store.get().isSending) return
      going = new AbortController()
      const { signal } = going
      store.set({ isSending: true })
      try {
        let next: string | undefined = message
        for (let left = asking.retries ?? 0; next !== undefined && left >= 0; left--)
          next = await exchange(next, asking, signal)
      } catch (error) {
        add({
          role: 'assistant',
          content: signal.aborted ? text().assistant.stopped : asApiError(error).message,
          isError: true,
        })
      } finally {
        store.set({ isSending: false })
      }
    },
    stop: () => going?.abort(),
    settle: (id, outcome) =>
      store.set((state) => ({
        ...state,
        entries: state.entries.map((entry) => (entry.id === id ? { ...entry, outcome } : entry)),
      })),
    async clear() {
      going?.abort()
      await client.clearChat({ id: workflowId })
      store.set({ entries: [], phase: 'ready' })
    },
  }
}

function hasCommands({ role, content }: ChatHistoryMessage): boolean {
  return role === 'assistant' && replyParts(content).commands !== ''
}

/** The history that is sent to the assistant: all messages, and the results of its proposals. */
export function historyOf(entries: readonly ChatEntry[]): ChatHistoryMessage[] {
  return entries
    .filter(({ isError }) => isError !== true)
    .slice(-MAX_HISTORY)
    .map(({ role, content, outcome }) => {
      const note = outcome === undefined ? undefined : OUTCOME_NOTES[outcome]
      return { role, content: note === undefined ? content : `${content}\n\n[${note}]` }
    })
}
