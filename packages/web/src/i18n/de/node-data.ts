import type { Catalogue } from '../catalogue.ts'
import type { NumberText } from '../number-text.ts'

export const nodeData = (numberText: NumberText): Catalogue['nodeData'] => ({
  view: 'Ansicht',
  table: 'Tabelle',
  tree: 'Baum',
  text: 'Text',
  search: 'Suchen',
  searchIn: (name) => `In ${name} suchen`,
  noMatches: 'Keine Treffer',
  matches: (count) => `${numberText(count)} Treffer`,
  items: (count) => (count === 1 ? '1 Element' : `${numberText(count)} Elemente`),
  fields: (count) => (count === 1 ? '1 Feld' : `${numberText(count)} Felder`),
  copyValue: 'Wert kopieren',
  copyPath: 'Pfad kopieren',
  copyAll: (name) => `${name} kopieren`,
  download: (name) => `${name} herunterladen`,
  dragHint: 'In ein Feld ziehen, um diesen Wert zu verwenden',
  value: 'Wert',
})
