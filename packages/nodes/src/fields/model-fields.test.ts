import { expect, test } from 'vitest'
import { modelSettingsOf } from './model-fields.ts'

test('drops empty model settings', () => {
  const config = { provider: 'echo', model: '', connection: '', apiKey: undefined, temperature: 0, labels: ['a'] }
  expect(modelSettingsOf(config)).toStrictEqual({ provider: 'echo', temperature: 0 })
  expect(modelSettingsOf({ connection: 'Ours', maxTokens: 5, script: ['a', { text: 'b' }] })).toStrictEqual({
    connection: 'Ours',
    maxTokens: 5,
    script: ['a', { text: 'b' }],
  })
})
