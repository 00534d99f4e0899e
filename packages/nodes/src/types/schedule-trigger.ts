import { choice, defineNode, Type } from '@millrace/model'
import { HIDDEN_TRIGGER } from '../fields/hidden-trigger.ts'

/** What most schedules say, for those who do not write cron lines every day. */
const USUAL_TIMES = [
  { label: 'Every 15 minutes', value: '*/15 * * * *' },
  { label: 'Every hour', value: '0 * * * *' },
  { label: 'Every day at 9:00', value: '0 9 * * *' },
  { label: 'Monday to Friday at 9:00', value: '0 9 * * 1-5' },
  { label: 'Every Monday at 9:00', value: '0 9 * * 1' },
  { label: 'On the first of every month at 9:00', value: '0 9 1 * *' },
]

/** Starts a run again and again by the clock. */
export default defineNode({
  id: 'schedule_trigger',
  version: '1.0.0',
  name: 'Schedule',
  description: 'Starts a run at the times a cron line gives.',
  category: 'triggers',
  icon: 'mdi:calendar-clock',
  visual: 'terminal',
  tags: ['start', 'cron', 'timer', 'repeat'],

  config: Type.Object({
    cron: Type.String({
      title: 'Cron line',
      description: 'Minute, hour, day, month, weekday; a sixth field in front gives seconds. Or a word such as @daily.',
      pattern: '^\\s*(@[a-z]+|\\S+(\\s+\\S+){4,5})\\s*$',
      maxLength: 120,
      placeholder: '0 9 * * 1-5',
      'x-suggestions': USUAL_TIMES,
    }),
    timezone: Type.Optional(
      Type.String({
        title: 'Time zone',
        description: 'IANA name of the zone that the line is meant in.',
        default: 'UTC',
        maxLength: 64,
        placeholder: 'Europe/Berlin',
      }),
    ),
    overlap: Type.Optional(
      choice(['skip', 'buffer', 'cancel'], {
        title: 'If the last run is still going',
        description: 'skip this one, buffer it until the other ends, or cancel the other.',
        default: 'skip',
      }),
    ),
    enabled: Type.Optional(Type.Boolean({ title: 'Enabled', default: true })),
  }),
  inputs: { trigger: HIDDEN_TRIGGER },
  outputs: {
    scheduled_at: { name: 'Scheduled at', dataType: 'datetime', description: 'The moment this run was planned for.' },
  },
  reserved: { triggerIn: false },

  run: ({ launch, effects }) => ({ scheduled_at: launch.scheduled_at ?? new Date(effects.now()).toISOString() }),

  examples: [
    {
      title: 'hands on the moment that the run was planned for, however late it began',
      config: { cron: '0 9 * * *' },
      launch: { scheduled_at: '2030-01-31T09:00:00.000Z' },
      outputs: { scheduled_at: '2030-01-31T09:00:00.000Z' },
    },
    {
      title: 'a run that was started by hand was planned for now',
      config: { cron: '0 9 * * *' },
      outputs: { scheduled_at: '2030-01-31T10:15:30.000Z' },
    },
  ],
})
