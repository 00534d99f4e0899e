import { useEffect, useState } from 'react'
import { wholePage } from '../api/pages.ts'
import { useText } from '../i18n/use-text.ts'
import { usePage } from '../navigation/page-context.tsx'
import { watchInbox } from './watch-inbox.ts'

const MOST = 100
const PAUSE_MS = 300

/** How many questions wait for the caller, for the bar of places; nothing where there are none. */
export function InboxBadge() {
  const t = useText()
  const count = useWaiting()
  if (count === 0) return null
  return (
    <span className="mr-nav-badge">
      <span aria-hidden="true">{count >= MOST ? t.inbox.most : count}</span>
      <span className="mr-visually-hidden">{t.inbox.count(count)}</span>
    </span>
  )
}

/** Counted anew after every change: whom a question waits for is the service's to say. */
function useWaiting(): number {
  const { client } = usePage()
  const [count, setCount] = useState(0)
  useEffect(() => {
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        wholePage(client.listInterrupts, { limit: MOST }).then(
          ({ items }) => {
            if (!stop.signal.aborted) setCount(items.length)
          },
          () => undefined,
        )
      }, PAUSE_MS)
    }
    watchInbox(client, { signal: stop.signal, onInterrupt: look, onLook: look })
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [client])
  return count
}
