import { choice, defineNode, NodeFailure, Type } from '@millrace/model'
import { DATE_OPERATIONS, momentIn } from '../calendar/date-operations.ts'
import { writtenMoment } from '../calendar/date-pattern.ts'
import { EXAMPLES } from '../calendar/date-time-examples.ts'

const DEFAULT_FORMAT = 'yyyy-MM-dd HH:mm:ss'
const FIRST_YEAR = Date.parse('0001-01-01T00:00:00Z')
const END_OF_YEARS = Date.UTC(10_000, 0, 1)

/** Returns the current time, or formats, shifts and converts a date. */
export default defineNode({
  id: 'date_time',
  version: '1.0.0',
  name: 'Date and time',
  description: 'Current time, or formats, shifts and converts a date.',
  category: 'tools',
  icon: 'mdi:calendar',
  alsoDrawnAs: ['tool'],
  tags: [
    'date',
    'time',
    'clock',
    'current time',
    'current date',
    'timezone conversion',
    'Datum',
    'Uhrzeit',
    'Datum und Uhrzeit',
  ],
  keywords: ['now', 'today', 'timestamp', 'time zone'],

  config: Type.Object({
    operation: Type.Optional(
      choice(['current', 'format', 'convert', 'add', 'subtract', 'start_of', 'end_of'], {
        title: 'Operation',
        description:
          'current: now, ignoring the input. convert: the same moment in the time zone. start_of, end_of: of the unit.',
        default: 'current',
      }),
    ),
    format: Type.Optional(
      Type.String({
        title: 'Format',
        description:
          'Unicode date pattern: yyyy MM dd, MMM or MMMM (month), EEE or EEEE (weekday), HH mm ss SSS, hh a, ' +
          'XXX (offset), VV (time zone). Literal text goes in single quotes.',
        default: 'yyyy-MM-dd HH:mm:ss',
        maxLength: 200,
      }),
    ),
    timezone: Type.Optional(
      Type.String({
        title: 'Time zone',
        description: 'IANA name. Applies to dates without an offset.',
        default: 'UTC',
        maxLength: 64,
        placeholder: 'Europe/Berlin',
      }),
    ),
    amount: Type.Optional(Type.Number({ title: 'Amount', description: 'For add and subtract.', default: 1 })),
    unit: Type.Optional(
      choice(['seconds', 'minutes', 'hours', 'days', 'weeks', 'months', 'years'], {
        title: 'Unit',
        description: 'For add, subtract, start_of and end_of.',
        default: 'days',
      }),
    ),
  }),
  inputs: {
    datetime: {
      name: 'Date and time',
      dataType: 'string',
      description: 'ISO 8601, or Unix time in seconds. Default: now.',
    },
  },
  outputs: {
    datetime: { name: 'Date and time', dataType: 'string', description: 'In the selected format.' },
    timestamp: { name: 'Timestamp', dataType: 'number', description: 'Unix time in seconds.' },
    iso: { name: 'ISO', dataType: 'string', description: 'In UTC.' },
  },
  tool: true,
  agentspec: 'tool_node',

  run({ config, inputs, effects }) {
    const { operation = 'current', format = DEFAULT_FORMAT, timezone: zone = 'UTC', amount = 1, unit = 'days' } = config
    const given = operation === 'current' ? effects.now() : momentIn(inputs, zone, effects.now())
    const moment = DATE_OPERATIONS[operation]({ moment: given, amount, unit, zone })
    if (!(moment >= FIRST_YEAR && moment < END_OF_YEARS)) {
      throw new NodeFailure('OUT_OF_RANGE', 'The date must be between the years 1 and 9999.')
    }
    return {
      datetime: writtenMoment(moment, format, zone),
      timestamp: Math.floor(moment / 1000),
      iso: new Date(moment).toISOString(),
    }
  },

  examples: EXAMPLES,
})
