/** German texts about Agent Spec: flows, agents and tools that do not run or cannot be read. */
export const germanAgentSpec: Readonly<Record<string, string>> = {
  'The API key of the model "{name}" is missing: exports do not include it.':
    'Der API-Schlüssel des Modells „{name}“ fehlt: Exporte enthalten ihn nicht.',
  '"{name}" is an {type}, which this service does not support.':
    '„{name}“ ist vom Typ {type}, den dieser Dienst nicht unterstützt.',
  '"{name}" is a {type}, which this service does not support.':
    '„{name}“ ist vom Typ {type}, den dieser Dienst nicht unterstützt.',
  '"{name}" is a specialised flow, which this service does not support.':
    '„{name}“ ist ein spezialisierter Flow, den dieser Dienst nicht unterstützt.',
  '"{name}" is a swarm that begins with a flow, which this service does not support.':
    '„{name}“ ist ein Schwarm, der mit einem Flow beginnt, den dieser Dienst nicht unterstützt.',
  '"{name}" is a group that a flow manages, which this service does not support.':
    '„{name}“ ist eine von einem Flow geleitete Gruppe, die dieser Dienst nicht unterstützt.',
  'The model "{name}" has no provider.': 'Das Modell „{name}“ hat keinen Anbieter.',
  'The flow "{flow}" gave no value for its output "{output}".':
    'Der Flow „{flow}“ hat keinen Wert für seine Ausgabe „{output}“ geliefert.',
  '"{name}" gave no value for its output "{output}".': '„{name}“ hat keinen Wert für die Ausgabe „{output}“ geliefert.',
  'The flow "{flow}" needs the input "{input}".': 'Der Flow „{flow}“ braucht die Eingabe „{input}“.',
  'The flow "{flow}" cannot run here.': 'Der Flow „{flow}“ kann hier nicht laufen.',
  'The flow "{flow}" did not reach an end.': 'Der Flow „{flow}“ hat kein Ende erreicht.',
  'The flow failed.': 'Der Flow ist fehlgeschlagen.',
  'The flow has no input "{name}".': 'Der Flow hat keine Eingabe „{name}“.',
  'The flow has no model, and the service has no default model.':
    'Der Flow hat kein Modell, und der Dienst hat kein Standardmodell.',
  'The flow is waiting for a reply.': 'Der Flow wartet auf eine Antwort.',
  'The flow is invalid: {>why}.': 'Der Flow ist ungültig: {>why}.',
  'The flow or workflow "{name}" does not exist.': 'Den Flow oder Workflow „{name}“ gibt es nicht.',
  'The flow was started by an earlier version of the service and cannot be resumed. Start it again.':
    'Der Flow wurde von einer früheren Version des Dienstes gestartet und kann nicht fortgesetzt werden. Starten Sie ihn neu.',
  'The workflow "{name}" does not exist': 'Den Workflow „{name}“ gibt es nicht',
  '"{name}" refers to the flow "{flow}", which does not exist.':
    '„{name}“ verweist auf den Flow „{flow}“, den es nicht gibt.',
  'There is no agent "{name}" on this service.': 'Auf diesem Dienst gibt es keinen Agenten „{name}“.',
  'The agent is waiting for your reply.': 'Der Agent wartet auf Ihre Antwort.',
  'The agent "{name}" reached the limit of {most} turns without a result.':
    'Der Agent „{name}“ hat die Grenze von {most} Runden ohne Ergebnis erreicht.',
  'Invalid result: {>why}.': 'Ungültiges Ergebnis: {>why}.',
  'Agents call each other too deeply (limit: {most}).': 'Agenten rufen einander zu tief auf (höchstens {most} Ebenen).',
  'The toolbox "{name}" has no client_transport.': 'Die Toolbox „{name}“ hat kein client_transport.',
  '"{name}" has no client_transport.': '„{name}“ hat kein client_transport.',
  'The tool "{name}" is not registered on this service.':
    'Das Werkzeug „{name}“ ist auf diesem Dienst nicht registriert.',
  'The tool "{name}" no longer exists.': 'Das Werkzeug „{name}“ gibt es nicht mehr.',
  'The tool "{name}" was not run.': 'Das Werkzeug „{name}“ wurde nicht ausgeführt.',
  'The tool "{name}" has several outputs, so it must return an object with all of them.':
    'Das Werkzeug „{name}“ hat mehrere Ausgaben und muss deshalb ein Objekt mit allen liefern.',
  'The tool "{name}" failed with HTTP status {status}.':
    'Das Werkzeug „{name}“ ist mit dem HTTP-Status {status} fehlgeschlagen.',
  'The URL of the tool "{name}" is invalid.': 'Die URL des Werkzeugs „{name}“ ist ungültig.',
  'The headers of an MCP server are missing: exports do not include them.':
    'Die Header eines MCP-Servers fehlen: Exporte enthalten sie nicht.',
  'The MCP server has no tool "{name}".': 'Der MCP-Server hat kein Werkzeug „{name}“.',
  'Allow the tool "{name}" to be called without arguments?':
    'Darf das Werkzeug „{name}“ ohne Argumente aufgerufen werden?',
  'Allow the tool "{name}" to be called with {arguments}?':
    'Darf das Werkzeug „{name}“ mit {arguments} aufgerufen werden?',
  'Run "{name}" without arguments and enter its result.':
    'Führen Sie „{name}“ ohne Argumente aus, und tragen Sie das Ergebnis ein.',
  'Run "{name}" with {arguments} and enter its result.':
    'Führen Sie „{name}“ mit {arguments} aus, und tragen Sie das Ergebnis ein.',
  'Run "{name}" without arguments and enter its result.\n\n{description}':
    'Führen Sie „{name}“ ohne Argumente aus, und tragen Sie das Ergebnis ein.\n\n{description}',
  'Run "{name}" with {arguments} and enter its result.\n\n{description}':
    'Führen Sie „{name}“ mit {arguments} aus, und tragen Sie das Ergebnis ein.\n\n{description}',
  'The settings of the node are invalid.': 'Die Einstellungen des Knotens sind ungültig.',
  'The node is not a {kind} node.': 'Der Knoten ist kein {kind}-Knoten.',
  'The node is invalid: {>why}.': 'Der Knoten ist ungültig: {>why}.',
  'Input "{input}" of "{name}" has no value and no default.':
    'Der Eingang „{input}“ von „{name}“ hat weder einen Wert noch eine Vorgabe.',
  'Output "{output}" {>issue}.': 'Die Ausgabe „{output}“ {>issue}.',
  '"{name}" failed with HTTP status {status}.': '„{name}“ ist mit dem HTTP-Status {status} fehlgeschlagen.',
  'The sensitive headers of "{name}" are missing: exports do not include them.':
    'Die geheimen Header von „{name}“ fehlen: Exporte enthalten sie nicht.',
  '"{name}" has sensitive headers, so a placeholder in its host needs a url_allow_list.':
    '„{name}“ hat geheime Header, deshalb braucht ein Platzhalter im Host eine url_allow_list.',
  'The URL of "{name}" must be an http or https URL.': 'Die URL von „{name}“ muss eine http- oder https-URL sein.',
  'The URL of "{name}" is not on its url_allow_list.': 'Die URL von „{name}“ steht nicht in der url_allow_list.',
  'The URL must be an http or https URL.': 'Die URL muss eine http- oder https-URL sein.',
  '"{name}" needs at least one list input to iterate over.':
    '„{name}“ braucht mindestens eine Liste als Eingabe, die durchlaufen wird.',
  'The lists of "{name}" must have equal lengths (got {lengths}).':
    'Die Listen von „{name}“ müssen gleich lang sein (erhalten: {lengths}).',
  'Unknown reducer "{name}".': 'Unbekannter Reducer „{name}“.',
  'Cannot compute the {reducer} of an empty list for "{name}", which has no default.':
    '{reducer} einer leeren Liste kann für „{name}“ nicht berechnet werden, es gibt keine Vorgabe.',
  '"{name}" must be a number in every iteration for the reducer "{reducer}".':
    '„{name}“ muss für den Reducer „{reducer}“ in jedem Durchlauf eine Zahl sein.',

  // Values of another type
  'is {type} and not {!wanted}': 'ist {type} und nicht {!wanted}',
  'is {type} and not null': 'ist {type} und nicht null',
  'has an item at position {at} that {>issue}': 'hat an Position {at} einen Eintrag: Er {>issue}',
  'has a field "{field}" that {>issue}': 'hat ein Feld „{field}“: Es {>issue}',
  'lacks the field "{field}"': 'hat kein Feld „{field}“',

  // Documents
  'it is empty': 'er ist leer',
  'The body must be an Agent Spec agent.': 'Der Inhalt muss ein Agent-Spec-Agent sein.',
  'The source cannot be compiled: {words}': 'Der Quelltext kann nicht übersetzt werden: {words}',
  'The tool "{name}" already exists.': 'Das Werkzeug „{name}“ gibt es bereits.',
  'The agent "{name}" already exists.': 'Den Agenten „{name}“ gibt es bereits.',
  'The tool "{name}" is not registered over the API.': 'Das Werkzeug „{name}“ ist nicht über die API registriert.',
  'The agent "{name}" is not registered over the API.': 'Der Agent „{name}“ ist nicht über die API registriert.',
  'At most {most} tools and agents can be registered.':
    'Es können höchstens {most} Werkzeuge und Agenten registriert werden.',
  'There are no results: the execution is {status}.':
    'Es gibt keine Ergebnisse: Die Ausführung hat den Status {status}.',
  'The Agent Spec execution "{id}" does not exist.': 'Die Agent-Spec-Ausführung „{id}“ gibt es nicht.',
  'The Agent Spec runtime {!how}.': 'Die Agent-Spec-Laufzeit {!how}.',
  'does not respond': 'antwortet nicht',
  'cannot be reached': 'ist nicht erreichbar',
  'does not accept the credential of this service': 'nimmt die Anmeldung dieses Dienstes nicht an',
  'failed with HTTP status {status}': 'ist mit dem HTTP-Status {status} fehlgeschlagen',
  'returned HTTP status {status}': 'hat den HTTP-Status {status} geliefert',
  'did not return a list of {what}': 'hat keine Liste von {what} geliefert',
  'accepted the flow but returned no id': 'hat den Flow angenommen, aber keine ID geliefert',
  'is unhealthy': 'ist gestört',
  '{place}: {key} is empty': '{place}: {key} ist leer',
  '{place}: {key} is missing': '{place}: {key} fehlt',
  '{place}: {key} must be pairs of a caller and a recipient':
    '{place}: {key} müssen Paare aus Aufrufer und Empfänger sein',
  '{place}: {key} must be never, optional or always': '{place}: {key} muss never, optional oder always sein',
  '{place}: the manager is among its {key}': '{place}: Der Manager gehört zu seinen {key}',
  'Flow {flow}: {key} is empty': 'Flow {flow}: {key} ist leer',
  'Flow {flow}: two nodes have the id {id}': 'Flow {flow}: Zwei Knoten haben die ID {id}',
  'Flow {flow}: must have at least one EndNode': 'Flow {flow}: muss mindestens einen EndNode haben',
  '{place}: must have exactly one StartNode (got {count})':
    '{place}: muss genau einen StartNode haben (erhalten: {count})',
  '{place}: {key} names {name}, which is not a node of the flow':
    '{place}: {key} nennt {name}, keinen Knoten des Flows',
  '{place}: {key} names {name}, which is not a StartNode': '{place}: {key} nennt {name}, keinen StartNode',
  '{place}: {key} names {name}, which is not in the flow': '{place}: {key} nennt {name}, das nicht im Flow ist',
  '{place}: {key} names {name}, which {node} does not give': '{place}: {key} nennt {name}, das {node} nicht liefert',
  '{place}: {key} names {name}, which {node} does not take': '{place}: {key} nennt {name}, das {node} nicht annimmt',
  '{place}: must have exactly one outgoing control edge (got {count})':
    '{place}: muss genau eine ausgehende Steuerkante haben (erhalten: {count})',
  '{place}: no control edge leads to it': '{place}: Keine Steuerkante führt dorthin',
  '{place}: leads to {node}, but a StartNode cannot have incoming edges':
    '{place}: führt zu {node}, aber ein StartNode kann keine eingehenden Kanten haben',
  '{place}: leaves {node}, but an EndNode cannot have outgoing edges':
    '{place}: geht von {node} aus, aber ein EndNode kann keine ausgehenden Kanten haben',
  '{place}: {source} ({sourceType}) does not fit {target} ({targetType})':
    '{place}: {source} ({sourceType}) passt nicht zu {target} ({targetType})',
  '{place}: EndNodes have an output {name} of different types ({types}, {others})':
    '{place}: EndNodes haben eine Ausgabe {name} mit verschiedenen Typen ({types}, {others})',
  '{place}: output {name} is not an output of every EndNode, so it needs a default':
    '{place}: Die Ausgabe {name} ist keine Ausgabe jedes EndNodes und braucht deshalb eine Vorgabe',
}
