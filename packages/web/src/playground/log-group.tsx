import type { PlaygroundMessage as Message } from '@millrace/client'
import { isObject, LOG_LEVELS } from '@millrace/model'
import type { Texts } from '../i18n/texts.ts'
import { useText } from '../i18n/use-text.ts'
import { secondsText } from '../ui/date-time-text.ts'
import { Icon } from '../ui/icon.tsx'
import { Badge } from '../ui/small-parts.tsx'
import { logCount } from './message-rows.ts'

/** Consecutive log lines, collapsed by default. */
export function LogGroup({ lines }: { lines: readonly Message[] }) {
  const t = useText()
  const { warnings, errors } = logCount(lines)
  return (
    <details className="mr-logs">
      <summary>
        <Icon name="mdi:chevron-right" size={14} className="mr-fold-mark" />
        {t.playground.logLines(lines.length)}
        {warnings > 0 && <Badge tone="warning">{t.playground.warnings(warnings)}</Badge>}
        {errors > 0 && <Badge tone="error">{t.playground.errors(errors)}</Badge>}
      </summary>
      <ol className="mr-bare mr-logs__lines mr-scroll" tabIndex={-1}>
        {lines.map(({ id, content, timestamp, metadata }) => (
          <li key={id} data-level={String(metadata.level)}>
            <time dateTime={timestamp}>{secondsText(timestamp, t)}</time>
            <span className="mr-logs__level">{levelText(metadata.level, t)}</span>
            <span className="mr-logs__text">
              {typeof metadata.nodeLabel === 'string' && <span className="mr-muted">{metadata.nodeLabel} </span>}
              {t.message(content)}
              {isObject(metadata.context) && Object.keys(metadata.context).length > 0 && (
                <span className="mr-muted"> {JSON.stringify(metadata.context)}</span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}

function levelText(level: unknown, t: Texts): string {
  const known = LOG_LEVELS.find((one) => one === level)
  return known === undefined ? String(level) : t.viewer.level[known]
}
