import { catalogueOf, defineNode, Type } from '@millrace/model'
import { drawn } from '@millrace/model/testing/drawing'
import { smallDefinitions } from '@millrace/model/testing/small-catalogue'
import { loadBuiltInNodes } from '@millrace/nodes'
import { describe, expect, test } from 'vitest'
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
const definitions = await loadBuiltInNodes()

/** The connection that is created when the second node is added after the first, as text. */
function joined(picture: string, before: string, added: string): string | undefined {
  const join = connectAfter(before, added, { graph: drawn(picture), catalogue, rules })
  return join && `${join.source.node}:${join.source.port} -> ${join.target.node}:${join.target.port}`
}

test('connects a required input to an output of the same type', () => {
  expect(joined('text.1\nmodel.1', 'text.1', 'model.1')).toBe('text.1:text -> model.1:message')
})

test('prefers the input of the same name among inputs of one type', () => {
  expect(joined('vectors.1\nvectors.2', 'vectors.1', 'vectors.2')).toBe('vectors.1:vectors -> vectors.2:vectors')
})

test('connects an input of any type to the first output', () => {
  expect(joined('number.1\nend.1', 'number.1', 'end.1')).toBe('number.1:value -> end.1:value')
})

test('connects an optional input that takes the value, and order only if none does', () => {
  expect(joined('text.1\nprompt.1', 'text.1', 'prompt.1')).toBe('text.1:trigger -> prompt.1:trigger')
  expect(joined('each.1\nprompt.1', 'each.1', 'prompt.1')).toBe('each.1:item -> prompt.1:data')
})

test('connects a question by its trigger and leaves its message unconnected', () => {
  expect(joined('text.1\nform.1', 'text.1', 'form.1')).toBe('text.1:trigger -> form.1:trigger')
})

test('uses the branches of a node in order', () => {
  expect(joined('ask.1\nlookup.1', 'ask.1', 'lookup.1')).toBe('ask.1:yes -> lookup.1:word')
  expect(joined('ask.1:yes -> end.1:trigger\nlookup.1', 'ask.1', 'lookup.1')).toBe('ask.1:no -> lookup.1:word')
})

test('connects a tool to the agent', () => {
  expect(joined('model.1\nclock.1', 'model.1', 'clock.1')).toBe('clock.1:tool -> model.1:tool')
})

test('does not connect input nodes and annotations', () => {
  expect(joined('model.1\ntext.1', 'model.1', 'text.1')).toBeUndefined()
  expect(joined('text.1\nidea.1', 'text.1', 'idea.1')).toBeUndefined()
  expect(joined('note.1\nmodel.1', 'note.1', 'model.1')).toBeUndefined()
})

describe('with the built-in types', () => {
  const builtIn = catalogueOf(definitions)
  const between = (before: string, added: string, drawing = `${before}\n${added}`) => {
    const join = connectAfter(before, added, { graph: drawn(drawing), catalogue: builtIn, rules })
    return join && `${join.source.port} -> ${join.target.port}${join.isOrderOnly ? ' (order only)' : ''}`
  }

  test.each([
    ['webhook_trigger', 'json_transform', 'body -> data'],
    ['webhook_trigger', 'chat_model', 'body -> message'],
    ['http_request', 'json_transform', 'json -> data'],
    ['http_request', 'summarizer', 'body -> text'],
    ['http_request', 'if_else', 'json -> data'],
    ['json_transform', 'if_else', 'result -> data'],
    ['chat_input', 'chat_model', 'message -> message'],
    ['text_input', 'file_write', 'text -> content'],
    ['text_input', 'vector_store', 'text -> query'],
    ['json_validator', 'output', 'data -> value'],
    ['start', 'prompt_template', 'inputs -> data'],
    ['webhook_trigger', 'http_request', 'trigger -> trigger (order only)'],
    ['text_input', 'confirmation', 'trigger -> trigger (order only)'],
  ])('connects %s with %s: %s -> %s', (before, added, expected) => {
    expect(between(before, added)).toBe(expected)
  })

  test('connects the value behind a branch to the input of its type', () => {
    expect(between('if_else.1', 'vector_store.1', 'text_input.1:text -> if_else.1:data \n vector_store.1')).toBe(
      'True -> query',
    )
    expect(between('if_else.1', 'output.1', 'text_input.1:text -> if_else.1:data \n output.1')).toBe('True -> value')
  })
})
