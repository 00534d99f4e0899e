import { defineNode, sleepUntil, Type } from '@millrace/model'
import { readMoment } from '../calendar/read-moment.ts'
import { badSetting } from '../running/input-values.ts'

const YEAR_SECONDS = 31_536_000

function wakeTime({ seconds, until }: { seconds?: number; until?: string }, now: number): number {
  if (seconds !== undefined) return now + Math.round(seconds * 1000)
  if (until === undefined) throw badSetting('seconds', 'is required if "until" is empty')
  const time = readMoment(until, 'UTC')
  if (time === undefined) throw badSetting('until', 'must be an ISO 8601 date and time')
  return time
}

/** Waits for a duration or until a time, then emits its input value. The wait survives a service restart. */
export default defineNode({
  id: 'delay',
  version: '1.0.0',
  name: 'Delay',
  description: 'Waits for a number of seconds or until a time, then continues.',
  category: 'logic',
  icon: 'mdi:timer-sand',
  visual: 'simple',
  alsoDrawnAs: ['square', 'default'],
  tags: ['wait', 'sleep', 'pause', 'timer', 'waiting time', 'Verzögerung', 'Wartezeit', 'Warten'],
  keywords: ['rate limit', 'throttle'],
  summary: ['{{seconds}} s', 'until {{until}}'],

  config: Type.Object({
    seconds: Type.Optional(Type.Number({ title: 'Seconds', minimum: 0, maximum: YEAR_SECONDS })),
    until: Type.Optional(
      Type.String({
        title: 'Until',
        description: 'Date and time. Used if no seconds are set; a time in the past does not wait.',
        format: 'date-time',
        maxLength: 64,
        placeholder: '2030-01-31T09:00:00Z',
      }),
    ),
  }),
  inputs: { value: { name: 'Value', dataType: 'mixed' } },
  outputs: { value: { name: 'Value', dataType: 'mixed', description: 'The input value, unchanged.' } },

  run({ config, inputs, effects }) {
    const { value } = inputs
    return sleepUntil(wakeTime(config, effects.now()), value === undefined ? {} : { value })
  },

  examples: [
    {
      title: 'waits for the seconds and outputs the value',
      config: { seconds: 90 },
      inputs: { value: 'tea' },
      outputs: sleepUntil(Date.UTC(2030, 0, 31, 10, 17, 0), { value: 'tea' }),
    },
    {
      title: 'waits until a time, in UTC if it has no offset',
      config: { until: '2030-02-01T09:00' },
      outputs: sleepUntil(Date.UTC(2030, 1, 1, 9), {}),
    },
    { title: 'rejects an invalid time', config: { until: 'tomorrow' }, fails: 'BAD_CONFIG' },
    { title: 'rejects settings without seconds and until', fails: 'BAD_CONFIG' },
  ],
})
