import type { Interrupt } from '@millrace/client'
import type { Client } from '../api/client.ts'
import { watchShared } from '../api/shared-stream.ts'

export interface InboxNews {
  readonly signal: AbortSignal
  /** A question was asked, answered or closed. */
  readonly onInterrupt: (interrupt: Interrupt) => void
  /** Something may have been missed, so the list has to be loaded. Also called whenever the stream is up. */
  readonly onLook: () => void
  readonly onConnection?: (isUp: boolean) => void
}

/** Follows the questions of all workflows. Nothing is resumed, so the list is loaded after each connection. */
export function watchInbox(client: Client, { signal, onInterrupt, onLook, onConnection }: InboxNews): void {
  watchShared(`millrace:${client.baseUrl}/interrupts`, (options) => client.watchInterrupts({}, options), {
    signal,
    onConnection,
    onEvent: ({ event, data }) => {
      if (event === 'interrupt') onInterrupt(data)
      else onLook()
    },
  }).catch(() => onConnection?.(false))
}
