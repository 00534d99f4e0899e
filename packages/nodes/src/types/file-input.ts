import { defineNode, Type } from '@millrace/model'
import { badInput } from '../running/input-values.ts'
import { launchedFile, refuseUnaccepted } from '../running/launched-file.ts'

const DEFAULT_MAX_MB = 10

/** A file given at launch. */
export default defineNode({
  id: 'file_input',
  version: '1.0.0',
  name: 'File input',
  description: 'A file that is given when a run starts, and its text.',
  category: 'inputs',
  icon: 'mdi:file-upload',
  tags: ['file', 'upload', 'document'],

  config: Type.Object({
    acceptedTypes: Type.Optional(
      Type.String({
        title: 'Accepted types',
        description: 'Media types or endings, separated by commas.',
        default: '*/*',
        maxLength: 500,
        placeholder: 'text/csv, .md',
      }),
    ),
    maxSize: Type.Optional(Type.Number({ title: 'Largest size (MB)', default: 10, exclusiveMinimum: 0, maximum: 100 })),
  }),
  inputs: {},
  outputs: {
    file: { name: 'File', dataType: 'file' },
    content: { name: 'Content', dataType: 'string', description: 'The content as text.' },
  },
  quick: true,

  run({ config, launch }) {
    const { file, content } = launchedFile(launch)
    refuseUnaccepted(file, config.acceptedTypes)
    const size = typeof file.size === 'number' ? file.size : Buffer.byteLength(content ?? '')
    const maxSize = config.maxSize ?? DEFAULT_MAX_MB
    if (size > maxSize * 1_000_000) throw badInput('file', `is larger than ${maxSize} MB`)
    return { file, ...(content === undefined ? {} : { content }) }
  },

  examples: [
    {
      title: 'brings the file and its text',
      launch: { file: { name: 'notes.md', type: 'text/markdown', content: '# Notes' } },
      outputs: { file: { name: 'notes.md', type: 'text/markdown', content: '# Notes' }, content: '# Notes' },
    },
    {
      title: 'content in base64 is read as text',
      launch: { file: { name: 'a.txt', content: 'SMOpbGxv', encoding: 'base64' } },
      outputs: { file: { name: 'a.txt', content: 'SMOpbGxv', encoding: 'base64' }, content: 'Héllo' },
    },
    {
      title: 'an address is a file without text',
      launch: { file: 'https://files.example/a.pdf' },
      outputs: { file: { url: 'https://files.example/a.pdf' } },
    },
    {
      title: 'only accepted types pass',
      config: { acceptedTypes: 'text/csv, .md' },
      launch: { file: { name: 'photo.png', type: 'image/png', content: '' } },
      fails: 'BAD_INPUT',
    },
    {
      title: 'only sizes up to the largest pass',
      config: { maxSize: 1 },
      launch: { file: { name: 'big.bin', size: 1_000_001 } },
      fails: 'BAD_INPUT',
    },
    { title: 'a run without a file fails', fails: 'BAD_INPUT' },
  ],
})
