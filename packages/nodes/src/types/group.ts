import { defineNode, GROUP_TYPE, multiline, Type, titledChoice } from '@millrace/model'

/** A frame around nodes on the canvas; it never runs. The public editor draws it as a note with its description. */
export default defineNode({
  id: GROUP_TYPE,
  version: '1.0.0',
  name: 'Group',
  description: 'A frame with a title around nodes on the canvas. It has no effect on executions.',
  category: 'helpers',
  icon: 'mdi:group',
  visual: 'note',
  tags: ['frame', 'section', 'region', 'Gruppe', 'Rahmen', 'Abschnitt', 'Bereich'],
  keywords: ['group nodes', 'frame', 'section', 'box'],

  config: Type.Object({
    color: Type.Optional(
      titledChoice(
        { gray: 'Gray', blue: 'Blue', green: 'Green', amber: 'Amber', red: 'Red', violet: 'Violet' },
        { title: 'Color', default: 'gray' },
      ),
    ),
    content: Type.Optional(
      multiline({
        title: 'Description',
        description: 'Shown below the title.',
        default: '',
        maxLength: 10_000,
      }),
    ),
  }),
  inputs: {},
  outputs: {},
  annotation: true,
})
