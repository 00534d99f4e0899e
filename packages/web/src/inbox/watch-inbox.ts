import { isObject } from '@millrace/model'
import type { Client } from '../api/client.ts'
import { watchShared } from '../api/shared-stream.ts'
import type { Interrupt } from '../questions/interrupt.ts'

export interface InboxNews {
  readonly signal: AbortSignal
  /** A question was asked, answered or closed. */
  readonly onInterrupt: (interrupt: Interrupt) => void
  /** Something may have been missed: the list has to be looked at. Also said once the stream is up. */
  readonly onLook: () => void
  readonly onConnection?: (isUp: boolean) => void
}

/** Follows the questions of all workflows. Nothing is resumed, so every connection begins with a look at the list. */
export function watchInbox(client: Client, { signal, onInterrupt, onLook, onConnection }: InboxNews): void {
  watchShared(client, '/interrupts/events', {
    signal,
    ...(onConnection === undefined ? {} : { onConnection }),
    onEvent: ({ event, data }) => {
      if (event === 'count' || event === 'missed') onLook()
      if (event !== 'interrupt') return
      const told: unknown = JSON.parse(data)
      if (isObject(told)) onInterrupt(told as unknown as Interrupt)
    },
  }).catch(() => onConnection?.(false))
}
