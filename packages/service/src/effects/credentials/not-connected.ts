import { NodeFailure } from '@millrace/model'

/** The account of a credential has to be connected, or connected again. */
export class NotConnected extends NodeFailure {
  readonly reason: string
  constructor(name: string, reason: string) {
    const message = `The credential "${name}" must be connected in Settings → Credentials: ${reason}.`
    super('CREDENTIAL_NOT_CONNECTED', message)
    this.reason = reason
  }
}
