import { useEffect, useState } from 'react'
import { wholePage } from '../api/pages.ts'
import { useText } from '../i18n/use-text.ts'
import { usePage } from '../navigation/page-context.tsx'
import { watchInbox } from './watch-inbox.ts'

const MAX_COUNT = 100
const PAUSE_MS = 300

/** The number of open questions for the caller, shown in the navigation; nothing if there are none. */
export function InboxBadge() {
  const t = useText()
  const count = useWaiting()
  if (count === 0) return null
  return (
    <span className="mr-nav-badge">
      <span aria-hidden="true">{count >= MAX_COUNT ? t.inbox.most : count}</span>
      <span className="mr-visually-hidden">{t.inbox.count(count)}</span>
    </span>
  )
}

/** Reloads the count after every change: only the service knows who can answer a question. */
function useWaiting(): number {
  const { client } = usePage()
  const [count, setCount] = useState(0)
  useEffect(() => {
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        wholePage(client.listInterrupts, { limit: MAX_COUNT }).then(
          ({ items }) => {
            if (!stop.signal.aborted) setCount(items.length)
          },
          () => undefined,
        )
      }, PAUSE_MS)
    }
    watchInbox(client, { signal: stop.signal, onInterrupt: look, onReload: look })
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [client])
  return count
}
