/** Converts the settings of the service to the options of the models. */
import type { Config } from '../../platform/config.ts'
import { limitsWithin } from './create-models.ts'
import type { ModelEnvironment } from './model-target.ts'

export function modelEnvironment(config: Config): ModelEnvironment {
  return {
    openai: { apiKey: config.openaiApiKey, baseUrl: config.openaiBaseUrl },
    anthropic: { apiKey: config.anthropicApiKey, baseUrl: config.anthropicBaseUrl },
    google: { apiKey: config.googleApiKey, baseUrl: config.googleBaseUrl },
    ollama: { baseUrl: config.ollamaBaseUrl },
  }
}

export function modelLimits({ maxModelAnswerMib, maxModelSeconds, maxModelTokens }: Config) {
  const limits = limitsWithin({ totalMs: maxModelSeconds * 1000, maxBytes: maxModelAnswerMib * 1024 * 1024 })
  return { limits, maxTokens: maxModelTokens }
}
