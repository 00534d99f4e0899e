/** Common part of the mount functions: check the container, render into it, and clean up. */

import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import type { LanguageOptions } from '../i18n/languages.ts'
import { MillraceRoot } from '../ui/millrace-root.tsx'
import type { Theme } from '../ui/theme.ts'

export { type Container, checkedContainer, MOUNT_ERRORS, type Size } from './checked-container.ts'

/** Appearance and language of an instance. */
export interface LookOptions extends LanguageOptions {
  readonly theme?: Theme | undefined
}

/** Renders into a new element inside the container; the returned function removes it. */
export function mountRoot(container: HTMLElement, content: ReactNode, look: LookOptions = {}): () => void {
  const host = document.createElement('div')
  host.style.cssText = 'width:100%;height:100%;min-height:inherit'
  container.append(host)
  const root = createRoot(host)
  const { theme, language, strings } = look
  root.render(
    <MillraceRoot theme={theme} language={language} strings={strings}>
      {content}
    </MillraceRoot>,
  )
  return () => {
    root.unmount()
    host.remove()
  }
}
