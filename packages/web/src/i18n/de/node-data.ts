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
  from: 'Quelle der Daten',
  ownInputs: 'Eingaben dieses Knotens',
  fromRun: (time) => `Aus dem Lauf vom ${time}`,
  pinned: 'Angeheftete Daten',
  noInputs: 'Dieser Knoten hat keine Eingaben.',
  noInputYet: 'Noch keine Daten. Führen Sie den Workflow aus oder heften Sie Daten an einen Knoten davor an.',
  noDataOf: (name) =>
    `Noch keine Daten von ${name}. Führen Sie den Workflow aus oder heften Sie Daten an diesen Knoten an.`,
  noOutputYet: 'Noch keine Ausgabe. Testen Sie diesen Knoten oder führen Sie den Workflow aus.',
  editPinned: 'Angeheftete Daten bearbeiten',
  setOutput: 'Ausgabe festlegen',
  pinTitle: 'Angeheftete Daten',
  pinText:
    'Testläufe verwenden diese Ausgaben, statt den Knoten auszuführen. Fügen Sie JSON ein oder tippen Sie es; Texte brauchen keine Anführungszeichen.',
  pinData: 'Daten anheften',
  importRun: 'Aus einem Lauf übernehmen …',
  noOutputInRun: 'Der Knoten hat in diesem Lauf keine Ausgabe.',
  notJson: 'Das ist kein gültiges JSON.',
  wrongType: (reason) => `Der Wert passt nicht: ${reason}.`,
  openNodeView: 'Mit Eingabe und Ausgabe öffnen',
  editSettings: 'Einstellungen bearbeiten',
  testNode: 'Diesen Knoten testen',
  testHint: 'Führt nur diesen Knoten aus, mit seinen letzten Eingaben oder angehefteten Daten.',
  testNotAllowed: 'Dieser Editor ist schreibgeschützt, und Sie dürfen keine Workflows ausführen.',
  testTitle: (name) => `${name} testen`,
  testWithInputs: 'Mit diesen Eingaben testen',
  runBefore: (count) => (count === 1 ? '1 Knoten zuerst ausführen' : `${count} Knoten zuerst ausführen`),
  beforeText: (names) => `Diese Knoten haben noch keine Daten: ${names}. Sollen sie zuerst ausgeführt werden?`,
  orByHand: 'Oder geben Sie die Eingaben von Hand ein. Texte brauchen keine Anführungszeichen; alles andere ist JSON.',
  byHand: 'Diese Eingaben haben noch keine Daten. Texte brauchen keine Anführungszeichen; alles andere ist JSON.',
  useRun: 'Daten dieses Laufs verwenden',
  useRunHint:
    'Heftet an, was die Startknoten in diesem Lauf geliefert haben, damit Testläufe dieselben Daten erhalten.',
  pinnedRun: (count) =>
    count === 0
      ? 'Kein Startknoten hat in diesem Lauf Daten.'
      : count === 1
        ? 'Die Daten von 1 Startknoten sind angeheftet.'
        : `Die Daten von ${count} Startknoten sind angeheftet.`,
  referred: (names) =>
    `Die Einstellungen beziehen sich auf Knoten ohne Daten, die in jedem Fall ausgeführt werden: ${names}.`,
})
