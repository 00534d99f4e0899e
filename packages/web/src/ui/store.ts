/** An observable value, for state that outlives a component or is shared by several. */
import { useRef, useSyncExternalStore } from 'react'

export interface Store<T> {
  readonly get: () => T
  /** Sets the value, a part of an object, or the result of an update function. */
  readonly set: (change: Partial<T> | ((value: T) => T)) => void
  readonly subscribe: (listener: () => void) => () => void
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(change) {
      const next = typeof change === 'function' ? change(value) : { ...value, ...change }
      if (Object.is(next, value)) return
      value = next
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Subscribes to a part of the store; the component re-renders only when that part changes. */
export function useStore<T, S>(
  store: Store<T>,
  select: (value: T) => S,
  isSame: (a: S, b: S) => boolean = Object.is,
): S {
  const last = useRef<{ value: S } | undefined>(undefined)
  const read = () => {
    const value = select(store.get())
    if (last.current !== undefined && isSame(last.current.value, value)) return last.current.value
    last.current = { value }
    return value
  }
  return useSyncExternalStore(store.subscribe, read, read)
}

/** Shallow equality of two objects or lists. */
export function isShallowEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const [left, right] = [Object.entries(a), Object.entries(b)]
  const other = new Map(right)
  return (
    left.length === right.length && left.every(([key, value]) => other.has(key) && Object.is(other.get(key), value))
  )
}
