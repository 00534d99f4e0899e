import { type ReactNode, useRef } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'
import { useLanguage } from './language.ts'
import { OverlayLayer } from './overlays.tsx'
import { type Theme, useTheme } from './theme.ts'

/** The outermost element of every mounted instance: tokens, theme, language, menus, toasts, tooltips. */
export function MillraceRoot({ theme, children }: { theme?: Theme | undefined; children: ReactNode }) {
  const chosen = useTheme()
  const { tag, turn } = useLanguage()
  const ref = useRef<HTMLDivElement>(null)
  return (
    <div className="mr-root" data-theme={theme ?? chosen} lang={tag} ref={ref}>
      <OverlayLayer root={ref}>
        {/* Drawn anew in another language, by whoever reads texts, however deep it stands. */}
        <ErrorBoundary key={turn}>{children}</ErrorBoundary>
      </OverlayLayer>
    </div>
  )
}
