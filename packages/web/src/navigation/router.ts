/** Where the page is: a path behind the `#`, so that any server can serve the page and a reload stays where it was. */
import { useSyncExternalStore } from 'react'

export interface Location {
  /** Begins with a slash. */
  readonly path: string
  readonly query: URLSearchParams
}

/** The location that a hash such as `#/workflows/1?tab=runs` stands for. */
export function locationOf(hash: string): Location {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?')
  return { path: path.startsWith('/') ? path : `/${path}`, query: new URLSearchParams(query) }
}

/** The values of a pattern such as `/workflows/:id`, or undefined where it does not fit. */
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

/** Goes somewhere; `replace` leaves no entry in the browser's history. */
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
