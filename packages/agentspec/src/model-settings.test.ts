import { leastCpuMs } from '@millrace/model/testing/cpu-time'
import { expect, test } from 'vitest'
import { modelSettingsOf } from './model-settings.ts'

const settingsAt = (url: string) =>
  modelSettingsOf({ kind: 'llm_config', componentType: 'OpenAiCompatibleConfig', id: 'm', name: 'model', url })

test('a URL that is only a host is completed with the path of the API', () => {
  expect(settingsAt('models.example:8080/')).toMatchObject({ baseUrl: 'http://models.example:8080/v1' })
})

test('a URL with many slashes in its query is read in linear time', () => {
  const url = `http://models.example/?${'/'.repeat(100_000)}x`
  expect(leastCpuMs(1000, () => settingsAt(url))).toBeLessThan(1000)
})
