import { choice, defineNode, Type } from '@millrace/model'
import { cut, shownText } from '../running/shown-text.ts'

/** Shows a text as a result of the run. */
export default defineNode({
  id: 'text_output',
  version: '1.0.0',
  name: 'Text output',
  description: 'Shows a text as a result of the run.',
  category: 'outputs',
  icon: 'mdi:text-box-outline',
  visual: 'simple',
  alsoDrawnAs: ['square', 'default'],
  tags: ['text', 'result', 'show'],

  config: Type.Object({
    format: Type.Optional(choice(['plain', 'markdown', 'html', 'json'], { title: 'Shown as', default: 'plain' })),
    maxLength: Type.Optional(
      Type.Integer({
        title: 'Longest text',
        description: 'In characters; what is longer is cut. Left empty, nothing is.',
        minimum: 1,
        maximum: 1_000_000,
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
      title: 'cuts a text that is too long, between characters',
      config: { maxLength: 3 },
      inputs: { text: '🙂🙃😉😎' },
      outputs: { text: '🙂🙃😉' },
    },
    {
      title: 'JSON is laid out over several lines',
      config: { format: 'json' },
      inputs: { text: '{"a":1}' },
      outputs: { text: '{\n  "a": 1\n}' },
    },
    { title: 'a structure is shown as JSON', inputs: { text: { a: 1 } }, outputs: { text: '{"a":1}' } },
    { title: 'nothing cannot be shown', inputs: { text: null }, fails: 'BAD_INPUT' },
  ],
})
