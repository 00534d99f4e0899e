import type { Catalogue } from '../catalogue.ts'
import type { NumberText } from '../number-text.ts'

export const chat = (numberText: NumberText): Catalogue['chat'] => ({
  message: 'Nachricht',
  edit: 'Bearbeiten und neu senden',
  editHint: 'Diese Nachricht und alles danach wird ersetzt.',
  cancel: 'Abbrechen',
  regenerate: 'Antwort neu erzeugen',
  partial: 'Vor dem Ende gestoppt',
  showReplaced: (count) =>
    count === 1 ? '1 ersetzte Nachricht anzeigen' : `${numberText(count)} ersetzte Nachrichten anzeigen`,
  hideReplaced: 'Ersetzte Nachrichten ausblenden',
  renameSession: 'Sitzung umbenennen',
  sessionName: 'Name der Sitzung',
  panel: 'Mit der Arbeitsfläche chatten',
  panelText: 'Nachrichten führen den Workflow so aus, wie er auf der Arbeitsfläche steht, gespeichert oder nicht.',
  openPage: 'Playground-Seite öffnen',
  unstored: 'Fügen Sie einen Knoten hinzu, um mit diesem Workflow zu chatten',
})
