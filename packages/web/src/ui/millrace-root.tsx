import { type ReactNode, useRef } from 'react'
import { OverlayLayer } from './overlays.tsx'
import { type Theme, useTheme } from './theme.ts'

/** The outermost element of every mounted instance: tokens, theme, menus, toasts, tooltips. */
export function MillraceRoot({ theme, children }: { theme?: Theme | undefined; children: ReactNode }) {
  const chosen = useTheme()
  const ref = useRef<HTMLDivElement>(null)
  return (
    <div className="mr-root" data-theme={theme ?? chosen} ref={ref}>
      <OverlayLayer root={ref}>{children}</OverlayLayer>
    </div>
  )
}
