/** German texts of the nodes: what is wrong with their inputs and settings, why they fail, and what they log. */
export const germanNodes: Readonly<Record<string, string>> = {
  // Inputs and settings; the name of the input or setting stands before.
  'must be a list (got {type})': 'muss eine Liste sein (erhalten: {type})',
  'must be an object (got {type})': 'muss ein Objekt sein (erhalten: {type})',
  'must be a string (got {type})': 'muss ein Text sein (erhalten: {type})',
  'must be a number (got {type})': 'muss eine Zahl sein (erhalten: {type})',
  'must be a file (got {type})': 'muss eine Datei sein (erhalten: {type})',
  'must be true or false (got {type})': 'muss wahr oder falsch sein (erhalten: {type})',
  'must be an object or a list (got {type})': 'muss ein Objekt oder eine Liste sein (erhalten: {type})',
  'must be a list of strings (got {type})': 'muss eine Liste von Texten sein (erhalten: {type})',
  'must be a list of vectors (got {type})': 'muss eine Liste von Vektoren sein (erhalten: {type})',
  'must be a list of messages (got {type})': 'muss eine Liste von Nachrichten sein (erhalten: {type})',
  'must be a string or a message (got {type})': 'muss ein Text oder eine Nachricht sein (erhalten: {type})',
  'must be a vector (a list of numbers)': 'muss ein Vektor sein (eine Liste von Zahlen)',
  'must be a number or a string for this operator (got {type})':
    'muss für diesen Operator eine Zahl oder ein Text sein (erhalten: {type})',
  'must be a number for a sum': 'muss für eine Summe eine Zahl sein',
  'must be at most {most} (got {count})': 'darf höchstens {most} sein (erhalten: {count})',
  'must be less than the chunk size': 'muss kleiner als die Abschnittsgröße sein',
  'must be [from, to] or a number of items': 'muss [von, bis] oder eine Anzahl von Einträgen sein',
  'must be a URL that starts with http:// or https://': 'muss eine URL sein, die mit http:// oder https:// beginnt',
  'must be a whole number of {unit}': 'muss eine ganze Anzahl von {unit} sein',
  'must be a time zone such as Europe/Berlin (got "{zone}")':
    'muss eine Zeitzone wie Europe/Berlin sein (erhalten: „{zone}“)',
  'must be an ISO 8601 date and time': 'muss ein Datum mit Uhrzeit nach ISO 8601 sein',
  'must be an ISO 8601 date and time, or Unix time in seconds':
    'muss ein Datum mit Uhrzeit nach ISO 8601 oder Unix-Zeit in Sekunden sein',
  'must contain only objects (at index {at})': 'darf nur Objekte enthalten (an Position {at})',
  'must contain only numbers (got {type} at index {at})':
    'darf nur Zahlen enthalten (erhalten: {type} an Position {at})',
  'must contain rows (got {type} at index {at})': 'muss Zeilen enthalten (erhalten: {type} an Position {at})',
  'must have a number at index {at}': 'muss an Position {at} eine Zahl haben',
  'must have a string for "{name}" (got {type})': 'muss für „{name}“ einen Text haben (erhalten: {type})',
  'must have a string "text" or "content"': 'muss einen Text „text“ oder „content“ haben',
  'must have an "id", or the text it was stored with':
    'muss eine „id“ haben oder den Text, mit dem es gespeichert wurde',
  'must have a string "field"': 'muss einen Text „field“ haben',
  'must have a string "label" (got {type})': 'muss einen Text „label“ haben (erhalten: {type})',
  'must have a string as label (got {type})': 'muss einen Text als Beschriftung haben (erhalten: {type})',
  'must have "original": the current value, or null': 'muss „original“ haben: den jetzigen Wert oder null',
  'must have "proposed": the new value, or null': 'muss „proposed“ haben: den neuen Wert oder null',
  'must have a string "role" of at most {most} characters': 'muss einen Text „role“ mit höchstens {most} Zeichen haben',
  'must have "content"': 'muss „content“ haben',
  'must have a value': 'muss einen Wert haben',
  'must have at least one field': 'muss mindestens ein Feld haben',
  'must have at most {most} entries (got {count})': 'darf höchstens {most} Einträge haben (erhalten: {count})',
  'must have one of the accepted types: {types}': 'muss einen der erlaubten Typen haben: {types}',
  'must have one vector per document (got {count} for {documents} documents)':
    'muss einen Vektor je Dokument haben (erhalten: {count} für {documents} Dokumente)',
  'must not be a quote or a line break': 'darf kein Anführungszeichen und kein Zeilenumbruch sein',
  'must not be greater than maxLength ({most}), got {count}':
    'darf nicht größer als maxLength ({most}) sein, erhalten: {count}',
  'must not be larger than {limit} MB': 'darf nicht größer als {limit} MB sein',
  'must not be null': 'darf nicht null sein',
  'must not have a control character in "{name}"': 'darf in „{name}“ kein Steuerzeichen haben',
  'is {count}, but there are only {approvers} approvers': 'ist {count}, es gibt aber nur {approvers} Genehmigende',
  'is invalid at {place}: it {>issue}': 'ist bei {place} ungültig: Es {>issue}',
  'is not a valid answer: {>why}': 'ist keine gültige Antwort: {>why}',
  'is not a valid form: {>why}': 'ist kein gültiges Formular: {>why}',
  'is not a valid path: unexpected "{text}"': 'ist kein gültiger Pfad: unerwartet ist „{text}“',
  'is required at launch': 'ist beim Start erforderlich',
  'is required for authentication': 'ist für die Authentifizierung erforderlich',
  'is required for set': 'ist für „set“ erforderlich',
  'is required for the operator "expression"': 'ist für den Operator „expression“ erforderlich',
  'is required for delete if there is no filter': 'ist zum Löschen erforderlich, wenn es keinen Filter gibt',
  'is required for a search without a vector': 'ist für eine Suche ohne Vektor erforderlich',
  'is required if "until" is empty': 'ist erforderlich, wenn „until“ leer ist',
  'is required: connect a formula or set one in the settings':
    'ist erforderlich: Verbinden Sie eine Formel, oder tragen Sie sie in den Einstellungen ein',
  'is required: connect a URL or set one in the settings':
    'ist erforderlich: Verbinden Sie eine URL, oder tragen Sie sie in den Einstellungen ein',
  'must be one mail address (got {text})': 'muss eine einzelne E-Mail-Adresse sein (erhalten: {text})',
  'must be a mail address (got {type})': 'muss eine E-Mail-Adresse sein (erhalten: {type})',
  'is required: connect a recipient or set one in the settings':
    'ist erforderlich: Verbinden Sie einen Empfänger oder setzen Sie einen in den Einstellungen',
  'is required: connect a subject or set one in the settings':
    'ist erforderlich: Verbinden Sie einen Betreff oder setzen Sie einen in den Einstellungen',
  'is required: connect or set a text or HTML': 'ist erforderlich: Verbinden oder setzen Sie einen Text oder HTML',
  'must not have line breaks or other control characters': 'darf keine Zeilenumbrüche oder anderen Steuerzeichen haben',
  'must not have more than {most} recipients, with cc and bcc (got {count})':
    'darf mit Cc und Bcc nicht mehr als {most} Empfänger haben (erhalten: {count})',
  'must not be larger than {limit} bytes': 'darf nicht größer als {limit} Byte sein',
  'must not be larger than {limit} bytes together': 'dürfen zusammen nicht größer als {limit} Byte sein',
  'must not have more than {most} files (got {count})': 'darf nicht mehr als {most} Dateien haben (erhalten: {count})',
  'must be a file with its content, not only with an address':
    'muss eine Datei mit ihrem Inhalt sein, nicht nur mit einer Adresse',
  'is not a file name': 'ist kein Dateiname',
  'The mail server rejected some recipients: {count}': 'Der Mailserver hat einige Empfänger abgelehnt: {count}',
  'is required: connect a path or set one in the settings':
    'ist erforderlich: Verbinden Sie einen Pfad, oder tragen Sie ihn in den Einstellungen ein',
  'is required: connect a key or set one in the settings':
    'ist erforderlich: Verbinden Sie einen Schlüssel, oder tragen Sie ihn in den Einstellungen ein',
  'is required: connect vectors or select a provider in the settings':
    'ist erforderlich: Verbinden Sie Vektoren, oder wählen Sie in den Einstellungen einen Anbieter',
  'contains "{name}", which is not a connected tool': 'enthält „{name}“, das kein verbundenes Werkzeug ist',
  'contains the field "{name}" twice': 'enthält das Feld „{name}“ doppelt',
  'contains the value "{value}" twice': 'enthält den Wert „{value}“ doppelt',
  'contains the invalid header name "{name}"': 'enthält den ungültigen Header-Namen „{name}“',
  'contains the unknown pattern "{pattern}". Supported are {patterns}, and text in single quotes':
    'enthält das unbekannte Muster „{pattern}“. Unterstützt werden {patterns} und Text in einfachen Anführungszeichen',

  // Formulas, texts and data
  'The formula {!issue}.': 'Die Formel {!issue}.',
  'contains the unknown name "{name}" (known: {names})': 'enthält den unbekannten Namen „{name}“ (bekannt: {names})',
  'passes {count} arguments to {name}, which takes one': 'übergibt {count} Argumente an {name}, das nur eines nimmt',
  'contains the unexpected character "{character}"': 'enthält das unerwartete Zeichen „{character}“',
  'has "{token}" before character {at} where {>wanted} is expected':
    'hat „{token}“ vor Zeichen {at}, erwartet wird {>wanted}',
  'ends where {>wanted} is expected': 'endet, erwartet wird {>wanted}',
  'an operator or the end': 'ein Operator oder das Ende',
  'is longer than {limit} characters': 'ist länger als {limit} Zeichen',
  'The result is not a real number.': 'Das Ergebnis ist keine reelle Zahl.',
  'Division by zero.': 'Division durch null.',
  'The date must be between the years 1 and 9999.': 'Das Datum muss zwischen den Jahren 1 und 9999 liegen.',
  'The text is not valid CSV: {words}': 'Der Text ist kein gültiges CSV: {words}',
  'The text is not valid JSON: {words}': 'Der Text ist kein gültiges JSON: {words}',
  'The overlapping chunks are too large in total.': 'Die überlappenden Abschnitte sind zusammen zu groß.',
  'The text after replacement is too long.': 'Der Text ist nach dem Ersetzen zu lang.',
  'Missing template variables: {names}.': 'Es fehlen Variablen der Vorlage: {names}.',
  'Missing template variables are left empty: {names}.': 'Fehlende Variablen der Vorlage bleiben leer: {names}.',
  'No branch matches {>value}.': 'Kein Zweig passt zu {>value}.',
  'an empty value': 'einem leeren Wert',
  'The workflow ended with status failed.': 'Der Workflow endete mit dem Status „fehlgeschlagen“.',
  'The workflow failed at a Fail node.': 'Der Workflow ist an einem Fehlerknoten fehlgeschlagen.',

  // Questions to people
  'The question expired without an answer.': 'Die Frage ist ohne Antwort abgelaufen.',
  'The question was dismissed.': 'Die Frage wurde verworfen.',
  'The question was dismissed by {name}.': 'Die Frage wurde von {name} verworfen.',
  'The question has expired.': 'Die Frage ist abgelaufen.',
  'The answer is invalid: {>why}.': 'Die Antwort ist ungültig: {>why}.',
  'A question must have at most {most} characters as JSON (got {count}).':
    'Eine Frage darf als JSON höchstens {most} Zeichen haben (erhalten: {count}).',
  'A question must have at most {most} characters (got {count}).':
    'Eine Frage darf höchstens {most} Zeichen haben (erhalten: {count}).',

  // Models and agents
  'The answer was truncated at the maximum length.': 'Die Antwort wurde bei der größten Länge abgeschnitten.',
  'The summary was truncated at the maximum length.': 'Die Zusammenfassung wurde bei der größten Länge abgeschnitten.',
  'The answer was blocked, at least in part, by the content filter of the provider.':
    'Die Antwort wurde mindestens teilweise vom Inhaltsfilter des Anbieters blockiert.',
  'The summary was blocked, at least in part, by the content filter of the provider.':
    'Die Zusammenfassung wurde mindestens teilweise vom Inhaltsfilter des Anbieters blockiert.',
  'The response was truncated: it reached the maximum length of the model or "maxTokens".':
    'Die Antwort wurde abgeschnitten: Sie hat die größte Länge des Modells oder „maxTokens“ erreicht.',
  'The response is still invalid after a second attempt: {>why}.':
    'Die Antwort ist auch nach einem zweiten Versuch ungültig: {>why}.',
  'The response is invalid and is requested again: {>why}.':
    'Die Antwort ist ungültig und wird erneut angefordert: {>why}.',
  'The model must return one vector of the same length for each of the {count} texts.':
    'Das Modell muss für jeden der {count} Texte einen Vektor derselben Länge liefern.',
  'The text is too long: it has {count} parts (maximum: {most}).':
    'Der Text ist zu lang: Er hat {count} Teile (höchstens {most}).',
  'The model returned an empty summary for a part of the text.':
    'Das Modell hat für einen Teil des Textes eine leere Zusammenfassung geliefert.',
  'Summarized part {number} of {count}.': 'Teil {number} von {count} zusammengefasst.',
  'Skipped {count} of {all} documents because a later one has the same id.':
    '{count} von {all} Dokumenten ausgelassen, weil ein späteres dieselbe ID hat.',
  'Ignored {count} of {all} history entries that are not user, assistant or system messages.':
    '{count} von {all} Einträgen des Verlaufs ignoriert, die keine Nachrichten von „user“, „assistant“ oder „system“ sind.',
  'The history is too long: dropped its {count} oldest messages.':
    'Der Verlauf ist zu lang: Seine {count} ältesten Nachrichten wurden weggelassen.',
  'The agent reached the limit of 1 turn and still wants to call tools.':
    'Der Agent hat die Grenze von 1 Runde erreicht und möchte noch Werkzeuge aufrufen.',
  'The agent reached the limit of 1 turn and still wants to call tools. Last response: {words}':
    'Der Agent hat die Grenze von 1 Runde erreicht und möchte noch Werkzeuge aufrufen. Letzte Antwort: {words}',
  'The agent reached the limit of {count} turns and still wants to call tools.':
    'Der Agent hat die Grenze von {count} Runden erreicht und möchte noch Werkzeuge aufrufen.',
  'The agent reached the limit of {count} turns and still wants to call tools. Last response: {words}':
    'Der Agent hat die Grenze von {count} Runden erreicht und möchte noch Werkzeuge aufrufen. Letzte Antwort: {words}',
  'The service stopped during this call. The call may or may not have taken effect.':
    'Der Dienst wurde während dieses Aufrufs beendet. Der Aufruf kann gewirkt haben oder nicht.',
  'Allow the agent to call "{tool}" without arguments?': 'Darf der Agent „{tool}“ ohne Argumente aufrufen?',
  'Allow the agent to call "{tool}" with {arguments}?': 'Darf der Agent „{tool}“ mit {arguments} aufrufen?',
  'A person rejected this call. It was not executed.':
    'Eine Person hat diesen Aufruf abgelehnt. Er wurde nicht ausgeführt.',
  'This call was not approved in time. It was not executed.':
    'Dieser Aufruf wurde nicht rechtzeitig genehmigt. Er wurde nicht ausgeführt.',
  'Calling {tool}: {arguments}': 'Aufruf von {tool}: {arguments}',
  '{tool} returned: {result}': '{tool} lieferte: {result}',
  '{tool} failed ({code}): {>error}': '{tool} ist fehlgeschlagen ({code}): {>error}',
  'The model requested {count} calls in one turn; {more} of them are not executed.':
    'Das Modell hat in einer Runde {count} Aufrufe verlangt; {more} davon werden nicht ausgeführt.',
  'At most {most} calls are executed per turn.': 'Je Runde werden höchstens {most} Aufrufe ausgeführt.',
  'The schema of {tool} {!issue} (at "{place}"). Only the tool checks this.':
    'Das Schema von {tool} {!issue} (bei „{place}“). Nur das Werkzeug prüft dies.',
  'The arguments of {tool} cannot be checked here: {>why}':
    'Die Argumente von {tool} können hier nicht geprüft werden: {>why}',
  'The arguments are nested too deeply (limit: {most} levels).':
    'Die Argumente sind zu tief verschachtelt (höchstens {most} Ebenen).',
  'The arguments are not valid JSON.': 'Die Argumente sind kein gültiges JSON.',
  'Invalid arguments: {>why}.': 'Ungültige Argumente: {>why}.',
  'Unknown tool "{tool}". No tools are available.': 'Unbekanntes Werkzeug „{tool}“. Es gibt keine Werkzeuge.',
  'Unknown tool "{tool}". Available tools: {tools}.': 'Unbekanntes Werkzeug „{tool}“. Verfügbar sind: {tools}.',
}
