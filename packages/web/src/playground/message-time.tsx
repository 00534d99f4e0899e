import { useText } from '../i18n/use-text.ts'
import { clockText, fullTimeText } from '../ui/date-time-text.ts'

/** The time of a message. */
export function Moment({ at }: { at: string }) {
  const t = useText()
  return (
    <time className="mr-message__time" dateTime={at} title={fullTimeText(at, t)}>
      {clockText(at, t)}
    </time>
  )
}
