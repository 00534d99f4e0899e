import { defineNode, multiline, Type } from '@millrace/model'
import { textAt } from '../running/input-values.ts'
import { launched } from '../running/launched.ts'

/** A text given at launch, or a fixed one. */
export default defineNode({
  id: 'text_input',
  version: '1.0.0',
  name: 'Text input',
  description: 'A text that is given when a run starts, or a fixed one.',
  category: 'inputs',
  icon: 'mdi:form-textbox',
  visual: 'simple',
  alsoDrawnAs: ['square', 'default'],
  tags: ['text', 'value', 'constant'],

  config: Type.Object({
    defaultValue: Type.Optional(multiline({ title: 'Text', description: 'Used when none is given.', default: '' })),
    placeholder: Type.Optional(
      Type.String({ title: 'Hint', description: 'Shown in the empty field.', default: '', maxLength: 200 }),
    ),
    multiline: Type.Optional(Type.Boolean({ title: 'Several lines', default: false })),
  }),
  inputs: {},
  outputs: { text: { name: 'Text', dataType: 'string' } },
  quick: true,

  run: (context) => ({ text: textAt({ text: launched(context, 'text') ?? '' }, 'text') }),

  examples: [
    { title: 'brings the text of the launch', launch: { text: 'Hello' }, outputs: { text: 'Hello' } },
    {
      title: 'the launch may name the setting as well as the port',
      config: { defaultValue: 'fixed' },
      launch: { defaultValue: 'given' },
      outputs: { text: 'given' },
    },
    {
      title: 'without a launch value the setting is used',
      config: { defaultValue: 'fixed' },
      outputs: { text: 'fixed' },
    },
    { title: 'a value that is no text is refused', launch: { text: { a: 1 } }, fails: 'BAD_INPUT' },
  ],
})
