/** Formats a moment by a Unicode date pattern (UTS 35), in English. */
import { badSetting } from '../running/input-values.ts'
import { offsetMs, wallOf } from './zone.ts'

const MONTHS = 'January February March April May June July August September October November December'.split(' ')
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')

interface Written {
  /** Wall time: its UTC fields are the local fields of the zone. */
  readonly date: Date
  readonly offset: number
  readonly zone: string
}

/** The supported pattern letters. Other letters must be quoted. */
const LETTERS: Readonly<Record<string, (written: Written) => string>> = {
  yyyy: ({ date }) => padded(date.getUTCFullYear(), 4),
  yy: ({ date }) => padded(date.getUTCFullYear() % 100, 2),
  y: ({ date }) => String(date.getUTCFullYear()),
  MMMM: ({ date }) => MONTHS[date.getUTCMonth()] ?? '',
  MMM: ({ date }) => MONTHS[date.getUTCMonth()]?.slice(0, 3) ?? '',
  MM: ({ date }) => padded(date.getUTCMonth() + 1, 2),
  M: ({ date }) => String(date.getUTCMonth() + 1),
  dd: ({ date }) => padded(date.getUTCDate(), 2),
  d: ({ date }) => String(date.getUTCDate()),
  EEEE: ({ date }) => DAYS[date.getUTCDay()] ?? '',
  EEE: ({ date }) => DAYS[date.getUTCDay()]?.slice(0, 3) ?? '',
  HH: ({ date }) => padded(date.getUTCHours(), 2),
  H: ({ date }) => String(date.getUTCHours()),
  hh: ({ date }) => padded(twelve(date), 2),
  h: ({ date }) => String(twelve(date)),
  a: ({ date }) => (date.getUTCHours() < 12 ? 'AM' : 'PM'),
  mm: ({ date }) => padded(date.getUTCMinutes(), 2),
  m: ({ date }) => String(date.getUTCMinutes()),
  ss: ({ date }) => padded(date.getUTCSeconds(), 2),
  s: ({ date }) => String(date.getUTCSeconds()),
  SSS: ({ date }) => padded(date.getUTCMilliseconds(), 3),
  XXX: ({ offset }) => (offset === 0 ? 'Z' : writtenOffset(offset)),
  xxx: ({ offset }) => writtenOffset(offset),
  VV: ({ zone }) => zone,
}

/** Quoted text (two quotes are one), a run of one letter, or anything else. */
const PARTS = /'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']+|'/g

export function writtenMoment(moment: number, pattern: string, zone: string): string {
  const written: Written = { date: new Date(wallOf(moment, zone)), offset: offsetMs(moment, zone), zone }
  return pattern.replace(PARTS, (part: string, quoted: string | undefined, letter: string | undefined) => {
    if (quoted !== undefined) return quoted === '' ? "'" : quoted.replaceAll("''", "'")
    if (letter === undefined && part !== "'") return part
    const write = Object.hasOwn(LETTERS, part) ? LETTERS[part] : undefined
    if (write !== undefined) return write(written)
    const known = Object.keys(LETTERS).join(', ')
    throw badSetting(
      'format',
      `contains the unknown pattern "${part}". Supported are ${known}, and text in single quotes`,
    )
  })
}

function padded(number: number, digits: number): string {
  return String(number).padStart(digits, '0')
}

function twelve(date: Date): number {
  return date.getUTCHours() % 12 || 12
}

function writtenOffset(ms: number): string {
  const minutes = Math.floor(Math.abs(ms) / 60_000)
  return `${ms < 0 ? '-' : '+'}${padded(Math.floor(minutes / 60), 2)}:${padded(minutes % 60, 2)}`
}
