/** The projects that a caller sees, with the components that choose one. Both are loaded only if there is a choice. */
import type { Project } from '@millrace/client'
import { useEffect, useState } from 'react'
import type { Client } from '../api/client.ts'

export interface Projects {
  readonly list: readonly Project[]
  readonly parts: typeof import('./project-parts.tsx')
}

/** The largest page of the service. */
const PAGE = 100
/** More projects can be named in the address. */
const MAX_PROJECTS = 1_000

/** Undefined until they are loaded, and if there are less than two. */
export function useProjects(client: Client): Projects | undefined {
  const [projects, setProjects] = useState<Projects>()
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const load = async () => {
      const list: Project[] = []
      for (let left = true; left && list.length < MAX_PROJECTS; ) {
        const { items, total } = await client.listProjects({ limit: PAGE, offset: list.length }, { signal })
        list.push(...items)
        left = items.length === PAGE && list.length < (total ?? 0)
        if (list.length < 2) return
        const parts = await import('./project-parts.tsx')
        if (!signal.aborted) setProjects({ list: [...list], parts })
      }
    }
    // Without them the page works as if there were one project; a failing service is reported by the page itself.
    load().catch(() => undefined)
    return () => stop.abort()
  }, [client])
  return projects
}
