/** The names of the models that a provider offers, from its own list. */
import { isObject, withoutTrailingSlashes } from '@millrace/model'
import { createEgressFetch, type FetchLimits } from '../http/egress-fetch.ts'
import { invalidResponse, modelFailure } from './model-failure.ts'
import { type Connection, type ModelTarget, type RemoteProvider, type TargetNeeds, targetOf } from './model-target.ts'

/** A list is small and read while a person waits. */
const LIMITS: FetchLimits = {
  connectMs: 5000,
  firstByteMs: 10_000,
  idleMs: 5000,
  totalMs: 15_000,
  maxBytes: 4 * 1024 * 1024,
  maxHeaderBytes: 32 * 1024,
}

const MAX_NAMES = 5000

/** The headers that carry the key. */
const KEY_HEADERS: Readonly<Record<RemoteProvider, (key: string) => Record<string, string>>> = {
  openai: bearer,
  ollama: bearer,
  openai_compatible: bearer,
  anthropic: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
  google: (key) => ({ 'x-goog-api-key': key }),
}

function bearer(key: string): Record<string, string> {
  return { authorization: `Bearer ${key}` }
}

/** The provider's models. Throws the failure of a model call if the list cannot be read. */
export async function listModels(
  connection: Connection,
  needs: TargetNeeds & { readonly signal: AbortSignal },
): Promise<readonly string[]> {
  const connections = { resolve: async () => connection }
  // The address and the key do not depend on the model.
  const target = await targetOf({ connection: connection.name, model: 'any' }, 'text', { ...needs, connections })
  if (target === 'echo') return ['echo']
  const { host } = new URL(target.baseUrl)
  try {
    return namesIn(await bodyOf(target, needs.signal)) ?? Promise.reject(invalidResponse(host))
  } catch (error) {
    needs.signal.throwIfAborted()
    throw modelFailure(error, { host, key: target.key })
  }
}

async function bodyOf({ provider, baseUrl, key, egress }: ModelTarget, signal: AbortSignal): Promise<unknown> {
  const fetch = createEgressFetch(egress, LIMITS, signal)
  const headers = { accept: 'application/json', ...(key === undefined ? {} : KEY_HEADERS[provider](key)) }
  const response = await fetch(`${withoutTrailingSlashes(baseUrl)}/models`, { headers })
  const text = await response.text()
  if (response.ok) return JSON.parse(text)
  throw Object.assign(new Error(text), { statusCode: response.status })
}

/** OpenAI and Anthropic list `data` with ids, Google lists `models` with names below `models/`. */
function namesIn(body: unknown): string[] | undefined {
  const list = isObject(body) ? (body.data ?? body.models) : body
  if (!Array.isArray(list)) return undefined
  const names = list.flatMap((one: unknown) => {
    const name = isObject(one) ? (one.id ?? one.name) : one
    return typeof name === 'string' ? [name.replace(/^models\//, '')] : []
  })
  return names.slice(0, MAX_NAMES).sort((a, b) => a.localeCompare(b, 'en'))
}
