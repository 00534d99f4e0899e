import { defineNode, sleepUntil, Type } from '@millrace/model'
import { readMoment } from '../calendar/read-moment.ts'
import { badSetting } from '../running/input-values.ts'

const YEAR_SECONDS = 31_536_000

function wakeTime({ seconds, until }: { seconds?: number; until?: string }, now: number): number {
  if (seconds !== undefined) return now + Math.round(seconds * 1000)
  if (until === undefined) throw badSetting('seconds', 'is empty, and so is "until"')
  const time = readMoment(until, 'UTC')
  if (time === undefined) throw badSetting('until', 'must be a date and time in ISO 8601')
  return time
}

/** Waits for a time or until a moment, then hands its value on; a restart of the service does not lose the wait. */
export default defineNode({
  id: 'delay',
  version: '1.0.0',
  name: 'Delay',
  description: 'Waits for some seconds or until a moment, then goes on.',
  category: 'logic',
  icon: 'mdi:timer-sand',
  visual: 'simple',
  alsoDrawnAs: ['square', 'default'],
  tags: ['wait', 'sleep', 'pause', 'timer'],

  config: Type.Object({
    seconds: Type.Optional(Type.Number({ title: 'Seconds', minimum: 0, maximum: YEAR_SECONDS })),
    until: Type.Optional(
      Type.String({
        title: 'Until',
        description: 'A date and time. Used when no seconds are given; a moment that is past does not wait.',
        format: 'date-time',
        maxLength: 64,
        placeholder: '2030-01-31T09:00:00Z',
      }),
    ),
  }),
  inputs: { value: { name: 'Value', dataType: 'mixed' } },
  outputs: { value: { name: 'Value', dataType: 'mixed', description: 'The same value.' } },

  run({ config, inputs, effects }) {
    const { value } = inputs
    return sleepUntil(wakeTime(config, effects.now()), value === undefined ? {} : { value })
  },

  examples: [
    {
      title: 'wakes after some seconds, with the value it was given',
      config: { seconds: 90 },
      inputs: { value: 'tea' },
      outputs: sleepUntil(Date.UTC(2030, 0, 31, 10, 17, 0), { value: 'tea' }),
    },
    {
      title: 'wakes at a moment; one without an offset is UTC',
      config: { until: '2030-02-01T09:00' },
      outputs: sleepUntil(Date.UTC(2030, 1, 1, 9), {}),
    },
    { title: 'a moment that cannot be read is refused', config: { until: 'tomorrow' }, fails: 'BAD_CONFIG' },
    { title: 'one of both has to be set', fails: 'BAD_CONFIG' },
  ],
})
