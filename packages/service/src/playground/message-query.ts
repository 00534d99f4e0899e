/** Parses the query of the message list and rejects contradictions. */
import { MESSAGE_NUMBER, MESSAGE_TIME, type PlaygroundMessageListQuery, Problem } from '@millrace/model'
import type { MessageQuery } from '@millrace/store'
import { badParameter } from '../http/parameters.ts'

/** The store query; throws a 400 Problem for an invalid one. */
export function messageQuery({ since, before, latest, limit }: PlaygroundMessageListQuery): MessageQuery {
  const given = [since !== undefined && 'since', before !== undefined && 'before', latest && 'latest'].filter(Boolean)
  if (given.length > 1) throw contradiction(given.map(String))
  if (since !== undefined) return { ...sinceWhen(since), limit }
  if (before !== undefined) return { before, limit }
  return latest ? { latest, limit } : { limit }
}

function contradiction(names: readonly string[]): Problem {
  return new Problem('VALIDATION_ERROR', {
    status: 400,
    message: `The parameters ${names.map((name) => `"${name}"`).join(' and ')} exclude each other.`,
    details: names.map((path) => ({
      code: 'INVALID_PARAMETER',
      message: 'is given with another that it excludes',
      path,
    })),
  })
}

function sinceWhen(since: string): { since: number } | { sinceTime: number } {
  if (MESSAGE_NUMBER.test(since)) {
    const number = Number(since)
    if (Number.isSafeInteger(number)) return { since: number }
    throw badParameter('since', 'is larger than any message number')
  }
  const time = timeOf(since)
  if (Number.isNaN(time)) throw badParameter('since', 'is not a valid time')
  return { sinceTime: time }
}

/** Milliseconds since the epoch, or NaN. A time without an offset is UTC. */
function timeOf(text: string): number {
  const [, year, month, day, hour, minute, second, fraction = '', zone = 'Z'] = MESSAGE_TIME.exec(text) ?? []
  const isDay = Number(day) >= 1 && Number(day) <= daysIn(Number(year), Number(month))
  if (!isDay) return Number.NaN
  // Message times have millisecond precision, so a finer time would exclude the message itself.
  const clock = `${hour}:${minute}:${second}${fraction.slice(0, 4)}`
  return Date.parse(`${year}-${month}-${day}T${clock}${offsetOf(zone)}`)
}

function offsetOf(zone: string): string {
  const [, sign = '', hours, minutes] = /^([+ -])(\d\d):?(\d\d)$/.exec(zone) ?? []
  return hours === undefined ? 'Z' : `${sign.replace(' ', '+')}${hours}:${minutes}`
}

function daysIn(year: number, month: number): number {
  return month < 1 || month > 12 ? 0 : new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
}
