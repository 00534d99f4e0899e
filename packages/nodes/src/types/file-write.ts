import { defineNode, Type } from '@millrace/model'
import { filePath } from '../fields/file-path.ts'
import { asText } from '../running/as-text.ts'
import { pathIn } from '../running/file-path.ts'
import { badInput } from '../running/input-values.ts'

/** Writes a text file into the service's files folder. */
export default defineNode({
  id: 'file_write',
  version: '1.0.0',
  name: 'Write file',
  description: 'Writes a text file into the files folder of the service. An existing file is overwritten.',
  category: 'data',
  icon: 'mdi:file-edit',
  tags: [
    'file writer',
    'save file',
    'save to file',
    'file output',
    'write to disk',
    'Datei schreiben',
    'Datei speichern',
    'Dateiausgabe',
  ],
  summary: '{{path}}',

  config: Type.Object({
    path: filePath,
  }),
  inputs: {
    path: { name: 'Path', dataType: 'string' },
    content: {
      name: 'Content',
      dataType: 'mixed',
      description: 'Strings are written unchanged, other values as JSON.',
    },
  },
  outputs: {
    content: { name: 'Content', dataType: 'string', description: 'The text that was written.' },
    size: { name: 'Size', dataType: 'number', description: 'Size of the file in bytes.' },
  },

  async run({ config, inputs, effects }) {
    const path = pathIn(inputs, config.path)
    if (inputs.content === undefined) throw badInput('content', 'is required')
    const content = asText(inputs.content)
    const { size } = await effects.writeFile(path, content)
    return { content, size }
  },

  examples: [
    {
      title: 'writes a string unchanged',
      config: { path: 'reports/today.txt' },
      inputs: { content: 'Héllo' },
      outputs: { content: 'Héllo', size: 6 },
    },
    {
      title: 'writes other values as JSON',
      inputs: { path: 'reports/today.json', content: { total: 3 } },
      outputs: { content: '{"total":3}', size: 11 },
    },
    { title: 'rejects a missing path', inputs: { content: 'x' }, fails: 'BAD_INPUT' },
    { title: 'rejects missing content', config: { path: 'a.txt' }, fails: 'BAD_INPUT' },
  ],
})
