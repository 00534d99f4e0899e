/** Providers of models. `openai_compatible` needs a base URL; `echo` needs no network. */
export const PROVIDERS = ['openai', 'anthropic', 'google', 'ollama', 'openai_compatible', 'echo'] as const
export type Provider = (typeof PROVIDERS)[number]
