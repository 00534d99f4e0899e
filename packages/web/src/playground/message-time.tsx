import { useText } from '../i18n/use-text.ts'
import { clockTime, fullTime } from '../questions/times.ts'

/** The time of a message. */
export function Moment({ at }: { at: string }) {
  const t = useText()
  return (
    <time className="mr-message__time" dateTime={at} title={fullTime(at, t)}>
      {clockTime(at, t)}
    </time>
  )
}
