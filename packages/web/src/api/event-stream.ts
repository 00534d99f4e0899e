/**
 * Streams while the page is visible. A hidden page gives its connection back: a browser has only a few for one service and
 * shares them among all its windows. It resumes where it stopped.
 */
import type { StreamEvent, StreamOptions } from '@millrace/client'
import { untilVisible, whileVisible } from './visibility.ts'

/** Opens a stream: `(options) => client.watchPipeline({ id }, options)`. */
export type OpenStream<E extends StreamEvent> = (options: StreamOptions) => AsyncIterable<E>

export interface WatchOptions<E extends StreamEvent> {
  readonly signal: AbortSignal
  readonly onEvent: (event: E) => void
  readonly lastEventId?: string | undefined
  /** Called with true when the connection is up and with false when it is lost. */
  readonly onConnection?: ((isUp: boolean) => void) | undefined
}

/** Resolves when the stream has ended or the signal aborts; rejects with `ApiError` when the service refuses. */
export async function watchEvents<E extends StreamEvent>(open: OpenStream<E>, options: WatchOptions<E>): Promise<void> {
  const { signal, onEvent, onConnection } = options
  let { lastEventId } = options
  while (!signal.aborted) {
    await untilVisible(signal)
    const visible = whileVisible(signal)
    try {
      for await (const event of open({ signal: visible.signal, lastEventId, onConnection })) {
        lastEventId = event.id ?? lastEventId
        onEvent(event)
      }
      if (!visible.signal.aborted) return
    } finally {
      visible.done()
    }
  }
}
