import { defineNode, Type, titledChoice } from '@millrace/model'

/** A note on the canvas; it never runs. */
export default defineNode({
  id: 'notes',
  version: '1.0.0',
  name: 'Note',
  description: 'A note on the canvas. It has no effect on executions.',
  category: 'helpers',
  icon: 'mdi:note-text',
  visual: 'note',
  tags: [
    'comment',
    'annotation',
    'sticky note',
    'sticky',
    'documentation note',
    'markdown note',
    'Notiz',
    'Notizzettel',
    'Kommentar',
    'Anmerkung',
  ],
  keywords: ['sticky', 'sticky note', 'text box', 'documentation'],

  config: Type.Object({
    content: Type.Optional(
      Type.String({
        title: 'Text',
        description: 'Markdown.',
        format: 'markdown',
        default: '## Note\n\nWhat should the next reader know?',
        maxLength: 100_000,
      }),
    ),
    noteType: Type.Optional(
      titledChoice(
        { info: 'Information', warning: 'Warning', success: 'Success', error: 'Error', note: 'Note' },
        { title: 'Kind', default: 'info' },
      ),
    ),
  }),
  inputs: {},
  outputs: {},
  annotation: true,
})
