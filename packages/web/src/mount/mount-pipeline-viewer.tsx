/** Mounts the pipeline viewer in a page of a host. */

import { useEffect, useState } from 'react'
import { type AuthProvider, type ClientOptions, createClient } from '../api/client.ts'
import { clientOptionsOf, type EndpointConfig } from '../api/endpoint-config.ts'
import type { OnApiError } from '../api/operations.ts'
import type { LanguageOptions } from '../i18n/languages.ts'
import { textSource } from '../ui/language.ts'
import { OnApiErrorContext } from '../ui/report.ts'
import { createStore, type Store, useStore } from '../ui/store.ts'
import type { Theme } from '../ui/theme.ts'
import { PipelineViewer } from '../viewer/pipeline-viewer.tsx'
import { checkedViews, type PipelineViewDef } from '../viewer/view-choice.ts'
import type { ViewedWorkflow } from '../viewer/viewed-nodes.ts'
import { type Container, checkedContainer, mountRoot } from './mount-root.tsx'

export interface PipelineViewerOptions extends ClientOptions, LanguageOptions {
  readonly pipelineId: string
  /** Loaded from the service if absent. */
  readonly workflow?: ViewedWorkflow
  /** Views in addition to graph, kanban and table. */
  readonly views?: readonly PipelineViewDef[]
  readonly endpointConfig?: EndpointConfig
  readonly authProvider?: AuthProvider
  readonly refreshTrigger?: number
  readonly theme?: Theme
  readonly width?: string | number
  readonly height?: string | number
  /** Called when an execution is run again; without it the viewer shows the new one. */
  readonly onRerun?: (pipelineId: string) => void
  /** Called if a request fails; return true to suppress the toast. */
  readonly onApiError?: OnApiError
}

export interface PipelineViewerHandle {
  readonly destroy: () => void
  /** Reloads everything, including the views of the host. */
  readonly refresh: () => void
  /** Shows another execution. */
  readonly show: (pipelineId: string) => void
}

interface Shown {
  readonly pipelineId: string
  readonly refreshTrigger: number
}

/** Mounts the viewer. Throws immediately if the container or the views are invalid. */
export function mountPipelineViewer(container: Container, options: PipelineViewerOptions): PipelineViewerHandle {
  const element = checkedContainer(container, { width: options.width, height: options.height })
  const t = textSource(options)()
  if (typeof options?.pipelineId !== 'string' || options.pipelineId === '') throw new Error(t.viewer.noPipeline)
  const views = checkedViews(options.views, t)
  const shown = createStore<Shown>({ pipelineId: options.pipelineId, refreshTrigger: options.refreshTrigger ?? 0 })
  const viewer = (
    <OnApiErrorContext value={options.onApiError}>
      <MountedViewer options={options} views={views} shown={shown} />
    </OnApiErrorContext>
  )
  const destroy = mountRoot(element, viewer, options)
  return {
    destroy,
    refresh: () => shown.set((now) => ({ ...now, refreshTrigger: now.refreshTrigger + 1 })),
    show: (pipelineId) => shown.set({ pipelineId }),
  }
}

interface MountedViewerProps {
  readonly options: PipelineViewerOptions
  readonly views: readonly PipelineViewDef[]
  readonly shown: Store<Shown>
}

function MountedViewer({ options, views, shown }: MountedViewerProps) {
  const [client] = useState(() => createClient({ ...clientOptionsOf(options), text: textSource(options) }))
  const { pipelineId, refreshTrigger } = useStore(shown, (value) => value)
  const [endpointConfig] = useState(() => options.endpointConfig ?? { baseUrl: client.baseUrl })
  useRefreshEvent(() => shown.set((now) => ({ ...now, refreshTrigger: now.refreshTrigger + 1 })))
  return (
    <PipelineViewer
      key={pipelineId}
      client={client}
      pipelineId={pipelineId}
      workflow={options.workflow}
      views={views}
      endpointConfig={endpointConfig}
      authProvider={options.authProvider}
      refreshTrigger={refreshTrigger}
      onRerun={options.onRerun ?? ((next) => shown.set({ pipelineId: next }))}
    />
  )
}

/** Hosts without the handle can dispatch `pipeline-refresh` on the window. */
function useRefreshEvent(refresh: () => void): void {
  useEffect(() => {
    window.addEventListener('pipeline-refresh', refresh)
    return () => window.removeEventListener('pipeline-refresh', refresh)
  }, [refresh])
}
