import { note, OFFLINE } from './note.ts'
import type { Template, TemplateNode } from './template.ts'

const reply = (label: string, y: number, template: string): TemplateNode => ({
  type: 'prompt_template',
  label,
  at: [850, y],
  config: { template },
})

export const classifyAndRoute: Template = {
  id: 'classify-and-route',
  name: 'Classify and route',
  description: 'Classifies a message and takes a different branch for each category.',
  group: 'ai',
  icon: 'mdi:call-split',
  tags: ['support', 'routing'],
  usesModel: true,
  nodes: {
    about: note(
      `## Classify and route\nEvery category has its own branch; anything else takes the last one. To add a category, add a label and a branch with the same name.\n\n${OFFLINE}`,
      { at: [0, -200], size: [560, 150] },
    ),
    message: {
      type: 'text_input',
      label: 'Message',
      at: [0, 68],
      config: { defaultValue: 'The export button does nothing since this morning.', multiline: true },
    },
    classify: {
      type: 'text_classifier',
      label: 'What is it?',
      at: [250, 40],
      config: {
        provider: 'echo',
        labels: ['bug', 'question', 'praise'],
        script: ['{"label":"bug","confidence":0.93}'],
      },
    },
    route: {
      type: 'switch',
      label: 'Route',
      at: [550, 40],
      config: {
        branches: [
          { name: 'bug', label: 'Bug', value: 'bug' },
          { name: 'question', label: 'Question', value: 'question' },
          { name: 'other', label: 'Anything else', isDefault: true },
        ],
      },
    },
    bug: reply('Bug', -70, 'Thank you for the report. A colleague will look at it today.'),
    question: reply('Question', 60, 'Thank you for asking. You hear from us by tomorrow.'),
    other: reply('Anything else', 190, 'Thank you for writing to us!'),
    either: { type: 'merge', label: 'Reply', at: [1150, 70], config: { mode: 'first' } },
    result: { type: 'output', label: 'Reply', at: [1280, 82], config: { name: 'reply' } },
  },
  edges: [
    'message:text classify:text',
    'classify:label route:value',
    'route:bug bug:trigger',
    'route:question question:trigger',
    'route:other other:trigger',
    'bug:output either:a',
    'question:output either:b',
    'other:output either:c',
    'either:merged result:value',
  ],
}
