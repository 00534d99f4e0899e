import { note } from './note.ts'
import type { Template } from './template.ts'

export const scheduleWithCounter: Template = {
  id: 'schedule-with-counter',
  name: 'Every morning, with a counter',
  description: 'Runs automatically on workdays and counts its runs.',
  group: 'triggers',
  icon: 'mdi:calendar-clock-outline',
  tags: ['schedule', 'state'],
  nodes: {
    about: note(
      '## Every morning, with a counter\nThe schedule is **disabled**, so that nothing starts unexpectedly: select **Workdays** and turn on *Enabled*. Until then, run it manually and watch the number grow.',
      { at: [0, -200], size: [560, 120] },
    ),
    clock: {
      type: 'schedule_trigger',
      label: 'Workdays',
      at: [0, 60],
      config: { cron: '0 8 * * 1-5', timezone: 'Europe/Amsterdam', enabled: false },
    },
    last: {
      type: 'key_value',
      label: 'Last number',
      at: [210, 30],
      config: { operation: 'get', namespace: 'counter-{unique}', key: 'runs' },
    },
    next: {
      type: 'json_transform',
      label: 'One more',
      at: [510, 30],
      config: { expression: '$type($) = "number" ? $ + 1 : 1' },
    },
    keep: {
      type: 'key_value',
      label: 'Keep it',
      at: [810, 30],
      config: { operation: 'set', namespace: 'counter-{unique}', key: 'runs' },
    },
    say: {
      type: 'prompt_template',
      label: 'Say it',
      at: [1110, 10],
      config: {
        template: 'Run number {{ number }}, planned for {{ moment }}.',
        dynamicInputs: [
          { name: 'number', label: 'Number', dataType: 'mixed' },
          { name: 'moment', label: 'Moment', dataType: 'mixed' },
        ],
      },
    },
    result: { type: 'output', label: 'Message', at: [1410, 40], config: { name: 'message' } },
  },
  edges: [
    'clock:trigger last:trigger',
    'last:value next:data',
    'next:result keep:value',
    'keep:value say:number',
    'clock:scheduled_at say:moment',
    'say:output result:value',
  ],
}
