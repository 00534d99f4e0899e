import { defineNode, Type } from '@millrace/model'
import { filePath } from '../fields/file-path.ts'
import { pathIn } from '../running/file-path.ts'

/** Reads a text file from the service's files folder. */
export default defineNode({
  id: 'file_read',
  version: '1.0.0',
  name: 'Read file',
  description: 'Reads a text file from the files folder of the service.',
  category: 'data',
  icon: 'mdi:file-eye',
  tags: ['file reader', 'load file', 'read from disk', 'Datei lesen', 'Dateileser'],
  summary: '{{path}}',

  config: Type.Object({ path: filePath }),
  inputs: { path: { name: 'Path', dataType: 'string' } },
  outputs: {
    content: { name: 'Content', dataType: 'string' },
    size: { name: 'Size', dataType: 'number', description: 'In bytes.' },
  },

  async run({ config, inputs, effects }) {
    const { content, size } = await effects.readFile(pathIn(inputs, config.path))
    return { content, size }
  },

  examples: [
    {
      title: 'outputs the text and its size in bytes',
      config: { path: 'notes/today.txt' },
      outputs: { content: 'Héllo', size: 6 },
    },
    {
      title: 'prefers a connected path',
      config: { path: 'a.txt' },
      inputs: { path: 'notes/today.txt' },
      outputs: { content: 'Héllo', size: 6 },
    },
    { title: 'fails if the file does not exist', inputs: { path: 'nowhere.txt' }, fails: 'FILE_NOT_FOUND' },
    { title: 'rejects a missing path', fails: 'BAD_INPUT' },
  ],
})
