import type { ConnectionTest } from '@millrace/client'
import { useText } from '../i18n/use-text.ts'
import { Icon } from '../ui/icon.tsx'
import { Spinner } from '../ui/small-parts.tsx'

/** The result of a connection test, or that it is running. */
export function TestResult({ result }: { result: ConnectionTest | 'going' }) {
  const { settings, message: translate } = useText()
  const text = settings.connections
  if (result === 'going') {
    return (
      <div className="mr-settings__test" role="status">
        <Spinner label={text.testing} />
        {text.testing}
      </div>
    )
  }
  return (
    <div className="mr-settings__test" data-ok={result.ok} role="status">
      <Icon name={result.ok ? 'mdi:check-circle' : 'mdi:alert-circle'} size={14} />
      {result.ok ? text.works(translate(result.message)) : translate(result.message)}
    </div>
  )
}
