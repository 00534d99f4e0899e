import type { ApiError, Caller, Interrupt } from '@millrace/client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import type { Client } from '../api/client.ts'
import { wholePage } from '../api/pages.ts'
import { type InboxFilters, queryOf } from './inbox-filters.ts'
import { withInterrupt, withPage } from './inbox-list.ts'
import { watchInbox } from './watch-inbox.ts'

const PAGE = 50

export interface Inbox {
  /** Undefined until loaded. */
  readonly list: readonly Interrupt[] | undefined
  readonly hasMore: boolean
  readonly isLive: boolean
  readonly error: ApiError | undefined
  readonly more: () => void
  readonly change: (interrupt: Interrupt) => void
}

/** The questions that match the filters, kept up to date. */
export function useInbox(client: Client, caller: Caller, filters: InboxFilters): Inbox {
  const [list, setList] = useState<readonly Interrupt[]>()
  const [hasMore, setHasMore] = useState(false)
  const [isLive, setLive] = useState(true)
  const [error, setError] = useState<ApiError>()
  const isFirst = useRef(true)
  const change = useCallback(
    (changed: Interrupt) =>
      setList((before = []) => withInterrupt(before, changed, { filters, caller, now: Date.now() })),
    [filters, caller],
  )
  const load = useCallback(
    async (offset: number, isWanted: () => boolean) => {
      try {
        const { items } = await wholePage(client.listInterrupts, { ...queryOf(filters), limit: PAGE, offset })
        if (!isWanted()) return
        setList((before = []) => (offset === 0 ? items : withPage(before, items)))
        setHasMore(items.length === PAGE)
        setError(undefined)
      } catch (failure) {
        if (isWanted()) setError(asApiError(failure))
      }
    },
    [client, filters],
  )
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const isWanted = () => !signal.aborted
    isFirst.current = true
    setList(undefined)
    load(0, isWanted)
    watchInbox(client, {
      signal,
      onInterrupt: change,
      onConnection: setLive,
      onReload: () => {
        // The first load is already running.
        if (!isFirst.current) load(0, isWanted)
        isFirst.current = false
      },
    })
    return () => stop.abort()
  }, [client, load, change])
  return { list, hasMore, isLive, error, change, more: () => void load(list?.length ?? 0, () => true) }
}
