import { defineNode, Type, titledChoice } from '@millrace/model'
import { asText } from '../running/as-text.ts'
import { cut } from '../running/display-text.ts'

/** Log lines are cut for reading; the step keeps the whole value. */
const MAX_LENGTH = 10_000

/** Writes a line to the execution log and passes the value to the output. */
export default defineNode({
  id: 'logger',
  version: '1.0.0',
  name: 'Logger',
  description: 'Writes its input to the execution log.',
  category: 'helpers',
  icon: 'mdi:clipboard-text-outline',
  visual: 'simple',
  alsoDrawnAs: ['square', 'default'],
  tags: ['log', 'logging', 'debug', 'debug log', 'trace', 'Protokoll', 'Protokollierung', 'Log-Eintrag'],
  keywords: ['print', 'console', 'console.log', 'inspect'],
  summary: '{{level}}',

  config: Type.Object({
    level: Type.Optional(
      titledChoice(
        { debug: 'Debug', info: 'Info', warning: 'Warning', error: 'Error' },
        { title: 'Level', default: 'info' },
      ),
    ),
  }),
  inputs: { message: { name: 'Message', dataType: 'mixed', required: true } },
  outputs: { message: { name: 'Message', dataType: 'mixed', description: 'The input value, unchanged.' } },
  quick: true,

  run({ config, inputs, log }) {
    const { message = null } = inputs
    log(config.level ?? 'info', cut(asText(message), MAX_LENGTH) || '(empty)')
    return { message }
  },

  examples: [
    {
      title: 'writes a line and outputs the value unchanged',
      config: { level: 'warning' },
      inputs: { message: { stock: 0 } },
      outputs: { message: { stock: 0 } },
    },
  ],
})
