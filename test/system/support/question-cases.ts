/** One workflow for every type of question: what the public editor client reads of it, and what it sends as an answer. */
import { drawing } from './drawing.ts'

export const IN = { id: 'in', type: 'chat_input' }
export const OUT = { id: 'out', type: 'chat_output' }

export interface QuestionCase {
  readonly type: string
  readonly flow: ReturnType<typeof drawing>
  readonly text: string
  /** What the client reads of it. */
  readonly config: Readonly<Record<string, unknown>>
  readonly hasCancelButton: boolean
  /** What it sends, as its widget makes it. */
  readonly value: unknown
  /** What is kept of that, where it is something else. */
  readonly kept?: unknown
}

const LABELS = { confirm_label: 'Do it', cancel_label: 'Leave it' }
const OPTIONS = [
  { value: 'red', label: 'Red', description: 'Like fire' },
  { value: 'blue', label: 'Blue' },
]
const FIELDS = {
  type: 'object',
  properties: {
    item: { type: 'string', title: 'Item' },
    count: { type: 'integer', title: 'How many' },
  },
  required: ['item'],
}
const CHANGES = [
  { field: 'name', label: 'Name', original: 'Ada', proposed: 'Ada Lovelace' },
  { field: 'age', label: 'Age', original: 35, proposed: 36 },
]
const DECISIONS = {
  decisions: { name: { accepted: true, value: 'Ada Lovelace' }, age: { accepted: false, value: 35 } },
  summary: { accepted: 1, rejected: 1, total: 2 },
}

/** A workflow that asks with a node and sends the answer as a message; the connected input is the question text. */
function asking(name: string, type: string, config: Readonly<Record<string, unknown>>) {
  return drawing(
    name,
    [IN, { id: 'ask', type, config: { message: 'Well?', ...config } }, OUT],
    `in.message -> ask.message
    ask.trigger -> out.trigger
    in.message -> out.message`,
  )
}

const REVIEWING = drawing(
  'ask review',
  [
    IN,
    { id: 'json', type: 'json_input', config: { defaultValue: CHANGES } },
    { id: 'list', type: 'json_transform', config: { expression: '$' } },
    { id: 'ask', type: 'review', config: { message: 'Please look', submitLabel: 'Done' } },
    OUT,
  ],
  `in.trigger -> json.trigger
  json.value -> list.data
  list.result -> ask.changes
  ask.trigger -> out.trigger
  in.message -> out.message`,
)

export const QUESTION_CASES: readonly QuestionCase[] = [
  {
    type: 'confirmation',
    flow: asking('ask confirmation', 'confirmation', { confirmLabel: 'Do it', cancelLabel: 'Leave it' }),
    text: 'hello',
    config: LABELS,
    hasCancelButton: false,
    // The button with the cancel label is an answer too.
    value: false,
  },
  {
    type: 'choice',
    flow: asking('ask choice', 'choice', { options: OPTIONS, multiple: true, minSelections: 1, maxSelections: 2 }),
    text: 'hello',
    config: { options: OPTIONS, multiple: true, min_selections: 1, max_selections: 2 },
    hasCancelButton: true,
    value: ['blue', 'red'],
  },
  {
    type: 'text',
    flow: asking('ask text', 'text_prompt', {
      placeholder: 'A word',
      multiline: true,
      minLength: 2,
      maxLength: 9,
      defaultValue: 'tea',
      allowCancel: false,
    }),
    text: 'hello',
    config: { placeholder: 'A word', multiline: true, min_length: 2, max_length: 9, default_value: 'tea' },
    hasCancelButton: false,
    value: 'coffee',
  },
  {
    type: 'form',
    flow: asking('ask form', 'form', { schema: FIELDS, defaults: { item: 'Paper' } }),
    text: 'hello',
    config: { schema: FIELDS, default_value: { item: 'Paper' } },
    hasCancelButton: true,
    // A number that was left blank, and the id of a widget that leaks in.
    value: { item: 'Ink', count: '', 'field-7': 'x' },
    kept: { item: 'Ink' },
  },
  {
    type: 'review',
    flow: REVIEWING,
    text: 'Please look',
    config: {
      changes: CHANGES,
      accept_all_label: 'Accept all',
      reject_all_label: 'Reject all',
      submit_label: 'Done',
    },
    hasCancelButton: true,
    value: DECISIONS,
  },
]
