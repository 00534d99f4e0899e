/** How the callers of a webhook authenticate. All but `none` need a secret. */
export const WEBHOOK_AUTHS = ['none', 'token', 'hmac', 'gitlab', 'slack', 'stripe', 'standard'] as const
export type WebhookAuth = (typeof WEBHOOK_AUTHS)[number]

export const AUTHS_WITH_SECRET = WEBHOOK_AUTHS.filter((auth) => auth !== 'none')
