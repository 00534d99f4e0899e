import { defineNode, NodeFailure, Type, titledChoice } from '@millrace/model'
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
  summary: [
    { when: { operation: ['add', 'subtract'] }, text: '{{operation}} {{amount}} {{unit}}' },
    { when: { operation: 'format' }, text: '{{operation}} {{format}}' },
    '{{operation}}',
  ],

  config: Type.Object({
    operation: Type.Optional(
      titledChoice(
        {
          current: ['Current date and time', 'Ignores the input.'],
          format: ['Format', 'Writes the date in the format.'],
          convert: ['Convert to the time zone', 'The same moment in another time zone.'],
          add: 'Add',
          subtract: 'Subtract',
          start_of: ['Start of', 'First moment of the day, the month or another unit.'],
          end_of: ['End of', 'Last moment of the day, the month or another unit.'],
        },
        { title: 'Operation', default: 'current' },
      ),
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
    amount: Type.Optional(
      Type.Number({ title: 'Amount', default: 1, 'x-show-when': { operation: ['add', 'subtract'] } }),
    ),
    unit: Type.Optional(
      titledChoice(
        {
          seconds: 'Seconds',
          minutes: 'Minutes',
          hours: 'Hours',
          days: 'Days',
          weeks: 'Weeks',
          months: 'Months',
          years: 'Years',
        },
        {
          title: 'Unit',
          default: 'days',
          'x-show-when': { operation: ['add', 'subtract', 'start_of', 'end_of'] },
        },
      ),
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
