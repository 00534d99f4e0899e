/**
 * One stream for all windows of a browser. Over HTTP/1.1 a browser has six connections per service, shared among its
 * windows, so each window cannot have its own. The window that holds the lock subscribes and broadcasts the events;
 * when it closes or is hidden, another window takes over.
 */
import type { StreamEvent } from '@millrace/client'
import { type OpenStream, type WatchOptions, watchEvents } from './event-stream.ts'
import { untilVisible, whileVisible } from './visibility.ts'

type Missed = StreamEvent<'missed', Record<string, never>>
type Message<E> = { readonly event: E } | { readonly isUp: boolean }

/** First event for a window that joins: it must load what happened before. */
const MISSED: Missed = { event: 'missed', data: {}, id: undefined }

/**
 * Like `watchEvents`, for streams that never end and cannot be resumed. `name` identifies the stream across windows. A
 * window that joins receives `missed` immediately, and all windows receive the first event of every connection.
 */
export async function watchShared<E extends StreamEvent>(
  name: string,
  open: OpenStream<E>,
  options: WatchOptions<E | Missed>,
): Promise<void> {
  const { signal, onEvent, onConnection } = options
  if (typeof BroadcastChannel === 'undefined' || navigator.locks === undefined) return watchEvents(open, options)
  const channel = new BroadcastChannel(name)
  const take = (message: Message<E>) => {
    if ('event' in message) onEvent(message.event)
    else onConnection?.(message.isUp)
  }
  const broadcast = (message: Message<E>) => {
    if (signal.aborted) return
    take(message)
    channel.postMessage(message)
  }
  channel.onmessage = ({ data }: MessageEvent<Message<E>>) => take(data)
  signal.addEventListener('abort', () => channel.close(), { once: true })
  onEvent(MISSED)
  while (!signal.aborted) {
    await untilVisible(signal)
    const visible = whileVisible(signal)
    try {
      await navigator.locks.request(name, { signal: visible.signal }, () =>
        watchEvents(open, {
          signal: visible.signal,
          onEvent: (event) => broadcast({ event }),
          onConnection: (isUp) => broadcast({ isUp }),
        }),
      )
    } catch (error) {
      // A hidden window releases the lock so that another window can subscribe.
      if (!visible.signal.aborted) throw error
    } finally {
      visible.done()
    }
  }
}
