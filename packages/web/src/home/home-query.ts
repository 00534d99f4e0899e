import type { ListWorkflowSummariesArgs } from '@millrace/client'
/** The query of the list, stored in the URL so that reloads and links show the same list. */

export const SORTS = ['updated', 'created', 'name'] as const
export type Sort = (typeof SORTS)[number]

export interface HomeQuery {
  readonly search: string
  readonly tags: readonly string[]
  readonly sort: Sort
  /** Undefined for all projects. */
  readonly project: string | undefined
  /** Starts at 1. */
  readonly page: number
}

export const PAGE_SIZE = 25

const COLUMNS = { updated: 'updated_at', created: 'created_at', name: 'name' } as const

export function homeQueryOf(query: URLSearchParams): HomeQuery {
  const page = Number(query.get('page') ?? 1)
  return {
    search: query.get('q') ?? '',
    tags: query.getAll('tag').filter((tag) => tag !== ''),
    sort: SORTS.find((sort) => sort === query.get('sort')) ?? 'updated',
    project: query.get('project') || undefined,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  }
}

/** The path of the list; defaults are omitted. */
export function homePath({ search, tags, sort, project, page }: HomeQuery): string {
  const query = new URLSearchParams()
  if (search !== '') query.set('q', search)
  for (const tag of tags) query.append('tag', tag)
  if (sort !== 'updated') query.set('sort', sort)
  if (project !== undefined) query.set('project', project)
  if (page !== 1) query.set('page', String(page))
  const text = query.toString()
  return text === '' ? '/' : `/?${text}`
}

/** The arguments of the API request. */
export function workflowQueryOf({ search, tags, sort, project, page }: HomeQuery): ListWorkflowSummariesArgs {
  return {
    search: search.trim().slice(0, 100),
    tags: tags.join(','),
    sort: COLUMNS[sort],
    order: sort === 'name' ? 'asc' : 'desc',
    project,
    limit: PAGE_SIZE,
    offset: (page - 1) * PAGE_SIZE,
  }
}

export function isFiltered({ search, tags }: HomeQuery): boolean {
  return search.trim() !== '' || tags.length > 0
}
