import { defineNode, Type } from '@millrace/model'
import { badInput } from '../running/input-values.ts'
import { launchedFile, refuseUnaccepted } from '../running/launched-file.ts'

const DEFAULT_MAX_MB = 10

/** A file provided at launch. */
export default defineNode({
  id: 'file_input',
  version: '1.0.0',
  name: 'File input',
  description: 'A file provided when an execution starts, and its text content.',
  category: 'inputs',
  icon: 'mdi:file-upload',
  tags: [
    'upload',
    'file upload',
    'uploaded file',
    'document upload',
    'Dateieingabe',
    'Datei-Upload',
    'Datei hochladen',
  ],
  keywords: ['pdf', 'document', 'attachment', 'image', 'upload file'],
  summary: '{{acceptedTypes}}',

  config: Type.Object({
    acceptedTypes: Type.Optional(
      Type.String({
        title: 'Accepted types',
        description: 'Media types or file extensions, separated by commas.',
        default: '*/*',
        maxLength: 500,
        placeholder: 'text/csv, .md',
      }),
    ),
    maxSize: Type.Optional(Type.Number({ title: 'Max size (MB)', default: 10, exclusiveMinimum: 0, maximum: 100 })),
  }),
  inputs: {},
  outputs: {
    file: { name: 'File', dataType: 'file' },
    content: { name: 'Content', dataType: 'string', description: 'Content as text.' },
  },
  quick: true,

  run({ config, launch }) {
    const { file, content } = launchedFile(launch)
    refuseUnaccepted(file, config.acceptedTypes)
    const size = typeof file.size === 'number' ? file.size : Buffer.byteLength(content ?? '')
    const maxSize = config.maxSize ?? DEFAULT_MAX_MB
    if (size > maxSize * 1_000_000) throw badInput('file', `must not be larger than ${maxSize} MB`)
    return { file, ...(content === undefined ? {} : { content }) }
  },

  examples: [
    {
      title: 'outputs the file and its text',
      launch: { file: { name: 'notes.md', type: 'text/markdown', content: '# Notes' } },
      outputs: { file: { name: 'notes.md', type: 'text/markdown', content: '# Notes' }, content: '# Notes' },
    },
    {
      title: 'decodes base64 content as text',
      launch: { file: { name: 'a.txt', content: 'SMOpbGxv', encoding: 'base64' } },
      outputs: { file: { name: 'a.txt', content: 'SMOpbGxv', encoding: 'base64' }, content: 'Héllo' },
    },
    {
      title: 'outputs a URL as a file without text',
      launch: { file: 'https://files.example/a.pdf' },
      outputs: { file: { url: 'https://files.example/a.pdf' } },
    },
    {
      title: 'rejects a type that is not accepted',
      config: { acceptedTypes: 'text/csv, .md' },
      launch: { file: { name: 'photo.png', type: 'image/png', content: '' } },
      fails: 'BAD_INPUT',
    },
    {
      title: 'rejects a file above the maximum size',
      config: { maxSize: 1 },
      launch: { file: { name: 'big.bin', size: 1_000_001 } },
      fails: 'BAD_INPUT',
    },
    { title: 'rejects a launch without a file', fails: 'BAD_INPUT' },
  ],
})
