import { defineNode, multiline, Type } from '@millrace/model'

/** A card for something not built yet; nothing runs. What is connected with it is a plan, and is left out of every run. */
export default defineNode({
  id: 'idea',
  version: '1.0.0',
  name: 'Idea',
  description:
    'A card for something that is not built yet. What is connected with it is drawn as a plan and never runs.',
  category: 'helpers',
  icon: 'mdi:lightbulb-outline',
  visual: 'idea',
  tags: ['plan', 'sketch', 'concept'],

  config: Type.Object({
    title: Type.Optional(Type.String({ title: 'Title', default: 'Idea', maxLength: 200 })),
    description: Type.Optional(multiline({ title: 'Description', default: '', maxLength: 10_000 })),
    icon: Type.Optional(
      Type.String({ title: 'Icon', description: 'Set and name.', default: 'mdi:lightbulb-outline', maxLength: 100 }),
    ),
    color: Type.Optional(Type.String({ title: 'Colour', default: '#6366f1', maxLength: 64 })),
    enableLeftPort: Type.Optional(Type.Boolean({ title: 'Port on the left', default: true })),
    enableRightPort: Type.Optional(Type.Boolean({ title: 'Port on the right', default: true })),
    enableTopPort: Type.Optional(Type.Boolean({ title: 'Port on top', default: false })),
    enableBottomPort: Type.Optional(Type.Boolean({ title: 'Port below', default: false })),
  }),
  inputs: { left: { name: 'Left', dataType: 'mixed' }, top: { name: 'Top', dataType: 'mixed' } },
  outputs: { right: { name: 'Right', dataType: 'mixed' }, bottom: { name: 'Bottom', dataType: 'mixed' } },
  annotation: true,
})
