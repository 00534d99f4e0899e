/**
 * The location of the page: a path after the `#`, so that any server can serve the page and a reload keeps the
 * location.
 */
import { useSyncExternalStore } from 'react'

export interface Location {
  /** Starts with a slash. */
  readonly path: string
  readonly query: URLSearchParams
}

/** Parses a hash such as `#/workflows/1?tab=runs`. */
export function locationOf(hash: string): Location {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?')
  return { path: path.startsWith('/') ? path : `/${path}`, query: new URLSearchParams(query) }
}

/** The parameters of a pattern such as `/workflows/:id`; undefined if it does not match. */
export function matched(pattern: string, path: string): Record<string, string> | undefined {
  const [wanted, given] = [pattern.split('/').filter(Boolean), path.split('/').filter(Boolean)]
  if (wanted.length !== given.length) return undefined
  const values: Record<string, string> = {}
  for (const [at, part] of wanted.entries()) {
    const value = given[at] ?? ''
    if (part.startsWith(':')) values[part.slice(1)] = decodeURIComponent(value)
    else if (part !== value) return undefined
  }
  return values
}

export function hrefOf(path: string): string {
  return `#${path}`
}

/** Navigates to a path; `replace` adds no entry to the browser's history. */
export function goTo(path: string, { replace = false } = {}): void {
  if (replace) {
    history.replaceState(history.state, '', hrefOf(path))
    window.dispatchEvent(new HashChangeEvent('hashchange'))
  } else window.location.hash = path
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

export function useLocation(): Location {
  return locationOf(useSyncExternalStore(subscribe, () => window.location.hash))
}
