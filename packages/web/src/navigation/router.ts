/**
 * The location of the page: a path after the `#`, so that any server can serve the page and a reload keeps the
 * location. A page with unsaved changes can ask before it is left.
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
    if (part.startsWith(':')) {
      const decoded = decodedPart(value)
      if (decoded === undefined) return undefined
      values[part.slice(1)] = decoded
    } else if (part !== value) return undefined
  }
  return values
}

/** Undefined for an invalid escape, such as `%E0` alone: no page has such an address. */
function decodedPart(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

export function hrefOf(path: string): string {
  return `#${path}`
}

/** Returns true to leave at once; otherwise the guard calls `leave` later, or never. */
export type LeaveGuard = (leave: () => void) => boolean

let guard: LeaveGuard | undefined
const listeners = new Set<() => void>()
/** The hash of the page that is shown. It differs from the address while a guard asks. */
let shown: string | undefined

/** Asks a guard before another page is shown; the returned function removes the guard. */
export function guardLeaving(next: LeaveGuard): () => void {
  guard = next
  document.addEventListener('click', onClick)
  return () => {
    if (guard !== next) return
    guard = undefined
    document.removeEventListener('click', onClick)
  }
}

/** Runs an action that leaves the page, such as signing out, after the guard has agreed. */
export function leaveBy(action: () => void): void {
  if (guard === undefined || guard(action)) action()
}

/** Navigates to a path; `replace` adds no entry to the browser's history and does not leave the page. */
export function goTo(path: string, { replace = false } = {}): void {
  if (replace) {
    history.replaceState(history.state, '', hrefOf(path))
    show()
  } else if (isSamePath(path)) window.location.hash = path
  else leaveBy(() => go(path))
}

/** Navigates without asking. */
function go(path: string): void {
  shown = hrefOf(path)
  window.location.hash = path
  for (const listener of [...listeners]) listener()
}

/** Asks before a link of the page is followed; links to new windows are not concerned. */
function onClick(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a[href^="#/"]') : null
  const isOther = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
  if (event.defaultPrevented || isOther || !(link instanceof HTMLAnchorElement) || link.target === '_blank') return
  const path = link.hash.slice(1)
  if (isSamePath(path)) return
  event.preventDefault()
  leaveBy(() => go(path))
}

function isSamePath(path: string): boolean {
  return locationOf(shown ?? window.location.hash).path === locationOf(path).path
}

function show(): void {
  shown = window.location.hash
  for (const listener of [...listeners]) listener()
}

/** The back button and the address bar have changed the address already: it is set back while the guard asks. */
function onHashChange(): void {
  const { hash } = window.location
  if (shown === undefined || hash === shown || guard === undefined || isSamePath(hash.slice(1))) return show()
  const before = shown
  if (guard(() => go(hash.slice(1)))) return show()
  history.pushState(history.state, '', before)
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    shown = window.location.hash
    window.addEventListener('hashchange', onHashChange)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('hashchange', onHashChange)
  }
}

export function useLocation(): Location {
  return locationOf(useSyncExternalStore(subscribe, () => shown ?? window.location.hash))
}
