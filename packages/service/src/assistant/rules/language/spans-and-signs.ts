/** Values in words: spans of time, and signs that are hard to write. */
import { numberOf, wordsOf } from './words.ts'

const UNITS: Readonly<Record<string, number>> = {
  second: 1,
  sec: 1,
  s: 1,
  minute: 60,
  min: 60,
  m: 60,
  hour: 3600,
  h: 3600,
  day: 86_400,
}

/** A span of time in words, in seconds. */
export function secondsIn(text: string): number | undefined {
  const [, amount = '', unit = ''] =
    /\b([\d.]+|an?|one|two|three|five|ten|fifteen|thirty|sixty)[\s-]*(sec[a-z]{0,5}|min(?:s|[ut][a-z]{1,4})?|hours?|hrs?|days?|s|m|h)\b/i.exec(
      text,
    ) ?? []
  const factor =
    UNITS[
      unit
        .toLowerCase()
        .replace(/^sec.*/, 'sec')
        .replace(/^min.*/, 'min')
        .replace(/^hrs?$/, 'hour')
        .replace(/(?<=.{2})s$/, '')
    ]
  const number = /^an?$/i.test(amount) ? 1 : numberOf(amount)
  return factor === undefined || number === undefined ? undefined : number * factor
}

const SIGNS: Readonly<Record<string, string>> = {
  semicolon: ';',
  comma: ',',
  tab: '\t',
  tabulator: '\t',
  pipe: '|',
  colon: ':',
  blank: ' ',
  space: ' ',
}

/** A sign, written or named. */
export function signIn(text: string): string | undefined {
  const word = wordsOf(text).find((one) => Object.hasOwn(SIGNS, one))
  return word === undefined ? /^\S{1,2}$/.exec(text.trim())?.[0] : SIGNS[word]
}
