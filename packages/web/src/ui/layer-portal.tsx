import { PortalContext } from '@ariakit/react/portal'
import { type ReactNode, use } from 'react'
import { useLayer } from './layer.tsx'

/** Lets the portals of the library below it end in the layer; one inside another popup ends in that one. */
export function LayerPortal({ isOpen = true, children }: { isOpen?: boolean; children: ReactNode }) {
  const layer = useLayer(isOpen)
  const outer = use(PortalContext)
  return <PortalContext value={outer ?? layer}>{children}</PortalContext>
}
