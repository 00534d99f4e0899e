import { catalogueOf, defineNode, Type } from '@millrace/model'
import { drawn } from '@millrace/model/testing/drawing'
import { smallDefinitions } from '@millrace/model/testing/small-catalogue'
import { expect, test } from 'vitest'
import { connectAfter } from './connect-after.ts'
import { portRulesOf } from './port-rules.ts'

const base = { version: '1.0.0', description: '', icon: 'mdi:circle', tags: [], config: Type.Object({}) } as const
const catalogue = catalogueOf([
  ...smallDefinitions,
  defineNode({ ...base, id: 'clock', name: 'Clock', category: 'tools', inputs: {}, outputs: {}, tool: true }),
  defineNode({
    ...base,
    id: 'vectors',
    name: 'Vectors',
    category: 'ai',
    inputs: { texts: { dataType: 'array' }, vectors: { dataType: 'array' } },
    outputs: { vectors: { dataType: 'array' } },
  }),
  defineNode({
    ...base,
    id: 'form',
    name: 'Form',
    category: 'interrupts',
    inputs: { message: { dataType: 'string' } },
    outputs: { data: { dataType: 'json' } },
  }),
])
const rules = portRulesOf()

/** The line that is drawn when the second is added behind the first, as text. */
function joined(picture: string, before: string, added: string): string | undefined {
  const join = connectAfter(before, added, { graph: drawn(picture), catalogue, rules })
  return join && `${join.source.node}:${join.source.port} -> ${join.target.node}:${join.target.port}`
}

test('what is needed gets the data of the same kind', () => {
  expect(joined('text.1\nmodel.1', 'text.1', 'model.1')).toBe('text.1:text -> model.1:message')
})

test('of two inputs of one kind the one of the same name gets it', () => {
  expect(joined('vectors.1\nvectors.2', 'vectors.1', 'vectors.2')).toBe('vectors.1:vectors -> vectors.2:vectors')
})

test('what takes anything gets the first that there is', () => {
  expect(joined('number.1\nend.1', 'number.1', 'end.1')).toBe('number.1:value -> end.1:value')
})

test('of what is not needed only the first is meant, and a round of a loop always goes somewhere', () => {
  expect(joined('text.1\nprompt.1', 'text.1', 'prompt.1')).toBe('text.1:trigger -> prompt.1:trigger')
  expect(joined('each.1\nprompt.1', 'each.1', 'prompt.1')).toBe('each.1:item -> prompt.1:data')
})

test('a question comes after what was before; its words stay as they are written', () => {
  expect(joined('text.1\nform.1', 'text.1', 'form.1')).toBe('text.1:trigger -> form.1:trigger')
})

test('branches are used one by one', () => {
  expect(joined('ask.1\nlookup.1', 'ask.1', 'lookup.1')).toBe('ask.1:yes -> lookup.1:trigger')
  expect(joined('ask.1:yes -> end.1:trigger\nlookup.1', 'ask.1', 'lookup.1')).toBe('ask.1:no -> lookup.1:trigger')
})

test('a tool is handed to the agent', () => {
  expect(joined('model.1\nclock.1', 'model.1', 'clock.1')).toBe('clock.1:tool -> model.1:tool')
})

test('inputs and what never runs are joined to nothing', () => {
  expect(joined('model.1\ntext.1', 'model.1', 'text.1')).toBeUndefined()
  expect(joined('text.1\nidea.1', 'text.1', 'idea.1')).toBeUndefined()
  expect(joined('note.1\nmodel.1', 'note.1', 'model.1')).toBeUndefined()
})
