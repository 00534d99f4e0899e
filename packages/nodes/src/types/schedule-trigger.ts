import { defineNode, Type, titledChoice } from '@millrace/model'
import { HIDDEN_TRIGGER } from '../fields/hidden-trigger.ts'

/** Common cron expressions offered as suggestions. */
const USUAL_TIMES = [
  { label: 'Every 15 minutes', value: '*/15 * * * *' },
  { label: 'Every hour', value: '0 * * * *' },
  { label: 'Every day at 9:00', value: '0 9 * * *' },
  { label: 'Monday to Friday at 9:00', value: '0 9 * * 1-5' },
  { label: 'Every Monday at 9:00', value: '0 9 * * 1' },
  { label: 'On the first of every month at 9:00', value: '0 9 1 * *' },
]

/** Starts executions on a cron schedule. */
export default defineNode({
  id: 'schedule_trigger',
  version: '1.0.0',
  name: 'Schedule',
  description: 'Starts an execution on a cron schedule.',
  category: 'triggers',
  icon: 'mdi:calendar-clock',
  visual: 'terminal',
  tags: [
    'scheduler',
    'cron',
    'cron job',
    'timer',
    'timer trigger',
    'start on schedule',
    'repeat on schedule',
    'Zeitplan',
    'Zeitsteuerung',
  ],
  keywords: ['every day', 'interval', 'time trigger', 'recurring'],
  summary: '{{cron}}[ {{timezone}}]',

  config: Type.Object({
    cron: Type.String({
      title: 'Cron expression',
      description:
        'Minute, hour, day, month, weekday; an optional leading field for seconds. Or a macro such as @daily.',
      pattern: '^\\s*(@[a-z]+|\\S+(\\s+\\S+){4,5})\\s*$',
      maxLength: 120,
      placeholder: '0 9 * * 1-5',
      'x-suggestions': USUAL_TIMES,
    }),
    timezone: Type.Optional(
      Type.String({
        title: 'Time zone',
        description: 'IANA time zone of the cron expression.',
        default: 'UTC',
        maxLength: 64,
        placeholder: 'Europe/Berlin',
      }),
    ),
    overlap: Type.Optional(
      titledChoice(
        {
          skip: 'Skip this execution',
          buffer: 'Queue this execution',
          cancel: 'Cancel the previous execution',
        },
        { title: 'If the previous execution is still running', default: 'skip', 'x-section': 'advanced' },
      ),
    ),
    enabled: Type.Optional(Type.Boolean({ title: 'Enabled', default: true })),
  }),
  inputs: { trigger: HIDDEN_TRIGGER },
  outputs: {
    scheduled_at: { name: 'Scheduled at', dataType: 'datetime', description: 'Scheduled time of this execution.' },
  },
  reserved: { triggerIn: false },

  run: ({ launch, effects }) => ({ scheduled_at: launch.scheduled_at ?? new Date(effects.now()).toISOString() }),

  examples: [
    {
      title: 'outputs the scheduled time even after a late start',
      config: { cron: '0 9 * * *' },
      launch: { scheduled_at: '2030-01-31T09:00:00.000Z' },
      outputs: { scheduled_at: '2030-01-31T09:00:00.000Z' },
    },
    {
      title: 'outputs the current time for a manual start',
      config: { cron: '0 9 * * *' },
      outputs: { scheduled_at: '2030-01-31T10:15:30.000Z' },
    },
  ],
})
