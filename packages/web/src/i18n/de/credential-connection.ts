import type { ConnectionText } from '../credential-connection.ts'

export const germanConnection: ConnectionText = {
  redirectUri: 'Weiterleitungs-URI',
  redirectHint: 'Tragen Sie diese Adresse beim Anbieter ein.',
  save: 'Speichern und verbinden',
  state: 'Verbindung',
  none: 'Nicht verbunden',
  noneHint: '„Speichern und verbinden“ öffnet die Seite des Anbieters, auf der Sie den Zugriff erlauben.',
  lost: 'Neu verbinden',
  connected: 'Verbunden',
  as: (account) => `Verbunden als ${account}`,
  since: (time, person) => `Seit ${time}, durch ${person}`,
  disconnect: 'Trennen',
  results: {
    done: 'Verbunden',
    too_late:
      'Nicht verbunden: Der Versuch ist abgelaufen, wurde schon verwendet, oder die Zugangsdaten wurden geändert. Verbinden Sie sie neu.',
    other_caller:
      'Nicht verbunden: Die Verbindung wurde in einer anderen Browsersitzung begonnen. Verbinden Sie sie in dieser.',
    denied: 'Nicht verbunden: Der Zugriff wurde nicht erlaubt.',
    failed:
      'Nicht verbunden: Der Anbieter hat die Anfrage abgelehnt. Zeigen Sie in der Liste auf „Fehlgeschlagen“, um den Grund zu sehen.',
  },
}
