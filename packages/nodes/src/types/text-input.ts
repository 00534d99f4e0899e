import { defineNode, multiline, Type } from '@millrace/model'
import { textAt } from '../running/input-values.ts'
import { launched } from '../running/launch-value.ts'

/** A text launch input, or a fixed value. */
export default defineNode({
  id: 'text_input',
  version: '1.0.0',
  name: 'Text input',
  description: 'A text provided when an execution starts, or a fixed value.',
  category: 'inputs',
  icon: 'mdi:form-textbox',
  visual: 'simple',
  alsoDrawnAs: ['square', 'default'],
  tags: [
    'text field',
    'text box',
    'text value',
    'text constant',
    'string input',
    'input text',
    'Texteingabe',
    'Textfeld',
    'Eingabetext',
  ],
  keywords: ['input', 'string', 'constant', 'parameter'],
  summary: '{{defaultValue}}',

  config: Type.Object({
    defaultValue: Type.Optional(
      multiline({ title: 'Text', description: 'Used if the launch provides no value.', default: '' }),
    ),
    placeholder: Type.Optional(
      Type.String({ title: 'Placeholder', description: 'Shown in the empty field.', default: '', maxLength: 200 }),
    ),
    multiline: Type.Optional(Type.Boolean({ title: 'Multiline', default: false })),
  }),
  inputs: {},
  outputs: { text: { name: 'Text', dataType: 'string' } },
  quick: true,

  run: (context) => ({ text: textAt({ text: launched(context, 'text') ?? '' }, 'text') }),

  examples: [
    { title: 'outputs the launch value', launch: { text: 'Hello' }, outputs: { text: 'Hello' } },
    {
      title: 'accepts the launch value under the name of the setting',
      config: { defaultValue: 'fixed' },
      launch: { defaultValue: 'given' },
      outputs: { text: 'given' },
    },
    {
      title: 'uses the setting without a launch value',
      config: { defaultValue: 'fixed' },
      outputs: { text: 'fixed' },
    },
    { title: 'rejects a value that is not text', launch: { text: { a: 1 } }, fails: 'BAD_INPUT' },
  ],
})
