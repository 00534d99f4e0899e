/** Node types of the category "ai". */
export const ai: Readonly<Record<string, string>> = {
  'LLM (Agent Spec)': 'LLM (Agent Spec)',
  'Fills a prompt template with its inputs and calls a language model once.':
    'Füllt eine Prompt-Vorlage mit seinen Eingaben und ruft ein Sprachmodell einmal auf.',
  Prompt: 'Prompt',
  'LLM configuration': 'LLM-Konfiguration',
  'Name of the LLM configuration in this node, or of a connection.':
    'Name der LLM-Konfiguration in diesem Knoten oder einer Verbindung.',
  'Output schema': 'Ausgabeschema',
  'JSON Schema whose properties become outputs.': 'JSON Schema, dessen Eigenschaften zu Ausgaben werden.',
  'Extract information': 'Informationen extrahieren',
  'Uses a model to extract the fields of a schema from text.':
    'Entnimmt einem Text mit einem Modell die Felder eines Schemas.',
  'JSON Schema of the data to extract. Required.': 'JSON Schema der zu entnehmenden Daten. Erforderlich.',
  Instructions: 'Anweisungen',
  'Additional instructions for the model.': 'Zusätzliche Anweisungen für das Modell.',
  Summarize: 'Zusammenfassen',
  'Uses a model to summarize text. Long text is summarized in parts, then the part summaries are combined; after a crash completed parts are not repeated.':
    'Fasst Text mit einem Modell zusammen. Langer Text wird in Teilen zusammengefasst, deren Zusammenfassungen dann vereint werden; nach einem Absturz werden fertige Teile nicht wiederholt.',
  Short: 'Kurz',
  'One or two sentences.': 'Ein oder zwei Sätze.',
  Medium: 'Mittel',
  'A paragraph.': 'Ein Absatz.',
  Long: 'Lang',
  'At most a page.': 'Höchstens eine Seite.',
  Length: 'Länge',
  'Approximate word count, instead of a length.': 'Ungefähre Anzahl der Wörter, statt einer Länge.',
  'Focus and audience of the summary.': 'Schwerpunkt und Zielgruppe der Zusammenfassung.',
  'Part size': 'Teilgröße',
  'In characters. Longer text is summarized in parts. Must fit the context window of the model.':
    'In Zeichen. Längerer Text wird in Teilen zusammengefasst. Muss in das Kontextfenster des Modells passen.',
  Summary: 'Zusammenfassung',
  'Classify text': 'Text klassifizieren',
  'Uses a model to classify text with one of the given labels.':
    'Ordnet Text mit einem Modell einer der angegebenen Klassen zu.',
  Labels: 'Klassen',
  'Meaning of the labels and other instructions for the model.':
    'Bedeutung der Klassen und weitere Anweisungen für das Modell.',
  Confidence: 'Konfidenz',
  'Confidence reported by the model, from 0 to 1.': 'Vom Modell angegebene Konfidenz, von 0 bis 1.',
}
