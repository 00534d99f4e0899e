/** Examples of the node type `date_time`, in a separate file because there are many. */
import type { NodeExample } from '@millrace/model'

export const EXAMPLES: readonly NodeExample[] = [
  {
    title: 'current: outputs the current time, in UTC by default',
    outputs: { datetime: '2030-01-31 10:15:30', timestamp: 1896084930, iso: '2030-01-31T10:15:30.000Z' },
  },
  {
    title: 'format: formats a date with a pattern',
    config: { operation: 'format', format: "EEEE d MMMM yyyy, h:mm a 'o''clock'" },
    inputs: { datetime: '2026-07-04T17:05:00Z' },
    outputs: {
      datetime: "Saturday 4 July 2026, 5:05 PM o'clock",
      timestamp: 1783184700,
      iso: '2026-07-04T17:05:00.000Z',
    },
  },
  {
    title: 'format: rejects unknown pattern letters',
    config: { operation: 'format', format: 'YYYY-MM-DD' },
    inputs: { datetime: '2026-07-04' },
    fails: 'BAD_CONFIG',
  },
  {
    title: 'convert: converts to a time zone with its offset',
    config: { operation: 'convert', timezone: 'Asia/Kathmandu', format: "yyyy-MM-dd'T'HH:mm:ssXXX" },
    inputs: { datetime: '2026-07-04T17:05:00+02:00' },
    outputs: { datetime: '2026-07-04T20:50:00+05:45', timestamp: 1783177500, iso: '2026-07-04T15:05:00.000Z' },
  },
  {
    title: 'reads a date without an offset in the time zone',
    config: { operation: 'format', timezone: 'Europe/Berlin' },
    inputs: { datetime: '2026-01-15' },
    outputs: { datetime: '2026-01-15 00:00:00', timestamp: 1768431600, iso: '2026-01-14T23:00:00.000Z' },
  },
  {
    title: 'accepts Unix time in seconds',
    config: { operation: 'format' },
    inputs: { datetime: '1768431600' },
    outputs: { datetime: '2026-01-14 23:00:00', timestamp: 1768431600, iso: '2026-01-14T23:00:00.000Z' },
  },
  {
    title: 'add: adds calendar days across a daylight saving change',
    config: { operation: 'add', amount: 1, unit: 'days', timezone: 'Europe/Berlin' },
    inputs: { datetime: '2026-03-28T12:00' },
    outputs: { datetime: '2026-03-29 12:00:00', timestamp: 1774778400, iso: '2026-03-29T10:00:00.000Z' },
  },
  {
    title: 'add: adds hours as a duration',
    config: { operation: 'add', amount: 24, unit: 'hours', timezone: 'Europe/Berlin' },
    inputs: { datetime: '2026-03-28T12:00' },
    outputs: { datetime: '2026-03-29 13:00:00', timestamp: 1774782000, iso: '2026-03-29T11:00:00.000Z' },
  },
  {
    title: 'add: stays within the month at the end of a month',
    config: { operation: 'add', amount: 1, unit: 'months', format: 'yyyy-MM-dd' },
    inputs: { datetime: '2028-01-31' },
    outputs: { datetime: '2028-02-29', timestamp: 1835395200, iso: '2028-02-29T00:00:00.000Z' },
  },
  {
    title: 'subtract: uses the current time without an input',
    config: { operation: 'subtract', amount: 2, unit: 'weeks', format: 'yyyy-MM-dd' },
    outputs: { datetime: '2030-01-17', timestamp: 1894875330, iso: '2030-01-17T10:15:30.000Z' },
  },
  {
    title: 'start_of: starts weeks on Monday',
    config: { operation: 'start_of', unit: 'weeks', format: 'EEE dd' },
    inputs: { datetime: '2026-07-05T23:59:59Z' },
    outputs: { datetime: 'Mon 29', timestamp: 1782691200, iso: '2026-06-29T00:00:00.000Z' },
  },
  {
    title: 'end_of: outputs the last millisecond',
    config: { operation: 'end_of', unit: 'months', format: 'dd HH:mm:ss.SSS' },
    inputs: { datetime: '2026-02-10' },
    outputs: { datetime: '28 23:59:59.999', timestamp: 1772323199, iso: '2026-02-28T23:59:59.999Z' },
  },
  {
    title: 'rejects text that is not a date',
    config: { operation: 'format' },
    inputs: { datetime: 'next Tuesday' },
    fails: 'BAD_INPUT',
  },
  {
    title: 'rejects a day that does not exist',
    config: { operation: 'format' },
    inputs: { datetime: '2026-02-30' },
    fails: 'BAD_INPUT',
  },
  { title: 'rejects an unknown time zone', config: { timezone: 'Mars/Olympus' }, fails: 'BAD_CONFIG' },
  {
    title: 'rejects dates after the year 9999',
    config: { operation: 'add', amount: 8000, unit: 'years' },
    fails: 'OUT_OF_RANGE',
  },
]
