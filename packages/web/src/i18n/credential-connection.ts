/**
 * Texts of connecting a credential. They are not part of the catalogue, because they are loaded together with the dialog
 * and the settings, and the first load has to stay small.
 */

export const englishConnection = {
  redirectUri: 'Redirect URI',
  redirectHint: 'Register this address at the provider.',
  save: 'Save and connect',
  state: 'Connection',
  none: 'Not connected',
  noneHint: 'Save and connect opens the page of the provider, on which you allow the access.',
  lost: 'Connect again',
  connected: 'Connected',
  as: (account: string) => `Connected as ${account}`,
  since: (time: string, person: string) => `Since ${time}, by ${person}`,
  disconnect: 'Disconnect',
  results: {
    done: 'Connected',
    too_late: 'Not connected: this attempt has expired, was used, or the credential was changed. Connect it again.',
    other_caller: 'Not connected: it was started in another browser session. Connect it in this one.',
    denied: 'Not connected: the access was not allowed.',
    failed: 'Not connected: the provider refused the request. Point at “Failed” in the list for the reason.',
  } as Readonly<Record<string, string>>,
}

export type ConnectionText = typeof englishConnection
