import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadProvider } from '../effects/models/sdk.ts'
import { type TestService, testService } from '../testing/test-service.ts'
import { preloadProviders } from './preload-providers.ts'

let service: TestService
beforeEach(async () => {
  service = await testService()
})
afterEach(() => service[Symbol.asyncDispose]())

async function loadedWith(environment: Parameters<typeof preloadProviders>[0]['environment']): Promise<string[]> {
  const loaded: string[] = []
  const { connections } = service.services
  await preloadProviders({
    environment,
    connections,
    async load(provider) {
      await loadProvider(provider)
      loaded.push(provider)
    },
  })
  return loaded
}

test('loads nothing while no provider is set up', async () => {
  expect(await loadedWith({ openai: { apiKey: undefined }, ollama: { baseUrl: 'http://127.0.0.1:11434/v1' } })).toEqual(
    [],
  )
})

test('loads the providers of the settings and of stored connections, once each', async () => {
  const { connections } = service.services
  await connections.create({ name: 'Team', provider: 'anthropic', apiKey: 'x' }, 'Ada')
  await connections.create({ name: 'Other', provider: 'openai', apiKey: 'x' }, 'Ada')
  await connections.create({ name: 'Echo', provider: 'echo' }, 'Ada')
  const loaded = await loadedWith({ openai: { apiKey: 'x' }, google: { apiKey: 'x' } })
  expect(loaded.sort()).toEqual(['anthropic', 'google', 'openai'])
})
