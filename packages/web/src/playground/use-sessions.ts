/** The sessions of a workflow and the selected one. */

import type { PlaygroundSession as Session } from '@millrace/client'
import type { SessionStatus } from '@millrace/model'
import { useCallback, useEffect, useState } from 'react'
import type { Client } from '../api/client.ts'
import { wholePage } from '../api/pages.ts'
import { useReport } from '../ui/report.ts'

const PAGE = 30

export interface Sessions {
  /** Undefined until loaded. */
  readonly list: readonly Session[] | undefined
  readonly hasMore: boolean
  readonly selected: string | undefined
  readonly select: (id: string | undefined) => void
  readonly create: () => Promise<Session | undefined>
  readonly remove: (id: string) => void
  readonly rename: (id: string, name: string) => void
  readonly more: () => void
  readonly setStatus: (id: string, status: SessionStatus) => void
}

export function useSessions(client: Client, workflowId: string, initial: string | undefined): Sessions {
  const report = useReport()
  const [list, setList] = useState<readonly Session[]>()
  const [hasMore, setHasMore] = useState(false)
  const [selected, select] = useState(initial)
  const loadFailed = useCallback((error: unknown) => report(error, 'loadWorkflow'), [report])
  const changeFailed = useCallback((error: unknown) => report(error, 'executeWorkflow'), [report])
  const load = useCallback(
    async (offset: number) => {
      const { items } = await wholePage(client.listPlaygroundSessions, { id: workflowId, limit: PAGE, offset })
      setHasMore(items.length === PAGE)
      setList((before = []) => [...before.slice(0, offset), ...items])
      // By default the newest session is selected.
      if (offset === 0) select((before) => before ?? items[0]?.id)
    },
    [client, workflowId],
  )
  useEffect(() => {
    load(0).catch((error: unknown) => {
      setList([])
      loadFailed(error)
    })
  }, [load, loadFailed])
  const create = useCallback(async () => {
    try {
      const session = await client.createPlaygroundSession({ id: workflowId, body: {} })
      setList((before = []) => [session, ...before])
      select(session.id)
      return session
    } catch (error) {
      changeFailed(error)
      return undefined
    }
  }, [client, workflowId, changeFailed])
  const remove = useCallback(
    (id: string) => {
      client.deletePlaygroundSession({ sessionId: id }).then(() => {
        const rest = list?.filter((session) => session.id !== id) ?? []
        setList(rest)
        select((before) => (before === id ? rest[0]?.id : before))
      }, changeFailed)
    },
    [client, list, changeFailed],
  )
  const rename = useCallback(
    (id: string, name: string) => {
      client
        .renamePlaygroundSession({ sessionId: id, body: { name } })
        .then(
          (renamed) =>
            setList((before) => before?.map((one) => (one.id === id ? { ...one, name: renamed.name } : one))),
          changeFailed,
        )
    },
    [client, changeFailed],
  )
  const setStatus = useCallback((id: string, status: SessionStatus) => {
    setList((before) =>
      before?.some((one) => one.id === id && one.status !== status)
        ? before.map((one) => (one.id === id ? { ...one, status, updatedAt: new Date().toISOString() } : one))
        : before,
    )
  }, [])
  return {
    list,
    hasMore,
    selected,
    select,
    create,
    remove,
    rename,
    more: () => void load(list?.length ?? 0).catch(loadFailed),
    setStatus,
  }
}
