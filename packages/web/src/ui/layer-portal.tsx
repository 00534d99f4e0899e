import { PortalContext } from '@ariakit/react/portal'
import { type ReactNode, use } from 'react'
import { useLayer } from './layer.tsx'

/** Makes portals of the library render into the layer; a portal inside another popup renders into that popup. */
export function LayerPortal({ isOpen = true, children }: { isOpen?: boolean; children: ReactNode }) {
  const layer = useLayer(isOpen)
  const outer = use(PortalContext)
  return <PortalContext value={outer ?? layer}>{children}</PortalContext>
}
