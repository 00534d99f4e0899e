import type { WorkflowNode } from '@millrace/model'
import { expect, test } from 'vitest'
import { ENGLISH } from '../i18n/texts.ts'
import { filledInputs, hasNode, inputCount, inputNodes } from './turn-inputs.ts'

function node(id: string, type: string, config: Record<string, unknown> = {}): WorkflowNode {
  return { id, type: 'universalNode', data: { label: id.toUpperCase(), config, metadata: { node_type_id: type } } }
}

test('every input node has a form, except chat inputs, which receive the message', () => {
  const nodes = [
    node('c', 'chat_input'),
    node('t', 'text_input', { defaultValue: 'Acme', multiline: true }),
    node('f', 'file_input', { acceptedTypes: '.csv' }),
    node('s', 'start', { schema: { type: 'object', properties: { who: { type: ['string', 'null'] } } } }),
    node('e', 'start'),
    node('o', 'output'),
  ]
  expect(inputNodes({ nodes }, ENGLISH)).toEqual([
    {
      id: 't',
      label: 'T',
      type: 'text_input',
      schema: { type: 'object', properties: { text: { type: 'string', format: 'multiline', placeholder: 'Acme' } } },
    },
    {
      id: 'f',
      label: 'F',
      type: 'file_input',
      schema: { type: 'object', properties: { file: { type: 'object' } } },
      accept: '.csv',
    },
    { id: 's', label: 'S', type: 'start', schema: { type: 'object', properties: { who: { type: 'string' } } } },
  ])
  expect(hasNode({ nodes }, 'chat_input')).toBe(true)
  expect(hasNode({ nodes }, 'chat_output')).toBe(false)
})

test('does not send empty values', () => {
  expect(filledInputs({ a: { text: '' }, b: {} })).toBeUndefined()
  const inputs = { a: { text: 'x', other: undefined }, b: { value: false }, c: { value: '' } }
  expect(filledInputs(inputs)).toEqual({ a: { text: 'x' }, b: { value: false } })
  expect(inputCount(inputs)).toBe(2)
})
