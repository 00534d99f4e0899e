import { useCallback, useEffect, useState } from 'react'
import { asApiError } from '../api/api-error.ts'

export type Loaded<T> = { readonly value: T } | { readonly failure: string } | undefined

/** What a call gives, and a way to make it again. `load` must be the same function as long as it means the same. */
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
