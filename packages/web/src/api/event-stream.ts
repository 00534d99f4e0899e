/**
 * Streams that run only while the page is visible. A hidden page closes its connection because a browser has only a few
 * per service and shares them among its windows. The stream resumes where it stopped.
 */
import type { StreamEvent, StreamOptions } from '@millrace/client'
import { untilVisible, whileVisible } from './visibility.ts'

/** Opens a stream: `(options) => client.watchPipeline({ id }, options)`. */
export type OpenStream<E extends StreamEvent> = (options: StreamOptions) => AsyncIterable<E>

export interface WatchOptions<E extends StreamEvent> {
  readonly signal: AbortSignal
  readonly onEvent: (event: E) => void
  readonly lastEventId?: string | undefined
  /** Called with true when the connection opens and with false when it is lost. */
  readonly onConnection?: ((isUp: boolean) => void) | undefined
}

/** Resolves when the stream ends or the signal aborts; rejects with `ApiError` if the service rejects the request. */
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
