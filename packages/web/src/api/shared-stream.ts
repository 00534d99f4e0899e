/**
 * One stream for all windows of a browser. A browser has six connections for a service over HTTP/1.1 and shares them among
 * its windows; a stream that tells everybody the same must not take one in each. The window that holds the lock listens
 * and passes on what it hears; when it closes, or nobody looks at it, another takes over.
 */
import type { Client } from './client.ts'
import { type StreamEvent, type StreamOptions, watchEvents } from './event-stream.ts'
import { untilVisible, whileVisible } from './visibility.ts'

type SharedOptions = Pick<StreamOptions, 'signal' | 'onEvent' | 'onConnection'>

type Message = { readonly event: StreamEvent } | { readonly isUp: boolean }

/** What a window that joins is told first: what was before it came is a request away. */
const LOOK: StreamEvent = { event: 'missed', data: '{}', id: undefined }

/**
 * Like `watchEvents`, for streams that never end and that cannot be resumed. Whoever joins is told `missed` at once, and
 * everybody hears the first event of every connection.
 */
export async function watchShared(client: Client, path: string, options: SharedOptions): Promise<void> {
  const { signal, onEvent, onConnection } = options
  if (typeof BroadcastChannel === 'undefined' || navigator.locks === undefined) {
    return watchEvents(client, path, { ...options, endsWith: [] })
  }
  const name = `millrace:${client.baseUrl}${path}`
  const channel = new BroadcastChannel(name)
  const take = (message: Message) => {
    if ('event' in message) onEvent(message.event)
    else onConnection?.(message.isUp)
  }
  const tell = (message: Message) => {
    if (signal.aborted) return
    take(message)
    channel.postMessage(message)
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) => take(data)
  signal.addEventListener('abort', () => channel.close(), { once: true })
  onEvent(LOOK)
  while (!signal.aborted) {
    await untilVisible(signal)
    const looked = whileVisible(signal)
    try {
      await navigator.locks.request(name, { signal: looked.signal }, () =>
        watchEvents(client, path, {
          signal: looked.signal,
          endsWith: [],
          onEvent: (event) => tell({ event }),
          onConnection: (isUp) => tell({ isUp }),
        }),
      )
    } catch (error) {
      // Nobody looks here any more: somebody else may listen meanwhile.
      if (!looked.signal.aborted) throw error
    } finally {
      looked.done()
    }
  }
}
