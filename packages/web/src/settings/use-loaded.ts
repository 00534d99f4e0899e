import { useCallback, useEffect, useState } from 'react'
import { asApiError } from '../api/api-error.ts'

export type Loaded<T> = { readonly value: T } | { readonly failure: string } | undefined

/** The result of a request, and a function that repeats it. `load` must be a stable function. */
export function useLoaded<T>(load: () => Promise<T>): readonly [Loaded<T>, () => void] {
  const [loaded, setLoaded] = useState<Loaded<T>>()
  const look = useCallback(() => {
    let isWanted = true
    load().then(
      (value) => isWanted && setLoaded({ value }),
      (error: unknown) => isWanted && setLoaded({ failure: asApiError(error).message }),
    )
    return () => {
      isWanted = false
    }
  }, [load])
  useEffect(look, [look])
  return [loaded, look]
}
