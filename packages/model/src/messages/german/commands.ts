/** German texts of what the commands do, as `help` lists them. */
export const germanCommands: Readonly<Record<string, string>> = {
  '`{form}`: {!effect}': '`{form}`: {!effect}',
  'New node with the defaults of its settings; it finds a free place by itself.':
    'Neuer Knoten mit den Vorgaben seiner Einstellungen; er findet selbst einen freien Platz.',
  'New node with a name: its label, and its id if it is one plain word and free.':
    'Neuer Knoten mit einem Namen: Der ist die Beschriftung und, wenn er ein einfaches freies Wort ist, auch die ID.',
  'Computes a text setting when the node runs, from a text with expressions in {{ }}.':
    'Berechnet eine Texteinstellung, wenn der Knoten läuft, aus einem Text mit Ausdrücken in {{ }}.',
  'Removes the expression of a setting: its plain value is used again.':
    'Entfernt den Ausdruck einer Einstellung: Ihr fester Wert gilt wieder.',
  'Shows everything. Also `fitview`, `fit view`.': 'Zeigt alles. Auch `fitview`, `fit view`.',
  'Closer.': 'Vergrößert die Ansicht.',
  'Farther away.': 'Verkleinert die Ansicht.',
  'This scale; 1 is the natural size.': 'Dieser Maßstab; 1 ist die natürliche Größe.',
  'Moves what is seen to this place.': 'Verschiebt den Ausschnitt an diese Stelle.',
  'The natural size, at the origin.': 'Natürliche Größe, am Ursprung.',
  'Removes all nodes and all connections.': 'Entfernt alle Knoten und alle Verbindungen.',
  'Writes a comment on the connection, to the end of the line, without quotes.':
    'Schreibt einen Kommentar an die Verbindung, bis zum Ende der Zeile, ohne Anführungszeichen.',
  'Removes the comment of the connection.': 'Entfernt den Kommentar der Verbindung.',
  'Connects an output with an input.': 'Verbindet einen Ausgang mit einem Eingang.',
  'Removes the node and its connections.': 'Entfernt den Knoten und seine Verbindungen.',
  'What a type does, its ports and its settings.': 'Was ein Typ tut, seine Anschlüsse und seine Einstellungen.',
  'Disables a node: it does not run, and a value that arrives is passed to the next node if the types agree.':
    'Deaktiviert einen Knoten: Er läuft nicht, und ein ankommender Wert geht an den nächsten Knoten, wenn die Typen passen.',
  'Enables a disabled node: it runs again.': 'Aktiviert einen deaktivierten Knoten: Er läuft wieder.',
  'Removes this connection.': 'Entfernt diese Verbindung.',
  'Removes all connections of the node.': 'Entfernt alle Verbindungen des Knotens.',
  'The value of one setting. Secrets are not shown.': 'Der Wert einer Einstellung. Geheimnisse werden nicht gezeigt.',
  'The values of all settings.': 'Die Werte aller Einstellungen.',
  'Draws a group around the nodes. The group is a node of type `group`; it never runs.':
    'Zeichnet eine Gruppe um die Knoten. Die Gruppe ist ein Knoten vom Typ `group`; sie läuft nie.',
  'Removes a group and keeps the nodes in it.': 'Entfernt eine Gruppe und behält ihre Knoten.',
  'How all commands, or one, are written.': 'Wie alle Befehle oder ein bestimmter geschrieben werden.',
  'Takes the last change back.': 'Nimmt die letzte Änderung zurück.',
  'Makes the change again that was taken back.': 'Stellt die zurückgenommene Änderung wieder her.',
  'Type, ports as they are now, settings and connections of a node.':
    'Typ, jetzige Anschlüsse, Einstellungen und Verbindungen eines Knotens.',
  'Lays out all nodes in layers along the connections.': 'Ordnet alle Knoten in Ebenen entlang der Verbindungen an.',
  'Straightens rows and columns on a grid; what was left of or above something stays so.':
    'Richtet Zeilen und Spalten an einem Raster aus; was links von oder über etwas war, bleibt dort.',
  'All nodes: id, type, label.': 'Alle Knoten: ID, Typ, Beschriftung.',
  'All connections.': 'Alle Verbindungen.',
  'All node types of the catalogue.': 'Alle Knotentypen des Katalogs.',
  'Puts the node at this place; a group takes its nodes along.':
    'Setzt den Knoten an diese Stelle; eine Gruppe nimmt ihre Knoten mit.',
  'Pins a value to an output: test runs use it instead of running the node.':
    'Heftet einen Wert an einen Ausgang: Testläufe nehmen ihn, statt den Knoten auszuführen.',
  'Pins exactly these outputs.': 'Heftet genau diese Ausgaben an.',
  'Removes everything pinned to the node.': 'Entfernt alle angehefteten Werte des Knotens.',
  'Another label, to the end of the line, without quotes. The id stays.':
    'Andere Beschriftung, bis zum Ende der Zeile, ohne Anführungszeichen. Die ID bleibt.',
  'Gives a note or a group this size.': 'Gibt einer Notiz oder Gruppe diese Größe.',
  'Node types that have to do with these words.': 'Knotentypen, die mit diesen Wörtern zu tun haben.',
  'Gives a setting a value. One that does not fit is stored, with a warning. Replaces an expression.':
    'Setzt eine Einstellung auf einen Wert. Ein unpassender wird mit einer Warnung gespeichert. Ersetzt einen Ausdruck.',
  'The same with a text of several lines.': 'Dasselbe mit einem mehrzeiligen Text.',
  'Another type for the node; id, label, place, and the settings and connections that fit stay.':
    'Anderer Typ für den Knoten; ID, Beschriftung, Platz und die passenden Einstellungen und Verbindungen bleiben.',
  'Opens the settings of the node.': 'Öffnet die Einstellungen des Knotens.',
  'Selects the node on the canvas.': 'Wählt den Knoten auf der Arbeitsfläche aus.',
}
