/**
 * Loads the packages of model providers before the service listens. They take some 200 ms of CPU time, which would
 * otherwise block all requests during the first model call.
 */
import type { ConnectionRecord } from '@millrace/store'
import { isRemoteProvider, type ModelEnvironment, type RemoteProvider } from '../effects/models/model-target.ts'

const MOST_CONNECTIONS = 100

export interface PreloadNeeds {
  readonly environment: ModelEnvironment
  readonly connections: {
    list(page: { limit: number; offset: number }): Promise<{ items: readonly ConnectionRecord[] }>
  }
  readonly load: (provider: RemoteProvider) => Promise<unknown>
}

/** Loads the providers that have a key in the settings, or a connection; nothing if there are none, to save memory. */
export async function preloadProviders({ environment, connections, load }: PreloadNeeds): Promise<void> {
  const { items } = await connections.list({ limit: MOST_CONNECTIONS, offset: 0 })
  // Not by the base URL: that of Ollama has a default.
  const inSettings = Object.entries(environment).flatMap(([provider, own]) =>
    own?.apiKey === undefined ? [] : [provider],
  )
  const providers = new Set([...inSettings, ...items.map(({ provider }) => provider)])
  for (const provider of providers) if (isRemoteProvider(provider)) await load(provider)
}
