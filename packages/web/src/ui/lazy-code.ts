/**
 * Code that is loaded when it is first rendered. Unlike `lazy` of React, a failed load is tried again when the component
 * is mounted again: the service may be back. An error boundary close to the component keeps the rest of the page.
 */
import { useEffect, useState } from 'react'

export interface LazyCode<T> {
  readonly loaded: () => T | undefined
  readonly load: () => Promise<void>
}

export function lazyCode<T>(request: () => Promise<T>): LazyCode<T> {
  let code: T | undefined
  let loading: Promise<void> | undefined
  return {
    loaded: () => code,
    load() {
      loading ??= request().then(
        (found) => {
          code = found
        },
        (error: unknown) => {
          loading = undefined
          throw error
        },
      )
      return loading
    },
  }
}

/** The code once it is loaded; throws if that failed. */
export function useCode<T>(code: LazyCode<T>): T | undefined {
  const [state, setState] = useState<{ readonly error?: unknown }>({})
  const isLoaded = code.loaded() !== undefined
  useEffect(() => {
    if (isLoaded) return
    let isGone = false
    code.load().then(
      () => !isGone && setState({}),
      (error: unknown) => !isGone && setState({ error }),
    )
    return () => {
      isGone = true
    }
  }, [code, isLoaded])
  if (state.error !== undefined) throw state.error
  return code.loaded()
}
