import type { ReactNode } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState, Spinner } from '../ui/small-parts.tsx'
import type { Loaded } from './use-loaded.ts'

interface PartFrameProps {
  readonly title: string
  readonly text?: string
  /** Rendered next to the title. */
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** Heading and content of a section of the settings. */
export function PartFrame({ title, text, action, children }: PartFrameProps) {
  return (
    <section className="mr-settings__part" aria-label={title}>
      <div className="mr-settings__head">
        <h2 className="mr-grow">{title}</h2>
        {action}
      </div>
      {text !== undefined && <p className="mr-settings__text">{text}</p>}
      {children}
    </section>
  )
}

interface WhenLoadedProps<T> {
  readonly loaded: Loaded<T>
  readonly onRetry: () => void
  readonly children: (value: T) => ReactNode
}

/** Renders loaded data, a loading indicator or an error. */
export function WhenLoaded<T>({ loaded, onRetry, children }: WhenLoadedProps<T>) {
  const t = useText()
  if (loaded === undefined) {
    return (
      <div className="mr-settings__wait">
        <Spinner />
      </div>
    )
  }
  if ('failure' in loaded) {
    return (
      <EmptyState
        icon="mdi:alert-circle-outline"
        title={t.settings.failed}
        actions={<Button onClick={onRetry}>{t.ui.retry}</Button>}
      >
        {loaded.failure}
      </EmptyState>
    )
  }
  return children(loaded.value)
}
