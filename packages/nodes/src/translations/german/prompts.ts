/** Node types of the category "prompts". */
export const prompts: Readonly<Record<string, string>> = {
  'Prompt template': 'Prompt-Vorlage',
  'Fills the placeholders of a text template with values.': 'Füllt die Platzhalter einer Textvorlage mit Werten.',
  Template: 'Vorlage',
  'Liquid template. Each {{ name }} makes an input of that name; without a source it is a key of the data.':
    'Liquid-Vorlage. Jedes {{ name }} wird zu einer Eingabe dieses Namens; ohne Quelle ist es ein Schlüssel der Daten.',
  'Strict mode': 'Strenger Modus',
  'The node fails for a placeholder without a value; otherwise it stays empty and is listed.':
    'Der Knoten schlägt bei einem Platzhalter ohne Wert fehl; sonst bleibt er leer und wird aufgeführt.',
  'For inputs with a type. Each is available as a placeholder.':
    'Für Eingaben mit einem Typ. Jede ist als Platzhalter verfügbar.',
  'Keys are available as placeholders.': 'Schlüssel sind als Platzhalter verfügbar.',
  'Missing variables': 'Fehlende Variablen',
}
