/**
 * A component whose code is loaded when it is first rendered, or before. Not `lazy` of React with `Suspense`: React waits
 * 300 ms between a fallback and the component, even if its code arrives after 20 ms. A failed load is thrown to the error
 * boundary, which must be close so that the rest of the page stays.
 */
import type { ComponentType, ReactNode } from 'react'
import { lazyCode, useCode } from './lazy-code.ts'

export interface LazyComponent<Props> {
  (props: Props): ReactNode
  /** Loads the code before the component is rendered. A failure is reported when it is rendered. */
  preload(): void
}

export function lazyComponent<Props extends object>(
  request: () => Promise<ComponentType<Props>>,
  Fallback?: ComponentType,
): LazyComponent<Props> {
  const code = lazyCode(request)
  function Lazy(props: Props): ReactNode {
    const Loaded = useCode(code)
    if (Loaded !== undefined) return <Loaded {...props} />
    return Fallback === undefined ? null : <Fallback />
  }
  return Object.assign(Lazy, { preload: () => void code.load().catch(() => undefined) })
}
