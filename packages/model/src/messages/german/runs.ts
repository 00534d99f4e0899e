/** German texts about runs: log lines of the engine and errors of steps and executions. */
export const germanRuns: Readonly<Record<string, string>> = {
  // Log lines that are derived from the state of an execution.
  Started: 'Gestartet',
  'Started (iteration {number})': 'Gestartet (Durchlauf {number})',
  'Waits for an answer: {question}': 'Wartet auf eine Antwort: {question}',
  'Waits for an answer (iteration {number}): {question}': 'Wartet auf eine Antwort (Durchlauf {number}): {question}',
  'Waits until {time}': 'Wartet bis {time}',
  'Waits until {time} (iteration {number})': 'Wartet bis {time} (Durchlauf {number})',
  'Waits for execution {id}': 'Wartet auf die Ausführung {id}',
  'Waits for execution {id} (iteration {number})': 'Wartet auf die Ausführung {id} (Durchlauf {number})',
  'Failed ({code}): {>error}': 'Fehlgeschlagen ({code}): {>error}',
  'Failed ({code}) (iteration {number}): {>error}': 'Fehlgeschlagen ({code}) (Durchlauf {number}): {>error}',
  'Attempt {number} failed ({code}) and is retried: {>error}':
    'Versuch {number} ist fehlgeschlagen ({code}) und wird wiederholt: {>error}',
  'Pinned data was used instead of running this node.':
    'Statt diesen Knoten auszuführen, wurden die angehefteten Daten verwendet.',
  'Input "{port}" got {count} values and takes one; the last one is used.':
    'Der Eingang „{port}“ hat {count} Werte erhalten und nimmt einen an; der letzte wird verwendet.',
  'The launch has inputs for {>what}': 'Der Start enthält Eingaben für {>what}',
  '"{node}", and the workflow has no such node.': '„{node}“, einen Knoten, den der Workflow nicht hat.',
  '{count} more nodes that the workflow does not have.': '{count} weitere Knoten, die der Workflow nicht hat.',

  // Errors of the engine.
  'items must be an array (got {type}).': '„items“ muss eine Liste sein (erhalten: {type}).',
  'items has {count} entries, and the loop may run at most {most} rounds.':
    '„items“ hat {count} Einträge, die Schleife darf aber höchstens {most}-mal durchlaufen werden.',
  'The condition still holds after {count} rounds, the most that this loop may run.':
    'Die Bedingung gilt nach {count} Durchläufen noch immer, mehr darf diese Schleife nicht haben.',
  'The results of {count} rounds are larger than {limit} MiB, the limit for a value.':
    'Die Ergebnisse von {count} Durchläufen sind größer als {limit} MiB, die Grenze für einen Wert.',
  'The execution took longer than {ms} ms.': 'Die Ausführung hat länger als {ms} ms gedauert.',
  'The execution needs more than the {most} steps it may take.':
    'Die Ausführung braucht mehr als die erlaubten {most} Schritte.',
  'The value for input "{port}" ({type}) {>issue}.': 'Der Wert für den Eingang „{port}“ ({type}) {>issue}.',
  'The node ended the run as failed.': 'Der Knoten hat den Lauf als fehlgeschlagen beendet.',
  'Not kept.': 'Nicht aufbewahrt.',
  'Round {number} failed: {>error}': 'Durchlauf {number} ist fehlgeschlagen: {>error}',
  'Node "{label}" ({id}) failed: {>error}': 'Knoten „{label}“ ({id}) ist fehlgeschlagen: {>error}',
  'Nothing follows the branch "{branch}" of "{node}".': 'Auf den Zweig „{branch}“ von „{node}“ folgt nichts.',
  'The service stopped while this node ran, and running it twice may do harm.':
    'Der Dienst wurde beendet, während dieser Knoten lief, und eine zweite Ausführung könnte schaden.',
  'The result of this node could not be recorded, and running it twice may do harm.':
    'Das Ergebnis dieses Knotens konnte nicht gespeichert werden, und eine zweite Ausführung könnte schaden.',
  'The node took longer than {ms} ms.': 'Der Knoten hat länger als {ms} ms gedauert.',
  'The node failed.': 'Der Knoten ist fehlgeschlagen.',
  'it was cancelled.': 'Sie wurde abgebrochen.',
  'It was cancelled.': 'Sie wurde abgebrochen.',

  // Running nodes, their settings and their tools.
  'The child workflow ended as {status}: {>error}': 'Der aufgerufene Workflow endete mit dem Status {status}: {>error}',
  'Flows are nested more than {count} levels deep.': 'Flows sind mehr als {count} Ebenen tief verschachtelt.',
  'Workflow calls are nested more than {count} levels deep.':
    'Workflow-Aufrufe sind mehr als {count} Ebenen tief verschachtelt.',
  'The flow has visited {count} nodes and may visit no more.':
    'Der Flow hat {count} Knoten durchlaufen, mehr sind nicht erlaubt.',
  'Flows cannot run on this service.': 'Auf diesem Dienst können keine Flows laufen.',
  'Nodes of the type "{type}" cannot run.': 'Knoten des Typs „{type}“ können nicht laufen.',
  'Nodes of the type "{type}" cannot run on this service: their file does not load: {why}':
    'Knoten vom Typ „{type}“ können auf diesem Dienst nicht laufen: Ihre Datei kann nicht geladen werden: {why}',
  'Nodes of the type "{type}" cannot run on this service.':
    'Knoten des Typs „{type}“ können auf diesem Dienst nicht laufen.',
  'The node returned a result of the unknown kind "{kind}".':
    'Der Knoten hat ein Ergebnis der unbekannten Art „{kind}“ geliefert.',
  'The node returned a value that is not an outputs object.':
    'Der Knoten hat einen Wert geliefert, der kein Objekt mit Ausgaben ist.',
  'The node has a stored secret, so the expression in "{setting}" {>issue}.':
    'Der Knoten hat ein gespeichertes Geheimnis, deshalb gilt für den Ausdruck in „{setting}“: Er {>issue}.',
  'must start with a fixed host': 'muss mit einem festen Host beginnen',
  'must be an address at {origin}': 'muss eine Adresse bei {origin} sein',
  'The values of the expressions are larger than 1 MiB together.':
    'Die Werte der Ausdrücke sind zusammen größer als 1 MiB.',
  'Setting "{setting}": {>error}': 'Einstellung „{setting}“: {>error}',
  'Setting "{setting}" {>issue}.': 'Die Einstellung „{setting}“ {>issue}.',
  'The setting {setting} {>issue}': 'Die Einstellung {setting} {>issue}',
  'Input "{port}" {>issue}.': 'Der Eingang „{port}“ {>issue}.',
  'The setting "{setting}" cannot be an expression.': 'Die Einstellung „{setting}“ kann kein Ausdruck sein.',
  'The value of the expression in "{setting}" {>issue}.': 'Der Wert des Ausdrucks in „{setting}“ {>issue}.',
  'Expressions cannot be evaluated on this service.': 'Auf diesem Dienst können keine Ausdrücke ausgewertet werden.',
  'There are no workflows here.': 'Hier gibt es keine Workflows.',
  '"{name}" cannot be used as a tool.': '„{name}“ kann nicht als Werkzeug verwendet werden.',
  'This node cannot be used as a tool: it does more than give outputs.':
    'Dieser Knoten kann nicht als Werkzeug verwendet werden: Er tut mehr, als Ausgaben zu liefern.',
  'A tool with a secret needs an address in its settings: "{port}" is empty.':
    'Ein Werkzeug mit einem Geheimnis braucht eine Adresse in seinen Einstellungen: „{port}“ ist leer.',
  '"{port}" has to be an address at {origin}.': '„{port}“ muss eine Adresse bei {origin} sein.',

  // Credentials
  'There is no credential "{name}".': 'Die Zugangsdaten „{name}“ gibt es nicht.',
  'The credential "{name}" has the type {type}, which cannot be used here.':
    'Die Zugangsdaten „{name}“ haben den Typ {type}, der hier nicht verwendet werden kann.',
  'The credential "{name}" cannot be used: {>why}.': 'Die Zugangsdaten „{name}“ können nicht verwendet werden: {>why}.',
  'it cannot be decrypted with the key of this service; enter its secrets again':
    'Sie lassen sich mit dem Schlüssel dieses Dienstes nicht entschlüsseln; geben Sie die Geheimnisse neu ein',
  'its value has a character that a header cannot have':
    'Der Wert enthält ein Zeichen, das ein Header nicht haben kann',
  'The credential was deleted.': 'Die Zugangsdaten wurden gelöscht.',
  'Another process takes too long to fetch the token of the credential.':
    'Ein anderer Prozess braucht zu lange, um das Token der Zugangsdaten zu holen.',
  'No token for the credential "{name}" from {host}: {>why}':
    'Kein Token für die Zugangsdaten „{name}“ von {host}: {>why}',
  'Its response is not valid.': 'Die Antwort ist ungültig.',
  'The revocation URL is not valid.': 'Die Widerrufs-URL ist ungültig.',
  'The response has the HTTP status {status}.': 'Die Antwort hat den HTTP-Status {status}.',
  '{host} refused a token for the credential "{name}": {>why}.':
    '{host} hat ein Token für die Zugangsdaten „{name}“ verweigert: {>why}.',
  'The credential "{name}" must be connected in Settings → Credentials: {>why}.':
    'Die Zugangsdaten „{name}“ müssen unter Einstellungen → Zugangsdaten verbunden werden: {>why}.',
  'it has never been connected': 'sie wurden nie verbunden',
  'its token has expired and the provider has sent no refresh token':
    'ihr Token ist abgelaufen, und der Anbieter hat kein Refresh-Token gesendet',
  '{host} refused its refresh token ({why})': '{host} hat ihr Refresh-Token abgelehnt ({why})',
  'HTTP status {status}': 'HTTP-Status {status}',
  'The credential "{name}" is not for {place}: add the host to it to send it there.':
    'Die Zugangsdaten „{name}“ sind nicht für {place}: Fügen Sie ihnen den Host hinzu, um sie dorthin zu senden.',
}
