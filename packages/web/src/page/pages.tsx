/**
 * The pages of the app, in the order in which paths are matched. To add a page, add an entry: a pattern, a title, a
 * component that is loaded on demand, and `nav` if it is in the navigation bar.
 */

import type { Permission } from '@millrace/model'
import type { ComponentType } from 'react'
import type { TextOf } from '../i18n/texts.ts'
import { InboxBadge } from '../inbox/inbox-badge.tsx'
import type { PageProps } from '../navigation/page-props.ts'
import { matched } from '../navigation/router.ts'
import { type LazyComponent, lazyComponent } from '../ui/lazy-component.tsx'
import { Centred } from './centred.tsx'

export interface Page {
  readonly path: string
  readonly title: TextOf
  readonly component: LazyComponent<PageProps>
  /** The icon in the navigation bar; absent for pages that are reached from elsewhere. */
  readonly nav?: string
  /** Rendered on the icon in the navigation bar. */
  readonly badge?: ComponentType
  /** The page handles changes of its path itself; other pages are mounted again for every path. */
  readonly staysMounted?: boolean
  /** Shown in the navigation bar only to callers with this permission. */
  readonly permission?: Permission
}

const lazyPage = (request: () => Promise<ComponentType<PageProps>>) => lazyComponent(request, Centred)

export const PAGES: readonly Page[] = [
  {
    path: '/',
    title: (t) => t.page.workflows,
    nav: 'mdi:view-grid-outline',
    component: lazyPage(async () => (await import('../home/home-page.tsx')).HomePage),
  },
  {
    path: '/workflows/:id',
    title: (t) => t.page.workflows,
    component: lazyPage(async () => (await import('./editor-page.tsx')).EditorPage),
    staysMounted: true,
  },
  {
    path: '/executions',
    title: (t) => t.execution.title,
    nav: 'mdi:play-circle-outline',
    component: lazyPage(async () => (await import('../executions/executions-page.tsx')).ExecutionsPage),
  },
  {
    path: '/executions/compare',
    title: (t) => t.runs.compareTitle,
    component: lazyPage(async () => (await import('../executions/compare-page.tsx')).ComparePage),
  },
  {
    path: '/executions/:id',
    title: (t) => t.viewer.title,
    component: lazyPage(async () => (await import('../executions/execution-page.tsx')).ExecutionPage),
  },
  {
    path: '/inbox',
    title: (t) => t.inbox.title,
    nav: 'mdi:inbox-outline',
    badge: InboxBadge,
    component: lazyPage(async () => (await import('../inbox/inbox-page.tsx')).InboxPage),
  },
  {
    path: '/workflows/:id/playground',
    title: (t) => t.playground.title,
    component: lazyPage(async () => (await import('../playground/playground-page.tsx')).PlaygroundPage),
  },
  {
    path: '/settings',
    title: (t) => t.settings.title,
    nav: 'mdi:cog-outline',
    component: lazyPage(async () => (await import('../settings/settings-page.tsx')).SettingsPage),
  },
]

export interface PageAt {
  readonly page: Page
  /** The parameters in the path. */
  readonly params: PageProps['params']
}

/** The page of a path; undefined if there is none. */
export function pageAt(path: string): PageAt | undefined {
  for (const page of PAGES) {
    const params = matched(page.path, path)
    if (params !== undefined) return { page, params }
  }
  return undefined
}
