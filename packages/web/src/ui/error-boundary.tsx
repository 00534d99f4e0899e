import { Component, type ReactNode } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Button } from './button.tsx'
import { EmptyState } from './small-parts.tsx'

interface ErrorBoundaryProps {
  readonly children: ReactNode
  /** Additional action of the retry button: a chunk that could not be loaded needs a page reload. */
  readonly onRetry?: () => void
}

/** Shows an error message for a part that could not be rendered or loaded. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly message: string | undefined }> {
  override state = { message: undefined as string | undefined }

  static getDerivedStateFromError(error: unknown) {
    return { message: error instanceof Error ? error.message : String(error) }
  }

  override render() {
    const { message } = this.state
    if (message === undefined) return this.props.children
    const retry = () => {
      this.setState({ message: undefined })
      this.props.onRetry?.()
    }
    return <Broken message={message} onRetry={retry} />
  }
}

function Broken({ message, onRetry }: { readonly message: string; readonly onRetry: () => void }) {
  const t = useText()
  return (
    <div className="mr-broken" role="alert">
      <EmptyState
        icon="mdi:alert-circle-outline"
        title={t.ui.broken}
        actions={
          <Button look="primary" onClick={onRetry}>
            {t.ui.retry}
          </Button>
        }
      >
        <p>{t.ui.brokenText}</p>
        <p className="mr-mono mr-broken__why">{message}</p>
      </EmptyState>
    </div>
  )
}
