import type { ExecutionItem } from '@millrace/model'
import { isObject } from '@millrace/model'
import type { Client } from './client.ts'
import { watchShared } from './shared-stream.ts'

export interface ExecutionNews {
  readonly signal: AbortSignal
  /** One was made, began to run, or ended. */
  readonly onItem: (item: ExecutionItem) => void
  /** Something may have been missed: the list has to be looked at. Also said whenever the stream is up. */
  readonly onLook: () => void
  readonly onConnection?: (isUp: boolean) => void
}

/** Follows the executions of all workflows. Nothing is resumed, so every connection begins with a look at the list. */
export function watchExecutions(client: Client, { signal, onItem, onLook, onConnection }: ExecutionNews): void {
  watchShared(client, '/executions/events', {
    signal,
    ...(onConnection === undefined ? {} : { onConnection }),
    onEvent: ({ event, data }) => {
      if (event === 'ready' || event === 'missed') onLook()
      if (event !== 'execution') return
      const told: unknown = JSON.parse(data)
      if (isObject(told)) onItem(told as unknown as ExecutionItem)
    },
  }).catch(() => onConnection?.(false))
}
