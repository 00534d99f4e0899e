/** A few node types that cover every feature of validation. */
import { catalogueOf } from '../catalogue.ts'
import { defineNode, type NodeDefinition } from '../node-type.ts'
import { choice, expression, secret, Type, template } from '../schema.ts'

const base = { version: '1.0.0', description: '', icon: 'mdi:circle', tags: [], category: 'processing' } as const

export const smallDefinitions: readonly NodeDefinition[] = [
  defineNode({
    ...base,
    id: 'start',
    name: 'Start',
    category: 'triggers',
    visual: 'terminal',
    config: Type.Object({}),
    inputs: {},
    outputs: { inputs: { dataType: 'json' } },
  }),
  defineNode({
    ...base,
    id: 'text',
    name: 'Text',
    category: 'inputs',
    config: Type.Object({ defaultValue: Type.Optional(Type.String()) }),
    inputs: {},
    outputs: { text: { dataType: 'string' } },
  }),
  defineNode({
    ...base,
    id: 'number',
    name: 'Number',
    config: Type.Object({}),
    inputs: {},
    outputs: { value: { dataType: 'number' }, list: { dataType: 'number[]' } },
  }),
  defineNode({
    ...base,
    id: 'model',
    name: 'Model',
    config: Type.Object({
      model: Type.String({ minLength: 1, title: 'Model' }),
      provider: Type.Optional(choice(['echo', 'openai'], { default: 'echo' })),
      temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 2 })),
      apiKey: Type.Optional(secret()),
      nested: Type.Optional(Type.Object({ password: Type.Optional(secret()) })),
      list: Type.Optional(Type.Array(secret())),
    }),
    inputs: { message: { dataType: 'string', required: true }, tool: { dataType: 'tool' } },
    outputs: { response: { dataType: 'string' } },
  }),
  defineNode({
    ...base,
    id: 'ask',
    name: 'Ask',
    visual: 'gateway',
    config: Type.Object({
      message: Type.String({ minLength: 1 }),
      branches: Type.Optional(
        Type.Array(Type.Object({ condition: Type.Optional(expression()) }), {
          default: [{ name: 'yes' }, { name: 'no' }],
        }),
      ),
    }),
    inputs: { message: { dataType: 'string' } },
    outputs: {},
  }),
  defineNode({
    ...base,
    id: 'prompt',
    name: 'Prompt',
    config: Type.Object({ template: Type.Optional(template()), expression: Type.Optional(expression()) }),
    inputs: { data: { dataType: 'json' }, list: { dataType: 'array' } },
    outputs: { output: { dataType: 'string' } },
    tool: true,
  }),
  defineNode({
    ...base,
    id: 'lookup',
    name: 'Lookup',
    config: Type.Object({}),
    inputs: { word: { dataType: 'string', required: true } },
    outputs: { found: { dataType: 'json' } },
    tool: true,
  }),
  defineNode({
    ...base,
    id: 'each',
    name: 'For each',
    config: Type.Object({}),
    inputs: { items: { dataType: 'array', required: true }, loop_back: { dataType: 'mixed' } },
    outputs: { item: { dataType: 'mixed' }, completed: { dataType: 'trigger' } },
  }),
  defineNode({
    ...base,
    id: 'end',
    name: 'End',
    category: 'outputs',
    visual: 'terminal',
    config: Type.Object({}),
    inputs: { value: { dataType: 'mixed' } },
    outputs: {},
  }),
  defineNode({
    ...base,
    id: 'note',
    name: 'Note',
    visual: 'note',
    annotation: true,
    config: Type.Object({}),
    inputs: {},
    outputs: {},
  }),
  defineNode({
    ...base,
    id: 'group',
    name: 'Group',
    visual: 'note',
    annotation: true,
    config: Type.Object({}),
    inputs: {},
    outputs: {},
  }),
  defineNode({
    ...base,
    id: 'idea',
    name: 'Idea',
    visual: 'idea',
    annotation: true,
    config: Type.Object({}),
    inputs: { left: { dataType: 'mixed' } },
    outputs: { right: { dataType: 'mixed' } },
  }),
]

export const smallCatalogue = catalogueOf(smallDefinitions)
