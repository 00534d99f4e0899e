/** Node types of the category "vector stores". */
export const vectorStores: Readonly<Record<string, string>> = {
  'Vector store': 'Vektorspeicher',
  'Stores documents with their vectors and finds those nearest to a query.':
    'Speichert Dokumente mit ihren Vektoren und findet die, die einer Abfrage am nächsten sind.',
  'Documents are separate per collection.': 'Dokumente sind je Sammlung getrennt.',
  Search: 'Suchen',
  'Finds the documents closest to a text or a vector.':
    'Findet die Dokumente, die einem Text oder Vektor am nächsten sind.',
  'Add or replace': 'Hinzufügen oder ersetzen',
  'Adds documents, or replaces those with the same id.': 'Fügt Dokumente hinzu oder ersetzt die mit derselben ID.',
  'Deletes documents by id or by filter.': 'Löscht Dokumente nach ID oder Filter.',
  'Top K': 'Top K',
  'Maximum number of matches of a search.': 'Maximale Anzahl der Treffer einer Suche.',
  'Finds or deletes only documents whose metadata has these values.':
    'Findet oder löscht nur Dokumente, deren Metadaten diese Werte haben.',
  'Provider of the embedding model. Used if no vectors are connected.':
    'Anbieter des Embedding-Modells. Wird verwendet, wenn keine Vektoren verbunden sind.',
  Documents: 'Dokumente',
  'For upsert: strings, or objects with "text" or "content" and optionally "id" and "metadata". For delete: objects with "id".':
    'Zum Einfügen: Texte, oder Objekte mit "text" oder "content" und auf Wunsch "id" und "metadata". Zum Löschen: Objekte mit "id".',
  'One vector per document; for a search, the vector of the query.':
    'Ein Vektor je Dokument; bei einer Suche der Vektor der Abfrage.',
  'Search text; converted to a vector by the model of the settings if no vector is connected.':
    'Suchtext; wird mit dem Modell der Einstellungen in einen Vektor umgewandelt, wenn kein Vektor verbunden ist.',
  'Nearest first, each with a score.': 'Nächste zuerst, jeweils mit einer Bewertung.',
  'Number of documents found, stored or deleted.': 'Anzahl der gefundenen, gespeicherten oder gelöschten Dokumente.',
}
