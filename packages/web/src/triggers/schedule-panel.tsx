/** The next times of a schedule node, in its time zone. The service computes them. */
import { configOf, type WorkflowNode } from '@millrace/model'
import { useEffect, useState } from 'react'
import { useEditor } from '../editor/editor-context.tsx'
import { useText } from '../i18n/use-text.ts'

/** Wait for a pause in typing. */
const TYPING_MS = 300

interface Times {
  readonly of: string
  readonly times: readonly string[]
  readonly problem?: string | undefined
}

export function SchedulePanel({ node }: { node: WorkflowNode }) {
  const t = useText()
  const { client } = useEditor()
  const { cron, timezone, enabled } = configOf(node)
  const expression = typeof cron === 'string' ? cron.trim() : ''
  const zone = typeof timezone === 'string' && timezone.trim() !== '' ? timezone.trim() : 'UTC'
  const [found, setFound] = useState<Times>()
  const of = `${expression} ${zone}`
  useEffect(() => {
    if (expression === '') return
    const end = new AbortController()
    const timer = setTimeout(() => {
      client.nextTimes({ cron: expression, timezone: zone }, { signal: end.signal }).then(
        ({ times, problem }) => setFound({ of, times, problem }),
        // The problem of an expression is part of the reply; without the service there are no times.
        () => undefined,
      )
    }, TYPING_MS)
    return () => {
      clearTimeout(timer)
      end.abort()
    }
  }, [client, expression, zone, of])
  if (expression === '' || found?.of !== of || found.problem !== undefined) return null
  return (
    <section className="mr-schedule" aria-label={t.runs.nextTimes}>
      <p className="mr-label">{t.runs.nextTimes}</p>
      {enabled === false ? (
        <p className="mr-muted mr-small">{t.runs.disabledSchedule}</p>
      ) : found.times.length === 0 ? (
        <p className="mr-muted mr-small">{t.runs.noNextTimes}</p>
      ) : (
        <>
          <ol className="mr-schedule__times">
            {found.times.map((time) => (
              <li key={time}>
                <time dateTime={time}>{zonedText(time, zone, t.locale)}</time>
              </li>
            ))}
          </ol>
          <p className="mr-field__hint">{t.runs.inZone(zone)}</p>
        </>
      )}
    </section>
  )
}

/** The browser may not know a time zone that the service knows. */
function zonedText(iso: string, timeZone: string, locale: string): string {
  const style = { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' } as const
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  try {
    return new Date(iso).toLocaleString(locale, { ...style, ...clock, timeZone })
  } catch {
    return iso
  }
}
