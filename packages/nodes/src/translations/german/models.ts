/** Node types of the category "models". */
export const models: Readonly<Record<string, string>> = {
  'Chat model': 'Chat-Modell',
  'Sends a message to a language model and outputs its response.':
    'Sendet eine Nachricht an ein Sprachmodell und gibt dessen Antwort aus.',
  'Instructions for the model. Used if no system prompt is connected.':
    'Anweisungen für das Modell. Werden verwendet, wenn kein System-Prompt verbunden ist.',
  'JSON Schema for the response, which is then JSON text. An invalid response is requested once more, with the validation errors.':
    'JSON Schema der Antwort, die dann JSON-Text ist. Eine ungültige Antwort wird einmal neu angefordert, mit den Fehlern der Prüfung.',
  'Input and output tokens.': 'Ein- und Ausgabetokens.',
  'Finish reason': 'Grund des Endes',
  'Why the model stopped.': 'Warum das Modell aufgehört hat.',
}
