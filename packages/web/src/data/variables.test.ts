import { expect, test } from 'vitest'
import { variablesFor, variablesIn } from './variables.ts'

const schema = {
  type: 'object',
  properties: {
    user: { type: 'object', properties: { name: { type: 'string', title: 'Name' } } },
    items: { type: 'array', items: { type: 'number' } },
  },
}

test('lists every path into the data as a variable', () => {
  expect(variablesIn(schema, 'data').map((one) => one.name)).toEqual(['user', 'user.name', 'items', 'items[0]'])
})

test('limits variables to the listed ports and prefixes them with the port name', () => {
  const all = [...variablesIn(schema, 'data'), ...variablesIn({ properties: { x: {} } }, 'other')]
  expect(variablesFor(all, ['other']).map((one) => one.name)).toEqual(['x'])
  expect(variablesFor(all, ['other'], true).map((one) => one.name)).toEqual(['other.x'])
})
