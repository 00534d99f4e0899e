/** Node types of the category "inputs". */
export const inputs: Readonly<Record<string, string>> = {
  'Input message (Agent Spec)': 'Nachricht einlesen (Agent Spec)',
  'Sends an optional message, then waits for the reply of the user.':
    'Sendet auf Wunsch eine Nachricht und wartet dann auf die Antwort der Person.',
  'Sent before waiting; {{name}} makes an input of that name and is replaced by its value.':
    'Wird vor dem Warten gesendet; {{name}} erzeugt eine gleichnamige Eingabe und wird durch ihren Wert ersetzt.',
  'User input': 'Benutzereingabe',
  'Boolean input': 'Wahrheitswert-Eingabe',
  'A boolean provided when an execution starts, or a fixed value.':
    'Ein Wahrheitswert, der beim Start einer Ausführung angegeben wird, oder ein fester Wert.',
  'Used if the launch provides no value.': 'Wird verwendet, wenn der Start keinen Wert angibt.',
  'Chat input': 'Chat-Eingabe',
  'The message of the user in the playground, with the conversation so far.':
    'Die Nachricht der Person im Playground, mit der bisherigen Unterhaltung.',
  'Default message': 'Standardnachricht',
  'Used if the execution starts without a message.': 'Wird verwendet, wenn die Ausführung ohne Nachricht startet.',
  'The conversation before this message.': 'Die Unterhaltung vor dieser Nachricht.',
  Session: 'Sitzung',
  'File input': 'Datei-Eingabe',
  'A file provided when an execution starts, and its text content.':
    'Eine Datei, die beim Start einer Ausführung angegeben wird, und ihr Textinhalt.',
  'Accepted types': 'Zulässige Typen',
  'Media types or file extensions, separated by commas.': 'Medientypen oder Dateiendungen, durch Kommas getrennt.',
  'Max size (MB)': 'Max. Größe (MB)',
  'Content as text.': 'Inhalt als Text.',
  'JSON input': 'JSON-Eingabe',
  'A JSON value provided when an execution starts, or a fixed value.':
    'Ein JSON-Wert, der beim Start einer Ausführung angegeben wird, oder ein fester Wert.',
  'Number input': 'Zahlen-Eingabe',
  'A number provided when an execution starts, or a fixed value.':
    'Eine Zahl, die beim Start einer Ausführung angegeben wird, oder ein fester Wert.',
  'Text input': 'Text-Eingabe',
  'A text provided when an execution starts, or a fixed value.':
    'Ein Text, der beim Start einer Ausführung angegeben wird, oder ein fester Wert.',
}
