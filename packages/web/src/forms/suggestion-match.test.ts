import { describe, expect, test } from 'vitest'
import { isOfProject, namedOption } from './suggestion-match.ts'

const ID = '0f4e0b0c-9d0e-4a53-8d0b-0f4f7a1f8a0'
const CONNECTIONS = [
  { value: `${ID}1`, label: 'Shop model (backup)' },
  { value: `${ID}2`, label: 'Shop model' },
]
const MODELS = [
  { value: 'gpt-5-mini', label: 'GPT-5 mini' },
  { value: 'gpt-5', label: 'GPT-5' },
]

describe('the option for a typed name', () => {
  test('is the one with this name', () => {
    expect(namedOption(CONNECTIONS, 'shop model')).toBe(CONNECTIONS[1])
    expect(namedOption(MODELS, 'GPT-5 mini')).toBe(MODELS[0])
  })
  test('is the first match if the values are ids, because the typed part is not a value', () => {
    expect(namedOption(CONNECTIONS, 'sho')).toBe(CONNECTIONS[0])
    expect(namedOption(CONNECTIONS, 'other')).toBeUndefined()
  })
  test('is none for free text that is a value of its own', () => {
    expect(namedOption(MODELS, 'gpt-5')).toBe(MODELS[1])
    expect(namedOption(MODELS, 'gpt')).toBeUndefined()
    expect(namedOption(MODELS, ' ')).toBeUndefined()
  })
})

test('workflows, connections, models and credentials are suggested by project, lists of others are not', () => {
  const own = ['/api/v1/autocomplete/workflows', '/flows/autocomplete/credentials/http', '/autocomplete/connections']
  expect([...own, '/api/v1/autocomplete/models'].map(isOfProject)).toEqual([true, true, true, true])
  const others = ['/api/shop/autocomplete/workflows/items', '/credentials/http']
  expect(others.map(isOfProject)).toEqual([false, false])
})
