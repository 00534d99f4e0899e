import { note } from './note.ts'
import type { Template } from './template.ts'

export const helloWorld: Template = {
  id: 'hello-world',
  name: 'Hello, world',
  description: 'The smallest useful workflow: turns a name into a greeting.',
  group: 'basics',
  icon: 'mdi:hand-wave-outline',
  tags: ['example'],
  nodes: {
    about: note('## Hello, world\nClick **Run**. Then change the name or the text of the greeting and run it again.', {
      at: [0, -150],
      size: [480, 100],
    }),
    name: { type: 'text_input', label: 'Name', at: [0, 28], config: { defaultValue: 'world' } },
    greet: {
      type: 'prompt_template',
      label: 'Greeting',
      at: [250, 0],
      config: { template: 'Hello, {{ name }}!', dynamicInputs: [{ name: 'name', label: 'Name', dataType: 'string' }] },
    },
    greeting: { type: 'output', label: 'Result', at: [550, 28], config: { name: 'greeting' } },
  },
  edges: ['name:text greet:name', 'greet:output greeting:value'],
}
