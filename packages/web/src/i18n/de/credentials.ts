import type { Catalogue } from '../catalogue.ts'

export const credentials: Catalogue['credentials'] = {
  text: 'Was Knoten brauchen, um sich bei anderen Diensten anzumelden. Knoten verweisen mit dem Namen darauf, damit Workflows keine Geheimnisse enthalten. Geheimnisse werden verschlüsselt gespeichert und nie wieder angezeigt.',
  create: 'Neue Zugangsdaten',
  new: 'Neu …',
  none: 'Noch keine Zugangsdaten',
  noneText: 'Legen Sie sie für jeden Dienst an, den Workflows aufrufen, und wählen Sie sie im Knoten aus.',
  columns: {
    name: 'Name',
    type: 'Art',
    hosts: 'Erlaubte Hosts',
    users: 'Verwendet von',
    used: 'Zuletzt verwendet',
    actions: 'Aktionen',
  },
  pages: 'Seiten',
  pager: { previous: 'Zurück', next: 'Weiter' },
  unused: 'Keinem Workflow',
  workflows: (count) => (count === 1 ? '1 Workflow' : `${count} Workflows`),
  never: 'Nie',
  failed: 'Fehlgeschlagen',
  usersTitle: (name) => `Workflows, die „${name}“ verwenden`,
  editOf: (name) => `${name} bearbeiten`,
  delete: 'Löschen',
  deleteOf: (name) => `${name} löschen`,
  deleteTitle: (name) => `„${name}“ löschen?`,
  deleteUnused: 'Kein Workflow verwendet diese Zugangsdaten. Ihre Geheimnisse werden gelöscht.',
  deleteUsed: (count) =>
    count === 1
      ? 'Die Geheimnisse werden gelöscht, und dieser Workflow schlägt von da an fehl:'
      : `Die Geheimnisse werden gelöscht, und diese ${count} Workflows schlagen von da an fehl:`,
  deleteNotifications: (count) =>
    count === 1
      ? 'Diese E-Mail-Benachrichtigung schlägt von da an fehl:'
      : `Diese ${count} E-Mail-Benachrichtigungen schlagen von da an fehl:`,
  deleted: (name) => `„${name}“ wurde gelöscht`,
  saved: (name) => `„${name}“ wurde gespeichert`,
  newTitle: 'Neue Zugangsdaten',
  editTitle: (name) => `Zugangsdaten „${name}“`,
  save: 'Speichern',
  type: 'Art',
  name: 'Name',
  nameHint: 'Knoten verweisen mit diesem Namen darauf: Kleinbuchstaben, Ziffern und Unterstriche.',
  renamed: (count) =>
    count === 1
      ? 'Im Workflow, der sie verwendet, ändert sich der Name nicht.'
      : `In den ${count} Workflows, die sie verwenden, ändert sich der Name nicht.`,
  badName:
    'Der Name muss mit einem Kleinbuchstaben beginnen und darf nur Kleinbuchstaben, Ziffern und Unterstriche enthalten.',
  description: 'Beschreibung',
  hosts: 'Erlaubte Hosts',
  hostsHint:
    'Nur an diese Hosts werden sie gesendet, einer pro Zeile, zum Beispiel api.shop.example oder *.shop.example.',
  missing: (field) => `${field} ist erforderlich.`,
  secretHint:
    'Wird verschlüsselt gespeichert und nie wieder angezeigt. Auch ein Verweis wie env:MILLRACE_CREDENTIAL_SHOP ist möglich.',
  secretKept: (end) =>
    end === ''
      ? 'Ein Wert ist gespeichert. Leer lassen, um ihn zu behalten.'
      : `Ein Wert mit der Endung ${end} ist gespeichert. Leer lassen, um ihn zu behalten.`,
  enterAgain: 'Geben Sie den Wert erneut ein, weil die Zugangsdaten nun an einen anderen Ort gesendet werden.',
}
