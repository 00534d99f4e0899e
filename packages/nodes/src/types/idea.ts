import { defineNode, multiline, Type } from '@millrace/model'

/** A card for something not built yet. It and the nodes connected to it never run. */
export default defineNode({
  id: 'idea',
  version: '1.0.0',
  name: 'Idea',
  description: 'A card for something that is not built yet. Connections to it are drawn as planned and never run.',
  category: 'helpers',
  icon: 'mdi:lightbulb-outline',
  visual: 'idea',
  tags: ['idea card', 'plan', 'sketch', 'concept', 'Idee', 'Skizze', 'Konzept'],

  config: Type.Object({
    title: Type.Optional(Type.String({ title: 'Title', default: 'Idea', maxLength: 200 })),
    description: Type.Optional(multiline({ title: 'Description', default: '', maxLength: 10_000 })),
    icon: Type.Optional(
      Type.String({
        title: 'Icon',
        description: 'Icon set and name.',
        default: 'mdi:lightbulb-outline',
        maxLength: 100,
      }),
    ),
    color: Type.Optional(Type.String({ title: 'Color', default: '#6366f1', maxLength: 64 })),
    enableLeftPort: Type.Optional(Type.Boolean({ title: 'Left port', default: true, 'x-section': 'advanced' })),
    enableRightPort: Type.Optional(Type.Boolean({ title: 'Right port', default: true, 'x-section': 'advanced' })),
    enableTopPort: Type.Optional(Type.Boolean({ title: 'Top port', default: false, 'x-section': 'advanced' })),
    enableBottomPort: Type.Optional(Type.Boolean({ title: 'Bottom port', default: false, 'x-section': 'advanced' })),
  }),
  inputs: { left: { name: 'Left', dataType: 'mixed' }, top: { name: 'Top', dataType: 'mixed' } },
  outputs: { right: { name: 'Right', dataType: 'mixed' }, bottom: { name: 'Bottom', dataType: 'mixed' } },
  annotation: true,
})
