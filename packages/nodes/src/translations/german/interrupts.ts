/** Node types of the category "interrupts". */
export const interrupts: Readonly<Record<string, string>> = {
  Choice: 'Auswahl',
  'Asks a person to select one or more options.': 'Bittet eine Person, eine oder mehrere Optionen auszuwählen.',
  'Question shown to the person. A connected message replaces it.':
    'Frage an die Person. Eine verbundene Nachricht ersetzt sie.',
  'Output if this option is selected.': 'Wird ausgegeben, wenn diese Option gewählt wird.',
  'Shown to the person.': 'Wird der Person angezeigt.',
  Options: 'Optionen',
  'Connected options replace these.': 'Verbundene Optionen ersetzen diese.',
  'Multiple selection': 'Mehrfachauswahl',
  'Min selections': 'Min. Auswahl',
  'Max selections': 'Max. Auswahl',
  'Can be dismissed': 'Kann abgelehnt werden',
  'The person can dismiss the question; the node then fails.':
    'Die Person kann die Frage ablehnen; der Knoten schlägt dann fehl.',
  'Expires after (seconds)': 'Verfällt nach (Sekunden)',
  'If unanswered by then, the default answer is used, else the output "expired" is taken, else the node fails. If empty, it never expires.':
    'Bleibt die Antwort bis dahin aus, gilt die Standardantwort, sonst der Ausgang "expired", sonst schlägt der Knoten fehl. Wenn leer, verfällt die Frage nie.',
  'Default answer': 'Standardantwort',
  'Used if the question expires. The value of an option; a list for multiple selection.':
    'Gilt, wenn die Frage verfällt. Der Wert einer Option; bei Mehrfachauswahl eine Liste.',
  'Strings, or objects with value and label.': 'Texte, oder Objekte mit value und label.',
  'The selected value, or a list for multiple selection.': 'Der gewählte Wert, bei Mehrfachauswahl eine Liste.',
  Expired: 'Verfallen',
  'Taken if the question expires unanswered and has no default answer; if unconnected, the node fails instead. The other outputs then emit nothing, except "trigger".':
    'Wird genommen, wenn die Frage unbeantwortet verfällt und keine Standardantwort hat; ohne Verbindung schlägt der Knoten stattdessen fehl. Die anderen Ausgänge geben dann nichts aus, außer "trigger".',
  Confirmation: 'Bestätigung',
  'Asks a person to confirm or decline and takes the matching branch.':
    'Bittet eine Person, zu bestätigen oder abzulehnen, und nimmt den passenden Zweig.',
  'Confirm label': 'Text zum Bestätigen',
  'Cancel label': 'Text zum Abbrechen',
  'Required approvals': 'Erforderliche Freigaben',
  'Number of different people who have to confirm.': 'Anzahl verschiedener Personen, die bestätigen müssen.',
  Approvers: 'Freigebende',
  'Ids, e-mail addresses of people with an account, or names of tokens. If empty, anyone can answer, and the first "no" declines. With a list, the question is declined as soon as too few approvers remain to reach the required number.':
    'IDs, E-Mail-Adressen von Personen mit Konto oder Namen von Tokens. Wenn leer, kann jeder antworten, und das erste „Nein“ lehnt ab. Mit einer Liste ist die Frage abgelehnt, sobald zu wenige Freigebende für die erforderliche Anzahl übrig sind.',
  'Used if the question expires. True to confirm, false to decline.':
    'Gilt, wenn die Frage verfällt. Wahr bestätigt, falsch lehnt ab.',
  Form: 'Formular',
  'Asks a person to fill in a form and waits for the answer.':
    'Bittet eine Person, ein Formular auszufüllen, und wartet auf die Antwort.',
  'Fields of the form as JSON Schema, one property per field. A pattern that repeats a group is only a hint: answers are not validated against it.':
    'Felder des Formulars als JSON Schema, eine Eigenschaft je Feld. Ein Muster, das eine Gruppe wiederholt, ist nur ein Hinweis: Antworten werden nicht dagegen geprüft.',
  'Default values': 'Standardwerte',
  'Initial values by field. Connected values replace these.': 'Anfangswerte je Feld. Verbundene Werte ersetzen diese.',
  'Used if the question expires. Values by field.': 'Gilt, wenn die Frage verfällt. Werte je Feld.',
  Defaults: 'Vorgaben',
  'Initial values by field.': 'Anfangswerte je Feld.',
  'Values of the form fields.': 'Werte der Formularfelder.',
  Review: 'Prüfung',
  'Shows proposed changes to a person, who accepts or rejects each one.':
    'Zeigt einer Person vorgeschlagene Änderungen, die sie einzeln annimmt oder ablehnt.',
  'Accept all label': 'Text für „Alle annehmen“',
  'Reject all label': 'Text für „Alle ablehnen“',
  'Submit label': 'Text zum Absenden',
  'Accept all': 'Alle annehmen',
  'Reject all': 'Alle ablehnen',
  'Used if the question expires. Applies to all changes.': 'Gilt, wenn die Frage verfällt. Betrifft alle Änderungen.',
  Changes: 'Änderungen',
  'Each with field, label, original and proposed.': 'Jeweils mit field, label, original und proposed.',
  Decisions: 'Entscheidungen',
  'Acceptance and value by field.': 'Annahme und Wert je Feld.',
  Accepted: 'Angenommen',
  'Accepted values by field.': 'Angenommene Werte je Feld.',
  'Text prompt': 'Textfrage',
  'Asks a person for text and waits for the answer.': 'Bittet eine Person um einen Text und wartet auf die Antwort.',
  'Min length': 'Min. Länge',
  'In characters. Default is 1; 0 allows an empty answer.': 'In Zeichen. Standard ist 1; 0 erlaubt eine leere Antwort.',
  'In characters.': 'In Zeichen.',
  'Default value': 'Standardwert',
  'Initial text in the field.': 'Anfänglicher Text im Feld.',
  'Used if the question expires. If empty, there is no default answer.':
    'Gilt, wenn die Frage verfällt. Wenn leer, gibt es keine Standardantwort.',
}
