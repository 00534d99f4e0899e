import { useEffect, useState } from 'react'
import { nextTickMs } from './times.ts'

/** The current time, updated until the given time has passed; constant without one. */
export function useNow(until: string | undefined): number {
  const [now, setNow] = useState(() => Date.now())
  const left = until === undefined ? 0 : Date.parse(until) - now
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setNow(Date.now()), Math.min(nextTickMs(left), left))
    return () => clearTimeout(timer)
  }, [left])
  return now
}
