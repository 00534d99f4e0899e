/** The secret of a webhook whose node names a credential. */
export interface WebhookSecret {
  /** Empty if there is none: then no caller can be authenticated. */
  readonly secret: string
  /** Records a call that was authenticated with it. */
  used(): void
}

export type CredentialSecret = (name: string, workflow: string) => Promise<WebhookSecret>
