import { type ReactNode, useMemo, useRef } from 'react'
import type { LanguageOptions } from '../i18n/languages.ts'
import { useMessages } from '../i18n/messages.ts'
import { textsFor } from '../i18n/texts.ts'
import { TextContext } from '../i18n/use-text.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { useLanguageChoice } from './language.ts'
import { OverlayLayer } from './overlays.tsx'
import { type Theme, useTheme } from './theme.ts'

interface MillraceRootProps extends LanguageOptions {
  readonly theme?: Theme | undefined
  readonly children: ReactNode
}

/** The outermost element of every mounted instance: tokens, theme, language, menus, toasts, tooltips. */
export function MillraceRoot({ theme, language, strings, children }: MillraceRootProps) {
  const chosen = useTheme()
  const choice = useLanguageChoice()
  const base = useMemo(() => textsFor(choice, { language, strings }), [choice, language, strings])
  const message = useMessages(base.tag)
  const texts = useMemo(() => (message === undefined ? base : { ...base, message }), [base, message])
  const ref = useRef<HTMLDivElement>(null)
  return (
    <TextContext value={texts}>
      <div className="mr-root" data-theme={theme ?? chosen} lang={texts.tag} ref={ref}>
        <OverlayLayer root={ref}>
          <ErrorBoundary>{children}</ErrorBoundary>
        </OverlayLayer>
      </div>
    </TextContext>
  )
}
