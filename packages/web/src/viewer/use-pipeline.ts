import { useEffect, useRef, useState } from 'react'
import type { Client } from '../api/client.ts'
import { createStore, useStore } from '../ui/store.ts'
import { type PipelineWatch, type Watched, watchPipeline } from './watch-pipeline.ts'

const NOTHING = createStore<Watched>({
  pipeline: undefined,
  logs: [],
  questions: [],
  connection: 'loading',
  error: undefined,
})

/** Watches an execution while mounted. A changed `refreshTrigger` reloads it. */
export function usePipeline(
  client: Client,
  id: string,
  refreshTrigger: unknown,
): { watched: Watched; refresh: () => void; loadMoreJobs: () => Promise<void> } {
  const [watch, setWatch] = useState<{ id: string; pipeline: PipelineWatch }>()
  useEffect(() => {
    const pipeline = watchPipeline(client, id)
    setWatch({ id, pipeline })
    return () => pipeline.stop()
  }, [client, id])
  const first = useRef(refreshTrigger)
  useEffect(() => {
    if (Object.is(first.current, refreshTrigger)) return
    first.current = refreshTrigger
    watch?.pipeline.refresh()
  }, [refreshTrigger, watch])
  const current = watch?.id === id ? watch.pipeline : undefined
  const watched = useStore(current?.store ?? NOTHING, (value) => value)
  return {
    watched,
    refresh: () => current?.refresh(),
    loadMoreJobs: async () => current?.loadMoreJobs(),
  }
}
