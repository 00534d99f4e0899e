import type { Catalogue } from '../catalogue.ts'

export const expressions: Catalogue['expressions'] = {
  on: 'Ausdruck verwenden',
  off: 'Festen Wert verwenden',
  pick: 'Wert einfügen',
  search: 'Werte suchen',
  none: 'Keine passenden Werte',
  inputs: 'Eingänge',
  execution: 'Ausführung',
  result: 'Ergebnis',
  resultOfFirst: 'Ergebnis für das erste Element',
  noData: 'Führen Sie den Workflow aus oder fixieren Sie Daten, um das Ergebnis zu sehen.',
  offline: 'Das Ergebnis kann gerade nicht berechnet werden.',
  tooLong: 'Die Daten der letzten Ausführung sind zu lang für eine Vorschau. Testen Sie den Knoten.',
  missing: (names) => `Ohne Wert: ${names}`,
  place: (line, column) => `Zeile ${line}, Spalte ${column}`,
  notConnected: 'Verbinden Sie den Knoten, der diesen Wert hat, um ihn hier zu verwenden.',
}
