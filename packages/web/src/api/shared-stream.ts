/**
 * One stream for all windows of a browser. A browser has six connections for a service over HTTP/1.1 and shares them among
 * its windows, so a stream that is the same for all must not take one in each. The window that holds the lock listens and
 * broadcasts the events; when it closes or is hidden, another takes over.
 */
import type { StreamEvent } from '@millrace/client'
import { type OpenStream, type WatchOptions, watchEvents } from './event-stream.ts'
import { untilVisible, whileVisible } from './visibility.ts'

type Missed = StreamEvent<'missed', Record<string, never>>
type Message<E> = { readonly event: E } | { readonly isUp: boolean }

/** The first event of a window that joins: it has to load what happened before. */
const MISSED: Missed = { event: 'missed', data: {}, id: undefined }

/**
 * Like `watchEvents`, for streams that never end and cannot be resumed. `name` identifies the stream among the windows. A
 * window that joins gets `missed` at once, and all windows get the first event of every connection.
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
      // A hidden window gives up its turn; another may listen meanwhile.
      if (!visible.signal.aborted) throw error
    } finally {
      visible.done()
    }
  }
}
