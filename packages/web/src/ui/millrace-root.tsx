import { type ReactNode, useMemo, useRef } from 'react'
import type { LanguageOptions } from '../i18n/languages.ts'
import { useMessages } from '../i18n/messages.ts'
import { languageFor, textsFor } from '../i18n/texts.ts'
import { TextContext } from '../i18n/use-text.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { useLanguageChoice, useLoadedLanguage } from './language.ts'
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
  const state = useLoadedLanguage(languageFor(choice, language))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts change when the language is loaded.
  const base = useMemo(() => textsFor(choice, { language, strings }), [choice, language, strings, state])
  const message = useMessages(base.tag)
  const texts = useMemo(() => (message === undefined ? base : { ...base, message }), [base, message])
  const ref = useRef<HTMLDivElement>(null)
  const wasShown = useRef(false)
  if (state !== 'loading') wasShown.current = true
  return (
    <TextContext value={texts}>
      <div className="mr-root" data-theme={theme ?? chosen} lang={texts.tag} ref={ref}>
        <OverlayLayer root={ref}>
          {/* A page that is shown already stays while another language is loaded. */}
          <ErrorBoundary>{state === 'loading' && !wasShown.current ? null : children}</ErrorBoundary>
        </OverlayLayer>
      </div>
    </TextContext>
  )
}
