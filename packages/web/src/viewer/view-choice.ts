/** The available views and the selected one. The choice is stored in the browser. */

import type { ComponentType } from 'react'
import type { AuthProvider } from '../api/client.ts'
import type { EndpointConfig } from '../api/endpoint-config.ts'
import type { Texts } from '../i18n/texts.ts'
import type { ViewedWorkflow } from './viewed-nodes.ts'

/** Props of every view of a host. */
export interface PipelineViewProps {
  readonly pipelineId: string
  readonly workflow: ViewedWorkflow
  readonly endpointConfig: EndpointConfig
  /** Incremented whenever the view should reload. */
  readonly refreshTrigger: number
  readonly authProvider?: AuthProvider | undefined
}

export interface MountedView {
  readonly update?: (props: PipelineViewProps) => void
  readonly destroy?: () => void
}

/** A view without React that renders into its own element. */
export interface MountableView {
  readonly mount: (element: HTMLElement, props: PipelineViewProps) => MountedView | (() => void) | undefined
}

export type ViewComponent = ComponentType<PipelineViewProps> | MountableView

/** A view of a host. */
export interface PipelineViewDef {
  /** Unique, and different from the built-in keys. */
  readonly key: string
  /** Tooltip of the toggle. */
  readonly label: string
  readonly icon?: string
  readonly component: ViewComponent
}

export const BUILT_IN_VIEWS = ['graph', 'kanban', 'table'] as const
export type BuiltInView = (typeof BUILT_IN_VIEWS)[number]

/** Offered beside the built-in views; its key is not reserved, so a view of the host with this key replaces it. */
export const TIMELINE_VIEW = 'timeline'

/** The keys of our own views beside those of the host. */
export function ownViews(views: readonly PipelineViewDef[]): (BuiltInView | typeof TIMELINE_VIEW)[] {
  const isReplaced = views.some(({ key }) => key === TIMELINE_VIEW)
  return [...BUILT_IN_VIEWS, ...(isReplaced ? [] : ([TIMELINE_VIEW] as const))]
}

export const VIEW_STORAGE_KEY = 'fd-pipeline-view-mode'

export function isBuiltIn(key: string): key is BuiltInView {
  return BUILT_IN_VIEWS.some((one) => one === key)
}

/** Validates the views of a host. Throws on a reserved key, a duplicate key or an invalid view. */
export function checkedViews(views: readonly PipelineViewDef[] | undefined, t: Texts): readonly PipelineViewDef[] {
  const seen = new Set<string>()
  for (const view of views ?? []) {
    if (typeof view?.key !== 'string' || view.key === '' || typeof view.label !== 'string' || view.component == null) {
      throw new Error(t.viewer.badView)
    }
    if (isBuiltIn(view.key)) throw new Error(t.viewer.reservedView(view.key))
    if (seen.has(view.key)) throw new Error(t.viewer.doubleView(view.key))
    seen.add(view.key)
  }
  return views ?? []
}

/** The view for a stored choice; the graph if it no longer exists. */
export function chosenView(stored: string | null | undefined, views: readonly PipelineViewDef[] = []): string {
  const isOwn = stored != null && (isBuiltIn(stored) || stored === TIMELINE_VIEW)
  const isKnown = stored != null && (isOwn || views.some(({ key }) => key === stored))
  return isKnown ? stored : 'graph'
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>

/** Private windows may block storage; the choice then lasts as long as the viewer. */
export function storedView(storage: () => Storage = () => localStorage): string | null {
  try {
    return storage().getItem(VIEW_STORAGE_KEY)
  } catch {
    return null
  }
}

export function storeView(key: string, storage: () => Storage = () => localStorage): void {
  try {
    storage().setItem(VIEW_STORAGE_KEY, key)
  } catch {
    // Ignored, see above.
  }
}
