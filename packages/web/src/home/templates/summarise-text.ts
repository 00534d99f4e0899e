import { note, OFFLINE } from './note.ts'
import type { Template } from './template.ts'

const TEXT = `The mill stood at the narrowest part of the valley, where the stream was quick enough to turn a wheel all year round. For two hundred years it ground the grain of eleven villages. When the railway came, flour from the coast was cheaper, and the stones were sold. The wheel stayed, and in 1911 a teacher from the next village fixed a dynamo to it. For nine years the valley had light before the town had it.`

export const summariseText: Template = {
  id: 'summarise-text',
  name: 'Summarise a text',
  description: 'Summarizes a long text in two sentences, with word counts before and after.',
  group: 'ai',
  icon: 'mdi:text-short',
  tags: ['text', 'summary'],
  usesModel: true,
  nodes: {
    about: note(
      `## Summarise a text\nTexts of any length: a text that is too long for one model call is summarized in parts.\n\n${OFFLINE}`,
      {
        at: [0, -200],
        size: [560, 140],
      },
    ),
    text: { type: 'text_input', label: 'Text', at: [0, 30], config: { defaultValue: TEXT, multiline: true } },
    summary: {
      type: 'summarizer',
      label: 'Summarise',
      at: [250, 0],
      config: {
        provider: 'echo',
        length: 'short',
        script: [
          'A mill that served eleven villages for two centuries lost its work to the railway. Its wheel then gave the valley electric light nine years before the town.',
        ],
      },
    },
    count: {
      type: 'data_mapper',
      label: 'Count words',
      at: [550, 120],
      config: {
        dynamicInputs: [
          { name: 'long', label: 'Long', dataType: 'string' },
          { name: 'short', label: 'Short', dataType: 'string' },
        ],
        dynamicOutputs: [{ name: 'words', label: 'Words', dataType: 'mixed' }],
        mappings: [
          {
            output: 'words',
            expression: '{"before": $count($split(long, /\\s+/)), "after": $count($split(short, /\\s+/))}',
          },
        ],
      },
    },
    result: { type: 'output', label: 'Summary', at: [550, 28], config: { name: 'summary' } },
    words: { type: 'output', label: 'Words', at: [850, 150], config: { name: 'words' } },
  },
  edges: [
    'text:text summary:text',
    'summary:summary result:value',
    'text:text count:long',
    'summary:summary count:short',
    'count:words words:value',
  ],
}
