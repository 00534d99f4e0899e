import { useCallback, useEffect, useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import type { Client } from '../api/client.ts'
import { listVersions, type Version } from './versions-api.ts'

export interface LoadedVersions {
  readonly versions: readonly Version[]
  readonly total: number
  readonly failure?: string
}

/** The newest versions, and more of them when asked. Another revision of the workflow loads them anew. */
export function useVersions(client: Client, workflowId: string, revision: number | undefined) {
  const [loaded, setLoaded] = useState<LoadedVersions>()
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another revision or turn means another list
  useEffect(() => {
    let isWanted = true
    listVersions(client, workflowId).then(
      (page) => isWanted && setLoaded(page),
      (error: unknown) => isWanted && setLoaded({ versions: [], total: 0, failure: asApiError(error).message }),
    )
    return () => {
      isWanted = false
    }
  }, [client, workflowId, revision, turn])
  const more = useCallback(() => {
    const offset = loaded?.versions.length ?? 0
    listVersions(client, workflowId, offset).then(
      (page) => setLoaded({ total: page.total, versions: [...(loaded?.versions ?? []), ...page.versions] }),
      () => undefined,
    )
  }, [client, workflowId, loaded])
  return { loaded, more, reload: useCallback(() => setTurn((before) => before + 1), []) }
}
