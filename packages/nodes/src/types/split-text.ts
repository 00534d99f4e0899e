import { defineNode, Type, titledChoice } from '@millrace/model'
import { textAt } from '../running/input-values.ts'
import { cutAt, pieces } from '../text/chunks.ts'
import { withEscapes } from '../text/escapes.ts'

const DEFAULT_SIZE = 100

/** Methods with a chunk size. */
const BY_SIZE = ['words', 'characters', 'sentences', 'paragraphs']

/** Splits text into chunks. */
export default defineNode({
  id: 'split_text',
  version: '1.0.0',
  name: 'Split text',
  description: 'Splits text into chunks of a fixed size, or at a separator.',
  category: 'processing',
  icon: 'mdi:content-cut',
  tags: [
    'splitter',
    'text splitter',
    'chunker',
    'chunking',
    'text chunks',
    'rag chunks',
    'Textaufteilung',
    'Text teilen',
  ],
  keywords: ['chunk', 'chunking', 'tokenize'],
  summary: '{{chunkSize}} {{method}}',

  config: Type.Object({
    method: Type.Optional(
      titledChoice(
        {
          words: ['Words', 'Chunks of a number of words.'],
          characters: ['Characters', 'Chunks of a number of characters.'],
          sentences: ['Sentences', 'Chunks of a number of sentences.'],
          paragraphs: ['Paragraphs', 'Chunks of a number of paragraphs.'],
          separator: ['Separator', 'A new chunk at each separator.'],
        },
        { title: 'Method', default: 'words' },
      ),
    ),
    chunkSize: Type.Optional(
      Type.Integer({
        title: 'Chunk size',
        default: 100,
        minimum: 1,
        maximum: 1_000_000,
        'x-show-when': { method: BY_SIZE },
      }),
    ),
    overlap: Type.Optional(
      Type.Integer({
        title: 'Overlap',
        description: 'Units shared by consecutive chunks. Must be less than the chunk size.',
        default: 0,
        minimum: 0,
        maximum: 1_000_000,
        'x-show-when': { method: BY_SIZE },
      }),
    ),
    separator: Type.Optional(
      Type.String({
        title: 'Separator',
        description: 'Use \\n for a line break, \\t for a tab.',
        default: ' ',
        maxLength: 1000,
        'x-show-when': { method: 'separator' },
      }),
    ),
  }),
  inputs: { text: { name: 'Text', dataType: 'string', required: true } },
  outputs: {
    chunks: { name: 'Chunks', dataType: 'string[]' },
    total: { name: 'Total', dataType: 'number' },
  },
  quick: true,

  run({ config, inputs }) {
    const text = textAt(inputs, 'text')
    const { method = 'words', chunkSize = DEFAULT_SIZE, overlap = 0, separator = ' ' } = config
    const chunks =
      method === 'separator' ? cutAt(text, withEscapes(separator)) : pieces(text, method, { size: chunkSize, overlap })
    return { chunks, total: chunks.length }
  },

  examples: [
    {
      title: 'words: splits by word count',
      config: { chunkSize: 2 },
      inputs: { text: 'one two  three' },
      outputs: { chunks: ['one two', 'three'], total: 2 },
    },
    {
      title: 'words: overlaps consecutive chunks',
      config: { chunkSize: 3, overlap: 1 },
      inputs: { text: 'a b c d e' },
      outputs: { chunks: ['a b c', 'c d e'], total: 2 },
    },
    {
      title: 'characters: keeps composed characters whole',
      config: { method: 'characters', chunkSize: 2 },
      inputs: { text: '🙂🙃 é' },
      outputs: { chunks: ['🙂🙃', ' é'], total: 2 },
    },
    {
      title: 'sentences',
      config: { method: 'sentences', chunkSize: 1 },
      inputs: { text: 'It rains. Does it? Yes, 3.5 mm!' },
      outputs: { chunks: ['It rains.', 'Does it?', 'Yes, 3.5 mm!'], total: 3 },
    },
    {
      title: 'paragraphs: splits at empty lines',
      config: { method: 'paragraphs', chunkSize: 1 },
      inputs: { text: 'a\nb\n\n\nc\n' },
      outputs: { chunks: ['a\nb', 'c'], total: 2 },
    },
    {
      title: 'separator',
      config: { method: 'separator', separator: '\\n' },
      inputs: { text: 'a\n\nb' },
      outputs: { chunks: ['a', '', 'b'], total: 3 },
    },
    { title: 'outputs no chunks for empty text', inputs: { text: '' }, outputs: { chunks: [], total: 0 } },
    {
      title: 'rejects an overlap as large as a chunk',
      config: { chunkSize: 2, overlap: 2 },
      inputs: { text: 'a b' },
      fails: 'BAD_CONFIG',
    },
  ],
})
