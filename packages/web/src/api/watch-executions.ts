import type { ExecutionItem } from '@millrace/client'
import type { Client } from './client.ts'
import { watchShared } from './shared-stream.ts'

export interface ExecutionListeners {
  readonly signal: AbortSignal
  /** An execution was created, started or finished. */
  readonly onItem: (item: ExecutionItem) => void
  /** Called when events may have been missed, including after every connect: the list must be reloaded. */
  readonly onReload: () => void
  readonly onConnection?: (isUp: boolean) => void
}

/**
 * Watches the executions of all workflows. The stream cannot be resumed, so the list is reloaded after each connect.
 */
export function watchExecutions(client: Client, { signal, onItem, onReload, onConnection }: ExecutionListeners): void {
  watchShared(`millrace:${client.baseUrl}/executions`, (options) => client.watchExecutions({}, options), {
    signal,
    onConnection,
    onEvent: ({ event, data }) => {
      if (event === 'execution') onItem(data)
      else onReload()
    },
  }).catch(() => onConnection?.(false))
}
