import { note } from './note.ts'
import type { Template } from './template.ts'

export const loopOverAList: Template = {
  id: 'loop-over-a-list',
  name: 'Loop over a list',
  description: 'Runs the same steps for each item of a list and collects the results in order.',
  group: 'basics',
  icon: 'mdi:repeat-variant',
  tags: ['example', 'loop'],
  nodes: {
    about: note(
      '## Loop over a list\nThe nodes between **For each** and the edge back to it run once for each item. *Concurrency* runs items in parallel; the results keep the order of the list.',
      { at: [0, -200], size: [560, 120] },
    ),
    guests: {
      type: 'json_input',
      label: 'Guests',
      at: [0, 60],
      config: {
        defaultValue: {
          guests: [
            { name: 'Ada', seat: 4 },
            { name: 'Grace', seat: 7 },
            { name: 'Linus', seat: 1 },
          ],
        },
      },
    },
    list: { type: 'json_transform', label: 'The list', at: [250, 30], config: { expression: 'guests' } },
    each: { type: 'foreach', label: 'For each guest', at: [550, 0], config: { concurrency: 2 } },
    card: {
      type: 'prompt_template',
      label: 'Place card',
      at: [850, -130],
      config: {
        template: 'Seat {{ guest.seat }}: {{ guest.name }}',
        dynamicInputs: [{ name: 'guest', label: 'Guest', dataType: 'mixed' }],
      },
    },
    join: { type: 'json_transform', label: 'Join lines', at: [850, 130], config: { expression: '$join($, "\\n")' } },
    cards: { type: 'output', label: 'Place cards', at: [1150, 150], config: { name: 'cards' } },
  },
  edges: [
    'guests:value list:data',
    'list:result each:items',
    'each:item card:guest',
    'card:output each:loop_back',
    'each:results join:data',
    'join:result cards:value',
  ],
}
