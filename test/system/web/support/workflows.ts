/** The workflows that browser tests open. */
import { drawing } from '../../support/drawing.ts'

/** Turns a text into an uppercase one. */
export const SHOUT = spread(
  drawing(
    'Shout',
    [
      { id: 'in', type: 'text_input' },
      { id: 'loud', type: 'text_formatter', config: { operation: 'uppercase', suffix: '!' } },
      { id: 'out', type: 'text_output' },
    ],
    `in.text -> loud.text
    loud.formatted -> out.text`,
  ),
)

/** Waits for a confirmation. */
export const WAITS = spread(
  drawing(
    'Waits',
    [
      { id: 'in', type: 'text_input', config: { defaultValue: 'lamp' } },
      {
        id: 'ask',
        type: 'confirmation',
        config: { message: 'Order it?', confirmLabel: 'Order', cancelLabel: 'Leave' },
      },
      { id: 'loud', type: 'text_formatter', config: { operation: 'uppercase' } },
      { id: 'out', type: 'text_output' },
    ],
    `in.trigger -> ask.trigger
    in.text -> loud.text
    ask.confirmed -> loud.trigger
    loud.formatted -> out.text`,
  ),
)

const FIELDS = {
  type: 'object',
  properties: {
    sku: { type: 'string', title: 'Article' },
    count: { type: 'integer', title: 'How many', maximum: 9 },
  },
  required: ['sku', 'count'],
}
const CHANGES = [
  { field: 'name', label: 'Name', original: 'Mug', proposed: 'Blue mug' },
  { field: 'price', label: 'Price', original: 9, proposed: 11 },
]

/** One question of every kind, one after another. */
export const ASKS = spread(
  drawing(
    'Asks',
    [
      { id: 'in', type: 'chat_input' },
      { id: 'yes', type: 'confirmation', config: { message: 'Go on?', confirmLabel: 'Go', cancelLabel: 'Stay' } },
      { id: 'pick', type: 'choice', config: { message: 'Which?', options: [{ value: 'red' }, { value: 'blue' }] } },
      { id: 'text', type: 'text_prompt', config: { message: 'A name?', minLength: 3 } },
      { id: 'form', type: 'form', config: { message: 'Details?', schema: FIELDS } },
      { id: 'json', type: 'json_input', config: { defaultValue: CHANGES } },
      { id: 'list', type: 'json_transform', config: { expression: '$' } },
      { id: 'look', type: 'review', config: { message: 'Look!' } },
      { id: 'out', type: 'chat_output' },
    ],
    `in.trigger -> yes.trigger
    yes.confirmed -> pick.trigger
    pick.trigger -> text.trigger
    text.trigger -> form.trigger
    form.trigger -> json.trigger
    json.value -> list.data
    list.result -> look.changes
    look.trigger -> out.trigger
    in.message -> out.message`,
  ),
)

/** The values of the default answers to all questions of `ASKS`. */
export const ANSWERS = [
  true,
  'blue',
  'Ada',
  { sku: 'M1', count: 4 },
  {
    decisions: { name: { accepted: true, value: 'Blue mug' }, price: { accepted: false, value: 9 } },
    summary: { accepted: 1, rejected: 1, total: 2 },
  },
]

/** Spreads nodes so that each can be clicked. */
export function spread<Drawn extends ReturnType<typeof drawing>>(drawn: Drawn): Drawn {
  const nodes = drawn.nodes.map((node, at) => ({ ...node, position: { x: at * 300, y: 80 } }))
  return { ...drawn, nodes }
}
