import type { WorkflowVersion } from '@millrace/client'
import { useCallback, useEffect, useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import type { Client } from '../api/client.ts'

export interface LoadedVersions {
  readonly versions: readonly WorkflowVersion[]
  readonly total: number
  readonly failure?: string
}

const PAGE = 50

/** A page of versions, newest first. */
async function loadVersions(client: Client, id: string, offset = 0): Promise<LoadedVersions> {
  const { items, total } = await client.listWorkflowVersions({ id, limit: PAGE, offset })
  return { versions: items, total: total ?? items.length }
}

/** The newest versions, and more on demand. Reloads when the revision of the workflow changes. */
export function useVersions(client: Client, workflowId: string, revision: number | undefined) {
  const [loaded, setLoaded] = useState<LoadedVersions>()
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: reloads when the revision or the turn changes
  useEffect(() => {
    let isWanted = true
    loadVersions(client, workflowId).then(
      (page) => isWanted && setLoaded(page),
      (error: unknown) => isWanted && setLoaded({ versions: [], total: 0, failure: asApiError(error).message }),
    )
    return () => {
      isWanted = false
    }
  }, [client, workflowId, revision, turn])
  const more = useCallback(() => {
    const offset = loaded?.versions.length ?? 0
    loadVersions(client, workflowId, offset).then(
      (page) => setLoaded({ total: page.total, versions: [...(loaded?.versions ?? []), ...page.versions] }),
      () => undefined,
    )
  }, [client, workflowId, loaded])
  return { loaded, more, reload: useCallback(() => setTurn((before) => before + 1), []) }
}
