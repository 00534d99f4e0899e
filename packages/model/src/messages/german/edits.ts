/** German texts about edits: why a command is refused, and what it warns of. */
export const germanEdits: Readonly<Record<string, string>> = {
  '{>problem}; did you mean "{name}"?': '{>problem}; meinten Sie „{name}“?',
  '{>problem}. Write: {forms}': '{>problem}. Schreiben Sie: {forms}',
  '{>problem}; a text is written in quotes': '{>problem}; ein Text wird in Anführungszeichen geschrieben',
  'There is no node "{name}"': 'Es gibt keinen Knoten „{name}“',
  'There is no node type "{name}"': 'Es gibt keinen Knotentyp „{name}“',
  'There is no edge "{name}"': 'Es gibt keine Verbindung „{name}“',
  'There is no tool "{name}"': 'Es gibt kein Werkzeug „{name}“',
  'There is no command "{name}"': 'Es gibt keinen Befehl „{name}“',
  'There is no connection {source}:{output} to {target}:{input}':
    'Es gibt keine Verbindung von {source}:{output} nach {target}:{input}',
  '"{name}" could be each of {names}; write the whole id':
    '„{name}“ könnte jeder dieser Knoten sein: {names}; schreiben Sie die ganze ID',
  'Node {node} has an unknown type, so its ports are not known':
    'Knoten {node} hat einen unbekannten Typ, deshalb sind seine Anschlüsse nicht bekannt',
  '"{port}" of node {node} is an input, not an output': '„{port}“ des Knotens {node} ist ein Eingang, kein Ausgang',
  '"{port}" of node {node} is an output, not an input': '„{port}“ des Knotens {node} ist ein Ausgang, kein Eingang',
  'Node {node} has no input "{port}" (it has: {ports})': 'Knoten {node} hat keinen Eingang „{port}“ (er hat: {ports})',
  'Node {node} has no output "{port}" (it has: {ports})': 'Knoten {node} hat keinen Ausgang „{port}“ (er hat: {ports})',
  'Node {node} has no output "{port}"': 'Knoten {node} hat keinen Ausgang „{port}“',
  'Node {node} has no setting "{setting}"': 'Knoten {node} hat keine Einstellung „{setting}“',
  'Node "{node}" has no connections': 'Knoten „{node}“ hat keine Verbindungen',
  'Node {node} may not be connected with itself': 'Knoten {node} kann nicht mit sich selbst verbunden werden',
  'Node {node} already leads to {other}; a loop must come back through a {input} input':
    'Knoten {node} führt bereits zu {other}; eine Schleife muss über einen Eingang {input} zurückführen',
  'Input "{port}" of node {node} now has several sources and takes one value: the last that delivers counts':
    'Der Eingang „{port}“ des Knotens {node} hat nun mehrere Quellen und nimmt nur einen Wert an: Der zuletzt gelieferte zählt',
  'Output "{output}" ({outputType}) does not go together with input "{input}" ({inputType}) of node {node}':
    'Der Ausgang „{output}“ ({outputType}) passt nicht zum Eingang „{input}“ ({inputType}) des Knotens {node}',
  'Output "{output}" ({outputType}) does not go together with input "{input}" ({inputType}) of node {node}; it takes it at: {ports}':
    'Der Ausgang „{output}“ ({outputType}) passt nicht zum Eingang „{input}“ ({inputType}) des Knotens {node}; er passt zu: {ports}',
  '{connection} is connected already': '{connection} ist bereits verbunden',
  'The edge id "{id}" is taken': 'Die Verbindungs-ID „{id}“ ist vergeben',
  'The node id "{id}" is taken': 'Die Knoten-ID „{id}“ ist vergeben',
  'The connection {connection} was dropped': 'Die Verbindung {connection} wurde entfernt',
  'The connection {connection} has lost its port': 'Die Verbindung {connection} hat ihren Anschluss verloren',
  'The connection {connection} was left out: one of its ends was not copied':
    'Die Verbindung {connection} wurde ausgelassen: Eines ihrer Enden wurde nicht kopiert',
  'There is nothing to undo': 'Es gibt nichts rückgängig zu machen',
  'There is nothing to redo': 'Es gibt nichts wiederherzustellen',
  'The workflow was changed elsewhere since': 'Der Workflow wurde seitdem an anderer Stelle geändert',
  'The text has {count} characters, at most {most} are read':
    'Der Text hat {count} Zeichen, höchstens {most} werden gelesen',
  'At most {most} commands are read; this one and what follows were left out':
    'Höchstens {most} Befehle werden gelesen; dieser und die folgenden wurden ausgelassen',
  'A reply may have at most {most} commands': 'Eine Antwort darf höchstens {most} Befehle haben',
  '"{word}" is not a command': '„{word}“ ist kein Befehl',
  'The arguments of {command} do not fit: {>why}': 'Die Argumente von {command} sind ungültig: {>why}',
  'Width and height must be numbers from 1 to {most}': 'Breite und Höhe müssen Zahlen von 1 bis {most} sein',
  'Unclosed block: """ opens it, and nothing closes it':
    'Offener Block: Er wird mit """ geöffnet und nicht geschlossen',
  'a block ends its command: nothing may follow the closing """':
    'ein Block beendet seinen Befehl: Auf das schließende """ darf nichts folgen',
  'the value is nested deeper than {most} levels': 'der Wert ist tiefer als {most} Ebenen verschachtelt',

  // Commands of a reply that do not apply
  'line {line}: {>why}': 'Zeile {line}: {>why}',
  '{command}: {!why}': '{command}: {!why}',
  'the reply was empty': 'die Antwort war leer',
  'the reply has {count} characters; at most {most} are read':
    'die Antwort hat {count} Zeichen; höchstens {most} werden gelesen',
  'there are {count} commands; at most {most} are read at once':
    'es sind {count} Befehle; höchstens {most} werden auf einmal gelesen',

  // What is missing in a line
  '{!what} is missing': '{!what} fehlt',
  '{!what} is written <node>:<port>, "{text}" is not': '{!what} wird <Knoten>:<Anschluss> geschrieben, „{text}“ nicht',
  'a setting is missing behind "{node}:"': 'hinter „{node}:“ fehlt eine Einstellung',
  'a node id': 'eine Knoten-ID',
  'a node type': 'ein Knotentyp',
  'a title': 'ein Titel',
  'the id of a group': 'die ID einer Gruppe',
  '"{name}" is not a group': '„{name}“ ist keine Gruppe',
  'a setting': 'eine Einstellung',
  'a value': 'ein Wert',
  'a text': 'ein Text',
  'a label': 'eine Beschriftung',
  'a size': 'eine Größe',
  'a direction': 'eine Richtung',
  'a command': 'ein Befehl',
  'an output': 'ein Ausgang',
  'an input': 'ein Eingang',
  '"to"': '„to“',
  '"with"': '„with“',
  '"auto" or "beautify"': '„auto“ oder „beautify“',
  '"in", "out" or a level': '„in“, „out“ oder eine Stufe',
  '"nodes", "edges" or "types"': '„nodes“, „edges“ oder „types“',
  'one of {words}': 'eines von {words}',
  'a position is written x,y, "{text}" is not': 'eine Position wird x,y geschrieben, „{text}“ nicht',
  'a size is written <width>x<height>, "{text}" is not': 'eine Größe wird <Breite>x<Höhe> geschrieben, „{text}“ nicht',
  'an output is written <node>:<port>, "{node}:" is not':
    'ein Ausgang wird <Knoten>:<Anschluss> geschrieben, „{node}:“ nicht',
  'the outputs of a node are written as a JSON object': 'die Ausgaben eines Knotens werden als JSON-Objekt geschrieben',
  'the canvas cannot "{word}"': 'die Arbeitsfläche kann „{word}“ nicht',
  '"{word}" is not a zoom level': '„{word}“ ist keine Zoomstufe',
  '"{word}" of a workflow is not written by this command': '„{word}“ eines Workflows schreibt dieser Befehl nicht',
  'there is no layout "{word}"': 'es gibt keine Anordnung „{word}“',
  'there is no direction "{word}"': 'es gibt keine Richtung „{word}“',
  'there is no list of "{word}"': 'es gibt keine Liste von „{word}“',
  '"--direction" is what may stand here': 'hier darf nur „--direction“ stehen',
  '"{word}" is unexpected here': '„{word}“ wird hier nicht erwartet',
  'nothing to search for': 'es gibt nichts zu suchen',
}
