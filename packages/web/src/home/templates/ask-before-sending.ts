import { note } from './note.ts'
import type { Template } from './template.ts'

export const askBeforeSending: Template = {
  id: 'ask-before-sending',
  name: 'Ask before sending',
  description: 'Writes a letter from a few facts and sends it only after a person has confirmed.',
  group: 'people',
  icon: 'mdi:email-check-outline',
  tags: ['approval', 'mail'],
  nodes: {
    about: note(
      '## Ask before sending\nThe run waits at **Send it?** until a person answers, even if the service is restarted. Replace **Sent** with your own *HTTP request*.',
      { at: [0, -190], size: [560, 120] },
    ),
    facts: {
      type: 'json_input',
      label: 'Facts',
      at: [0, 60],
      config: { defaultValue: { name: 'Ada', order: 1842, day: 'Thursday' } },
    },
    letter: {
      type: 'prompt_template',
      label: 'Letter',
      at: [250, 30],
      config: { template: 'Dear {{ name }},\n\nyour order {{ order }} arrives on {{ day }}.\n\nKind regards' },
    },
    ask: {
      type: 'confirmation',
      label: 'Send it?',
      at: [550, 30],
      config: { message: 'Send this letter?', confirmLabel: 'Send', cancelLabel: 'Keep as draft' },
    },
    sent: {
      type: 'prompt_template',
      label: 'Sent',
      at: [850, -60],
      config: {
        template: 'Sent:\n\n{{ letter }}',
        dynamicInputs: [{ name: 'letter', label: 'Letter', dataType: 'string' }],
      },
    },
    kept: {
      type: 'prompt_template',
      label: 'Kept',
      at: [850, 120],
      config: {
        template: 'Kept as a draft:\n\n{{ letter }}',
        dynamicInputs: [{ name: 'letter', label: 'Letter', dataType: 'string' }],
      },
    },
    either: { type: 'merge', label: 'Either', at: [1150, 50], config: { mode: 'first' } },
    result: { type: 'output', label: 'Result', at: [1280, 62], config: { name: 'result' } },
  },
  edges: [
    'facts:value letter:data',
    'letter:output ask:message',
    'ask:confirmed sent:trigger',
    'ask:declined kept:trigger',
    'letter:output sent:letter',
    'letter:output kept:letter',
    'sent:output either:a',
    'kept:output either:b',
    'either:merged result:value',
  ],
}
