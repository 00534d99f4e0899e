import { clockTime, fullTime } from '../questions/times.ts'

/** The time of a message. */
export function Moment({ at }: { at: string }) {
  return (
    <time className="mr-message__time" dateTime={at} title={fullTime(at)}>
      {clockTime(at)}
    </time>
  )
}
