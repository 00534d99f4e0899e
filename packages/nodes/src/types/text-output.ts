import { defineNode, Type, titledChoice } from '@millrace/model'
import { cut, shownText } from '../running/display-text.ts'

/** Shows a text as a result of the execution. */
export default defineNode({
  id: 'text_output',
  version: '1.0.0',
  name: 'Text output',
  description: 'Shows a text as a result of the execution.',
  category: 'outputs',
  icon: 'mdi:text-box-outline',
  visual: 'simple',
  alsoDrawnAs: ['square', 'default'],
  tags: ['text result', 'output text', 'show text', 'display', 'Textausgabe', 'Anzeige', 'Ausgabetext'],

  config: Type.Object({
    format: Type.Optional(
      titledChoice(
        { plain: 'Plain text', markdown: 'Markdown', html: 'HTML', json: 'JSON' },
        { title: 'Format', default: 'plain' },
      ),
    ),
    maxLength: Type.Optional(
      Type.Integer({
        title: 'Max length',
        description: 'In characters; longer text is truncated. If empty, there is no limit.',
        minimum: 1,
        maximum: 1_000_000,
        'x-section': 'advanced',
      }),
    ),
  }),
  inputs: { text: { name: 'Text', dataType: 'string', required: true } },
  outputs: {},
  quick: true,

  run({ config, inputs }) {
    const text = shownText(inputs, 'text', config.format === 'json')
    return { text: config.maxLength === undefined ? text : cut(text, config.maxLength) }
  },

  examples: [
    { title: 'shows the text', inputs: { text: 'Hello' }, outputs: { text: 'Hello' } },
    {
      title: 'truncates a long text between characters',
      config: { maxLength: 3 },
      inputs: { text: '🙂🙃😉😎' },
      outputs: { text: '🙂🙃😉' },
    },
    {
      title: 'formats JSON over several lines',
      config: { format: 'json' },
      inputs: { text: '{"a":1}' },
      outputs: { text: '{\n  "a": 1\n}' },
    },
    { title: 'shows an object as JSON', inputs: { text: { a: 1 } }, outputs: { text: '{"a":1}' } },
    { title: 'rejects null', inputs: { text: null }, fails: 'BAD_INPUT' },
  ],
})
