import type { extractStrings } from '../extracting.ts'

export const extracting: typeof extractStrings = {
  action: 'In Unter-Workflow auslagern',
  title: 'In Unter-Workflow auslagern',
  intro: (count) =>
    count === 1
      ? 'Ein Knoten zieht in einen neuen Workflow um; an seiner Stelle ruft ein Unter-Workflow-Knoten diesen auf.'
      : `${count} Knoten ziehen in einen neuen Workflow um; an ihrer Stelle ruft ein Unter-Workflow-Knoten diesen auf.`,
  name: 'Name des neuen Workflows',
  usualName: (workflow) => `${workflow}: Teil`,
  inputs: 'Eingaben',
  outputs: 'Ausgaben',
  none: 'Keine',
  extract: 'Auslagern',
  cannot: 'Diese Auswahl kann nicht ausgelagert werden',
  done: (name) => `Der Workflow „${name}“ wurde erstellt`,
  reasons: {
    empty: () => 'Wählen Sie Knoten aus, die ausgeführt werden.',
    unknown: (node) => `Der Typ von „${node}“ ist unbekannt.`,
    trigger: (node) => `„${node}“ ist ein Auslöser: Er startet diesen Workflow. Nehmen Sie ihn aus der Auswahl.`,
    input: (node) => `„${node}“ nimmt eine Eingabe dieses Workflows entgegen. Nehmen Sie ihn aus der Auswahl.`,
    output: (node) =>
      `„${node}“ liefert eine Ausgabe dieses Workflows oder beendet ihn. Nehmen Sie ihn aus der Auswahl.`,
    tool: (node, other) => `„${node}“ ist ein Werkzeug von „${other}“. Wählen Sie beide aus.`,
    loop: (node, other) =>
      `Nur ein Teil der Knoten der Schleife „${node}“ ist ausgewählt, oder ein Knoten außerhalb davon wie „${other}“.`,
    between: (node) => `„${node}“ liegt zwischen ausgewählten Knoten. Wählen Sie ihn ebenfalls aus.`,
    order: (node, other) => `„${node}“ und „${other}“ starten unter verschiedenen Bedingungen.`,
    start: (node, other) =>
      `„${node}“ startet von selbst, würde aber zusammen mit „${other}“ übersprungen. Nehmen Sie ihn aus der Auswahl.`,
    branch: (node, other) =>
      `Ein Zweig von „${node}“ trifft bei „${other}“ auf andere Verbindungen. Wählen Sie diesen Knoten ebenfalls aus.`,
    reference: (node, other) =>
      `Ein Ausdruck von „${node}“ verwendet das Ergebnis von „${other}“. Wählen Sie beide oder keinen aus.`,
    scope: (node) =>
      `Ein Ausdruck von „${node}“ verwendet launch, execution oder workflow, die in einem Unter-Workflow andere sind.`,
  },
}
