import type { Interrupt } from '@millrace/client'
import type { Client } from '../api/client.ts'
import { watchShared } from '../api/shared-stream.ts'

export interface InboxListeners {
  readonly signal: AbortSignal
  /** A question was asked, answered or closed. */
  readonly onInterrupt: (interrupt: Interrupt) => void
  /** Called when events may have been missed, including after every connect: the list must be reloaded. */
  readonly onReload: () => void
  readonly onConnection?: (isUp: boolean) => void
}

/** Watches the questions of all workflows. The stream cannot be resumed, so the list is reloaded after each connect. */
export function watchInbox(client: Client, { signal, onInterrupt, onReload, onConnection }: InboxListeners): void {
  watchShared(`millrace:${client.baseUrl}/interrupts`, (options) => client.watchInterrupts({}, options), {
    signal,
    onConnection,
    onEvent: ({ event, data }) => {
      if (event === 'interrupt') onInterrupt(data)
      else onReload()
    },
  }).catch(() => onConnection?.(false))
}
