import { note } from './note.ts'
import type { Template } from './template.ts'

export const repeatUntil: Template = {
  id: 'repeat-until',
  name: 'Repeat until it is enough',
  description: 'A savings plan: adds interest and payments each year until the goal is reached.',
  group: 'basics',
  icon: 'mdi:rotate-right',
  tags: ['example', 'loop'],
  nodes: {
    about: note(
      '## Repeat until it is enough\nThe condition is evaluated before each iteration; the value at *Loop back* becomes the value of the next one. *Max iterations* limits the loop.',
      { at: [0, -200], size: [490, 120] },
    ),
    plan: {
      type: 'json_input',
      label: 'Plan',
      at: [0, 60],
      config: { defaultValue: { balance: 1000, payment: 600, interest: 0.04, goal: 5000, years: 0 } },
    },
    until: {
      type: 'while',
      label: 'Goal not reached',
      at: [250, 20],
      config: { condition: 'value.balance < value.goal', maxIterations: 100 },
    },
    year: {
      type: 'json_transform',
      label: 'One more year',
      at: [550, -110],
      config: {
        expression: '$merge([$, {"balance": $round(balance * (1 + interest) + payment, 2), "years": years + 1}])',
      },
    },
    say: {
      type: 'json_transform',
      label: 'Say it',
      at: [550, 110],
      config: { expression: '"After " & years & " years there are " & balance & "."' },
    },
    result: { type: 'output', label: 'Result', at: [850, 130], config: { name: 'result' } },
  },
  edges: [
    'plan:value until:value',
    'until:value year:data',
    'year:result until:loop_back',
    'until:result say:data',
    'say:result result:value',
  ],
}
