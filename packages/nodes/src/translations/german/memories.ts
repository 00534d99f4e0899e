/** Node types of the category "memories". */
export const memories: Readonly<Record<string, string>> = {
  'Conversation memory': 'Gesprächsgedächtnis',
  'Stores messages and outputs the conversation so far.':
    'Speichert Nachrichten und gibt die bisherige Unterhaltung aus.',
  Conversation: 'Unterhaltung',
  'One memory per conversation.': 'Ein Gedächtnis je Unterhaltung.',
  'One memory for all executions of the workflow.': 'Ein Gedächtnis für alle Ausführungen des Workflows.',
  Scope: 'Geltungsbereich',
  'Max messages': 'Max. Nachrichten',
  'Older messages are dropped.': 'Ältere Nachrichten werden verworfen.',
  'Added to the memory: a string, a message or a list of them. If unset, the memory is only read.':
    'Wird dem Gedächtnis hinzugefügt: ein Text, eine Nachricht oder eine Liste davon. Wenn nicht gesetzt, wird das Gedächtnis nur gelesen.',
  'The conversation including the added messages, oldest first.':
    'Die Unterhaltung mit den hinzugefügten Nachrichten, älteste zuerst.',
}
