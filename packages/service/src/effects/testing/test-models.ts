/** The setup of the tests of `effects.models`: real effects, a real server, short limits. */
import type { ModelMessage, ModelSettings, Models, Usage } from '@millrace/model'
import { createEgress, type Resolve } from '../http/egress.ts'
import type { FetchLimits } from '../http/egress-fetch.ts'
import { createModels, type ModelNeeds } from '../models/create-models.ts'
import type { Connection } from '../models/model-target.ts'
import { type ModelServer, startModelServer } from './model-server.ts'

export const KEY = 'sk-test-4f9a1c7e2b8d'

export const HELLO: readonly ModelMessage[] = [{ role: 'user', content: 'Hi' }]

export interface TestModels extends AsyncDisposable {
  readonly server: ModelServer
  readonly models: Models
  readonly used: Usage[]
  /** All log lines, as text. */
  readonly logged: string[]
  /** Settings that use the server as this provider. */
  as(provider: string, more?: Partial<ModelSettings>): ModelSettings
}

export interface SideOptions extends Partial<Pick<ModelNeeds, 'environment' | 'maxTokens'>> {
  readonly allow?: readonly string[]
  readonly limits?: Partial<FetchLimits>
  readonly resolve?: Resolve
  readonly signal?: AbortSignal
  readonly connections?: Readonly<Record<string, Connection>>
}

/** Starts a server and models that may call it. */
export async function startTestModels(options: SideOptions = {}): Promise<TestModels> {
  const server = await startModelServer()
  const used: Usage[] = []
  const logged: string[] = []
  const models = createModels({
    egress: createEgress(options.allow ?? ['127.0.0.1'], options.resolve),
    connections: { resolve: async (name) => options.connections?.[name] },
    environment: options.environment ?? {},
    log: { debug: (facts, message) => void logged.push(`${message} ${JSON.stringify(facts)}`) },
    ...(options.limits && { limits: options.limits }),
    maxTokens: options.maxTokens,
  }).forStep({ signal: options.signal ?? new AbortController().signal, onUsage: (usage) => void used.push(usage) })
  return {
    server,
    models,
    used,
    logged,
    as: (provider, more = {}) => ({
      provider,
      model: 'test-model',
      apiKey: KEY,
      baseUrl: provider === 'google' ? server.googleUrl : server.baseUrl,
      ...more,
    }),
    [Symbol.asyncDispose]: () => server.close(),
  }
}
