/** Converts a model configuration to the model settings of the service. */
import { type ModelSettings, NodeFailure, withoutTrailingSlashes } from '@millrace/model'
import type { LlmConfig, NameRef } from './components.ts'

const BY_CLASS: Readonly<Record<string, string>> = {
  OpenAiConfig: 'openai',
  OpenAiCompatibleConfig: 'openai_compatible',
  VllmConfig: 'openai_compatible',
  OllamaConfig: 'ollama',
  GeminiConfig: 'google',
}

/** Provider names used elsewhere. */
const ALIASES: Readonly<Record<string, string>> = {
  'openai-compatible': 'openai_compatible',
  vllm: 'openai_compatible',
  gemini: 'google',
  google_ai: 'google',
  claude: 'anthropic',
}

/**
 * The settings of a model call; a reference is the name of a stored connection. With a connection, its provider, key and
 * address are used instead of those of the configuration.
 */
export function modelSettingsOf(config: LlmConfig | NameRef, connection?: string): ModelSettings {
  if (config.kind === 'ref') return { connection: config.name }
  if (connection !== undefined) return { connection, ...callSettings(config) }
  const { apiKey, url } = config
  if (apiKey !== undefined && apiKey !== null && typeof apiKey !== 'string') {
    throw new NodeFailure(
      'SECRET_MISSING',
      `The API key of the model "${config.name}" is missing: exports do not include it.`,
    )
  }
  return {
    provider: providerOf(config),
    ...(apiKey ? { apiKey } : {}),
    ...(url ? { baseUrl: baseUrlOf(url) } : {}),
    ...callSettings(config),
  }
}

function callSettings({ modelId, defaultGenerationParameters: parameters, extra }: LlmConfig): ModelSettings {
  const temperature = parameters?.temperature
  const maxTokens = parameters?.max_tokens
  const script = extra?.script
  return {
    ...(modelId ? { model: modelId } : {}),
    ...(typeof temperature === 'number' ? { temperature } : {}),
    ...(typeof maxTokens === 'number' ? { maxTokens } : {}),
    ...(script === undefined ? {} : { script }),
  }
}

function providerOf({ componentType, provider, name, url }: LlmConfig): string {
  const named = provider?.toLowerCase()
  if (componentType === 'OciGenAiConfig') {
    throw new NodeFailure('UNSUPPORTED_MODEL', `"${name}" is an ${componentType}, which this service does not support.`)
  }
  if (named && componentType === 'LlmConfig') return ALIASES[named] ?? named
  const known = BY_CLASS[componentType] ?? (url ? 'openai_compatible' : undefined)
  // Echo works offline with any configuration class.
  if (named === 'echo') return named
  if (known !== undefined) return known
  throw new NodeFailure('UNSUPPORTED_MODEL', `The model "${name}" has no provider.`)
}

/** Documents often contain only the host; the API is under `/v1`. */
function baseUrlOf(url: string): string {
  const whole = /^https?:\/\//i.test(url) ? url : `http://${url}`
  return URL.parse(whole)?.pathname === '/' ? `${withoutTrailingSlashes(whole)}/v1` : whole
}
