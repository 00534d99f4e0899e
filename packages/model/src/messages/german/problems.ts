/** The German messages of validation problems. A missing one, or one with other slots, is a type error. */
import type { SameSlots } from '../message-template.ts'
import type { ProblemKey, ProblemTemplate } from '../problem-messages.ts'

type Originals = { readonly [Key in ProblemKey]: ProblemTemplate<Key> }

function complete<const Given extends Readonly<Record<ProblemKey, string>>>(
  texts: Given & SameSlots<Originals, Given>,
): Readonly<Record<ProblemKey, string>> {
  return texts
}

export const germanProblems = complete({
  tooManyNodes: 'Ein Workflow darf höchstens {most} Knoten haben, dieser hat {count}',
  duplicateNode: 'Die Knoten-ID „{id}“ ist doppelt vergeben',
  duplicateEdge: 'Die Verbindungs-ID „{id}“ ist doppelt vergeben',
  danglingSource: 'Die Verbindung „{edge}“ beginnt bei „{id}“, einem Knoten, den es nicht gibt',
  danglingTarget: 'Die Verbindung „{edge}“ endet bei „{id}“, einem Knoten, den es nicht gibt',
  badSourceHandle: 'Die Verbindung „{edge}“ hat das sourceHandle „{handle}“, das kein Ausgang des Knotens „{id}“ ist',
  badTargetHandle: 'Die Verbindung „{edge}“ hat das targetHandle „{handle}“, das kein Eingang des Knotens „{id}“ ist',
  incompatiblePorts:
    'Die Verbindung „{edge}“ führt von {source}:{output} ({outputType}) nach {target}:{input} ({inputType}), und diese Typen passen nicht zusammen',
  unnamedOutput: 'Die Verbindung „{edge}“ nennt keinen Ausgang des Knotens {node}',
  unnamedInput: 'Die Verbindung „{edge}“ nennt keinen Eingang des Knotens {node}',
  unknownOutput: 'Die Verbindung „{edge}“ nennt den Ausgang „{port}“, den der Knoten {node} nicht hat',
  unknownInput: 'Die Verbindung „{edge}“ nennt den Eingang „{port}“, den der Knoten {node} nicht hat',
  missingInput: 'Knoten {node} braucht eine Verbindung zu seinem Eingang „{port}“',
  severalSources:
    'Der Eingang „{port}“ des Knotens {node} hat {count} Quellen, nimmt aber nur einen Wert an: Der zuletzt gelieferte zählt',
  cycle: 'Kreis zwischen {nodes}: Eine Schleife muss über einen Eingang loop_back zurückführen',
  longCycle:
    'Kreis zwischen {nodes} und {count} weiteren: Eine Schleife muss über einen Eingang loop_back zurückführen',
  disconnected: 'Knoten {node} ist mit nichts verbunden',
  unreachable: 'Knoten {node} wird nie erreicht: Jeder Weg dorthin führt durch einen Kreis oder hinter ein Ende',
  notFromStart: 'Knoten {node} wird vom Start aus nie erreicht',
  behindDisabled: 'Knoten {node} wird nie ausgeführt: Was zu ihm führt, ist deaktiviert',
  disabledRequired: 'Knoten {source} ist deaktiviert, daher erhält der Eingang „{port}“ des Knotens {node} keinen Wert',
  disabledSource: 'Knoten {source} ist deaktiviert, daher erhält der Eingang „{port}“ des Knotens {node} keinen Wert',
  tooManyPassed: 'Knoten {node} ist deaktiviert und hat zu viele Verbindungen, um sie weiterzugeben (mehr als {most})',
  noType: 'Knoten {node} hat keinen Typ',
  unknownType: 'Knoten {node} hat den Typ „{type}“, der nicht im Katalog ist',
  brokenType: 'Knoten {node} hat den Typ „{type}“, dessen Datei nicht geladen werden kann: {why}',
  unknownSetting: 'Knoten {node} hat die Einstellung „{setting}“, die sein Typ nicht kennt',
  missingSetting: 'Knoten {node} braucht einen Wert für „{setting}“',
  badSetting: 'Knoten {node}: „{setting}“ {>issue}',
  badPublish:
    'Die Einstellung „publish“ des Workflows muss "manual" oder "automatic" sein, ist aber {value}: Jedes Speichern gilt sofort',
  badActive:
    'Die Einstellung „active“ des Workflows muss true oder false sein, ist aber {value}: Der Workflow ist aktiv',
  badErrorWorkflow:
    'Die Einstellung „error_workflow“ muss die ID oder der Maschinenname eines Workflows oder false sein, ist aber {value}: Der Standard-Fehler-Workflow gilt',
  ownErrorWorkflow: 'Der Workflow ist sein eigener Fehler-Workflow, also läuft nichts, wenn er fehlschlägt',
  unknownErrorWorkflow: 'Den Fehler-Workflow „{name}“ gibt es in diesem Projekt nicht',
  unpublishedErrorWorkflow: 'Der Fehler-Workflow „{name}“ hat keine veröffentlichte Version',
  errorWorkflowWithoutTrigger: 'Der Fehler-Workflow „{name}“ hat keinen Fehlerauslöser, also läuft er nie',
  inactiveErrorWorkflow: 'Der Fehler-Workflow „{name}“ ist nicht aktiv, also läuft er nie',
  unknownCredential: 'Knoten {node}: „{setting}“ nennt die Zugangsdaten „{name}“, die es nicht gibt',
  wrongCredential: 'Knoten {node}: „{setting}“ braucht Zugangsdaten vom Typ {types}, und „{name}“ hat den Typ {type}',
  badSchedule: 'Knoten {node}: „{setting}“ ist nicht verständlich: {>why}',
  unsupportedSchema: 'Knoten {node}: Das Schema bei „{setting}“ {>issue}',
  badExpression: 'Knoten {node}: Der Ausdruck in „{setting}“ ist fehlerhaft: {>why}',
  badTemplate: 'Knoten {node}: Die Vorlage in „{setting}“ ist fehlerhaft: {>why}',
  duplicateBranch: 'Knoten {node} hat zwei Zweige mit dem Namen „{branch}“',
  branchWithoutTarget: 'Der Zweig „{branch}“ des Knotens {node} führt nirgendwohin',
  duplicatePort: 'Knoten {node} hat zwei Anschlüsse mit dem Namen „{port}“; der erste zählt',
  placeholderIsSetting:
    'Knoten {node} verwendet {{ {placeholder} }}, aber der Name ist reserviert und kein Eingang: Wählen Sie einen anderen',
  placeholderWithoutSource:
    'Knoten {node} verwendet {{ {placeholder} }}, aber mit seinem Eingang „{port}“ ist nichts verbunden',
  plainBraces:
    'Knoten {node}: {{ … }} in „{setting}“ wird unverändert verwendet: Machen Sie die Einstellung zu einem Ausdruck, um sie auszuwerten',
  unevaluatedBraces: 'Knoten {node}: {{ … }} in „{setting}“ wird hier nicht ausgewertet',
  expressionUnknownSetting:
    'Knoten {node}: „{setting}“ ist keine Einstellung seines Typs und kann deshalb kein Ausdruck sein',
  expressionNotText: 'Knoten {node}: „{setting}“ ist keine Texteinstellung und kann deshalb kein Ausdruck sein',
  expressionSecret: 'Knoten {node}: „{setting}“ ist geheim und kann deshalb kein Ausdruck sein',
  expressionOwnLanguage:
    'Knoten {node}: „{setting}“ hat eine eigene Sprache, die die Eingänge des Knotens verwenden kann, und kann deshalb kein Ausdruck sein',
  expressionReadBefore:
    'Knoten {node}: „{setting}“ wird gelesen, bevor der Knoten läuft, und kann deshalb kein Ausdruck sein',
  expressionSyntax: 'Knoten {node}: In „{setting}“ ist der Ausdruck bei Zeichen {at} fehlerhaft: {>why}',
  expressionType: 'Knoten {node}: In „{setting}“ ist der Wert bei Zeichen {at} {>types}, die Einstellung aber ein Text',
  onlyFact: 'Knoten {node}: In „{setting}“ bei Zeichen {at}: „{name}“ hat nur „{fact}“',
  nodesAlone:
    'Knoten {node}: In „{setting}“ bei Zeichen {at}: Auf „nodes“ muss die ID oder Beschriftung eines Knotens folgen',
  unknownName:
    'Knoten {node}: In „{setting}“ bei Zeichen {at}: „{name}“ ist weder ein Eingang des Knotens noch einer dieser Namen: {names}',
  secretName: 'Knoten {node}: In „{setting}“ bei Zeichen {at}: „{name}“ ist geheim',
  unknownNode:
    'Knoten {node}: In „{setting}“ bei Zeichen {at}: Es gibt keinen Knoten mit der ID oder Beschriftung „{name}“',
  ambiguousNode:
    'Knoten {node}: In „{setting}“ bei Zeichen {at}: Mehrere Knoten haben die Beschriftung „{name}“; verwenden Sie die ID eines davon',
  nodeNotBefore:
    'Knoten {node}: In „{setting}“ bei Zeichen {at}: Der Knoten {other} läuft nicht immer vor diesem Knoten',
  nodeInLoop:
    'Knoten {node}: In „{setting}“ bei Zeichen {at}: Der Knoten {other} läuft in einer Schleife, zu der dieser Knoten nicht gehört; verwenden Sie die Ergebnisse der Schleife',
  nodeDisabled:
    'Knoten {node}: In „{setting}“ bei Zeichen {at}: Der Knoten {other} ist deaktiviert und hat daher kein Ergebnis',
  nodeWithoutStep: 'Knoten {node}: In „{setting}“ bei Zeichen {at}: Der Knoten {other} hat kein eigenes Ergebnis',
  nodeWithoutOutput: 'Knoten {node}: In „{setting}“ bei Zeichen {at}: Der Knoten {other} hat keinen Ausgang „{port}“',
  empty: 'Fügen Sie einen Knoten hinzu: Ein Start oder eine Eingabe ist ein guter Anfang',
  addStart: 'Fügen Sie einen Start hinzu: Er legt fest, wo der Workflow beginnt und was er entgegennimmt',
  unnamed: 'Geben Sie diesen Knoten eigene Namen, sie haben keinen: {nodes}',
  manyUnnamed: 'Geben Sie diesen Knoten eigene Namen, sie haben keinen: {nodes} und {count} weitere',
  sameName: 'Geben Sie diesen Knoten eigene Namen, sie heißen alle „{name}“: {nodes}',
  manySameName: 'Geben Sie diesen Knoten eigene Namen, sie heißen alle „{name}“: {nodes} und {count} weitere',
  connect: 'Verbinden Sie {source}:{output} mit {target}:{input}',
})
