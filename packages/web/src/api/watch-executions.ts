import type { ExecutionItem } from '@millrace/client'
import type { Client } from './client.ts'
import { watchShared } from './shared-stream.ts'

export interface ExecutionNews {
  readonly signal: AbortSignal
  /** An execution was created, started or finished. */
  readonly onItem: (item: ExecutionItem) => void
  /** Something may have been missed, so the list has to be loaded. Also called whenever the stream is up. */
  readonly onLook: () => void
  readonly onConnection?: (isUp: boolean) => void
}

/** Follows the executions of all workflows. Nothing is resumed, so the list is loaded after each connection. */
export function watchExecutions(client: Client, { signal, onItem, onLook, onConnection }: ExecutionNews): void {
  watchShared(`millrace:${client.baseUrl}/executions`, (options) => client.watchExecutions({}, options), {
    signal,
    onConnection,
    onEvent: ({ event, data }) => {
      if (event === 'execution') onItem(data)
      else onLook()
    },
  }).catch(() => onConnection?.(false))
}
