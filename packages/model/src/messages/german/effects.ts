/** German texts about calls to other systems: HTTP, models, MCP, files, databases and the sandbox. */
export const germanEffects: Readonly<Record<string, string>> = {
  // HTTP
  '{method} {url} returned HTTP status {status}.': '{method} {url} hat den HTTP-Status {status} geliefert.',
  '{method} {host} in {ms} ms.': '{method} {host} in {ms} ms.',
  'Not allowed to call: {>why}. {>help}': 'Aufruf nicht erlaubt: {>why}. {>help}',
  'Not allowed to call: {protocol} is not http: or https:.':
    'Aufruf nicht erlaubt: {protocol} ist weder http: noch https:.',
  'To allow it, the operator of this service starts it with --egress-allow {target}.':
    'Um ihn zu erlauben, startet der Betreiber den Dienst mit --egress-allow {target}.',
  '{host} is {!what}': '{host} ist {!what}',
  '{host} resolves to {!what}': '{host} verweist auf {!what}',
  'not an address': 'keine Adresse',
  'an unspecified address': 'eine unbestimmte Adresse',
  'a private address': 'eine private Adresse',
  'a carrier-grade NAT address': 'eine Carrier-Grade-NAT-Adresse',
  'a loopback address': 'eine Loopback-Adresse',
  'a metadata address': 'eine Metadaten-Adresse',
  'a link-local or metadata address': 'eine Link-Local- oder Metadaten-Adresse',
  'a link-local address': 'eine Link-Local-Adresse',
  'a site-local address': 'eine Site-Local-Adresse',
  'a reserved address': 'eine reservierte Adresse',
  'a multicast address': 'eine Multicast-Adresse',
  'an IPv4 address embedded in an IPv6 address': 'eine in eine IPv6-Adresse eingebettete IPv4-Adresse',
  'The response has too many content encodings: {count} (at most {most}).':
    'Die Antwort hat zu viele Inhaltskodierungen: {count} (höchstens {most}).',
  'The response is larger than {limit} bytes.': 'Die Antwort ist größer als {limit} Byte.',
  'The response has more than {limit} lines.': 'Die Antwort hat mehr als {limit} Zeilen.',
  'The request cannot be sent: its body must be a string.':
    'Die Anfrage kann nicht gesendet werden: Ihr Inhalt muss ein Text sein.',
  'The request cannot be sent: {>why}.': 'Die Anfrage kann nicht gesendet werden: {>why}.',
  'the method {method} is not allowed': 'die Methode {method} ist nicht erlaubt',
  'the user name or password in the address is not percent-encoded correctly':
    'der Benutzername oder das Passwort in der Adresse ist nicht richtig prozentkodiert',
  'the header {header} is invalid': 'der Header {header} ist ungültig',
  '{host} responds with a redirect ({status}), which is not followed; check the address.':
    '{host} antwortet mit einer Weiterleitung ({status}), der nicht gefolgt wird; prüfen Sie die Adresse.',
  '{host} redirects more than {most} times.': '{host} leitet mehr als {most}-mal weiter.',
  '{host} redirects to an invalid URL.': '{host} leitet zu einer ungültigen URL weiter.',
  '{host} did not respond in {ms} ms.': '{host} hat nicht innerhalb von {ms} ms geantwortet.',
  '{host} did not respond in time.': '{host} hat nicht rechtzeitig geantwortet.',
  'No response in {ms} ms.': 'Keine Antwort innerhalb von {ms} ms.',
  '{host} sent too many headers.': '{host} hat zu viele Header gesendet.',
  '{host} sent a response that cannot be decompressed ({why}).':
    '{host} hat eine Antwort gesendet, die nicht entpackt werden kann ({why}).',
  '{host} could not be reached, or the connection was lost ({why}).':
    '{host} war nicht erreichbar, oder die Verbindung ist abgebrochen ({why}).',
  '{host} could not be reached, or the connection was lost.':
    '{host} war nicht erreichbar, oder die Verbindung ist abgebrochen.',

  // Models. The words of the provider follow the colon.
  '{host} limits the rate of requests: {words}': '{host} begrenzt die Anzahl der Anfragen: {words}',
  '{host} limits the rate of requests.': '{host} begrenzt die Anzahl der Anfragen.',
  '{host} limits the rate of requests (retry in {seconds} s): {words}':
    '{host} begrenzt die Anzahl der Anfragen (neuer Versuch in {seconds} s): {words}',
  '{host} limits the rate of requests (retry in {seconds} s).':
    '{host} begrenzt die Anzahl der Anfragen (neuer Versuch in {seconds} s).',
  '{host} failed with status {status}: {words}': '{host} ist mit dem Status {status} fehlgeschlagen: {words}',
  '{host} failed with status {status}.': '{host} ist mit dem Status {status} fehlgeschlagen.',
  '{host} failed with status {status} (retry in {seconds} s): {words}':
    '{host} ist mit dem Status {status} fehlgeschlagen (neuer Versuch in {seconds} s): {words}',
  '{host} failed with status {status} (retry in {seconds} s).':
    '{host} ist mit dem Status {status} fehlgeschlagen (neuer Versuch in {seconds} s).',
  '{host} rejected the request with status {status}: {words}':
    '{host} hat die Anfrage mit dem Status {status} abgelehnt: {words}',
  '{host} rejected the request with status {status}.': '{host} hat die Anfrage mit dem Status {status} abgelehnt.',
  'The model cannot be called: {>why}.': 'Das Modell kann nicht aufgerufen werden: {>why}.',
  'The model cannot be called.': 'Das Modell kann nicht aufgerufen werden.',
  '{#host} failed: {words}': '{#host} ist fehlgeschlagen: {words}',
  '{#host} failed.': '{#host} ist fehlgeschlagen.',
  '{host} ended its response early.': '{host} hat seine Antwort vorzeitig beendet.',
  '{host} sent a response that is not a valid model response.':
    '{host} hat eine Antwort gesendet, die keine gültige Modellantwort ist.',
  '{host} must respond with a stream (got {type}).': '{host} muss mit einem Stream antworten (erhalten: {type}).',
  'The model must return one embedding per text (got {count} for {texts} texts).':
    'Das Modell muss ein Embedding je Text liefern (erhalten: {count} für {texts} Texte).',
  'There is no connection "{name}".': 'Es gibt keine Verbindung „{name}“.',
  'A node with its own base URL also needs its own key for {provider}: keys of the service are sent only to the addresses that they belong to.':
    'Ein Knoten mit eigener Basis-URL braucht auch einen eigenen Schlüssel für {provider}: Schlüssel des Dienstes werden nur an die Adressen gesendet, zu denen sie gehören.',
  'There is no key for {provider}: set one in the node or in a connection, or start the service with one.':
    'Für {provider} gibt es keinen Schlüssel: Tragen Sie ihn im Knoten oder in einer Verbindung ein, oder starten Sie den Dienst damit.',
  'anthropic has no models for embeddings': 'anthropic hat keine Modelle für Embeddings',
  '{provider} needs the name of a model': '{provider} braucht den Namen eines Modells',
  '"{name}" is not a valid model name': '„{name}“ ist kein gültiger Modellname',
  '{provider} needs a base URL': '{provider} braucht eine Basis-URL',
  'a provider is required': 'ein Anbieter ist erforderlich',
  'unknown provider "{name}"': 'unbekannter Anbieter „{name}“',
  'the base URL is invalid': 'die Basis-URL ist ungültig',
  'the key is invalid': 'der Schlüssel ist ungültig',
  'The key of the connection "{name}" cannot be decrypted with the key of this service; enter it again.':
    'Der Schlüssel der Verbindung „{name}“ kann mit dem Schlüssel dieses Dienstes nicht entschlüsselt werden; geben Sie ihn neu ein.',

  // MCP
  'MCP servers cannot be started as programs here; the operator can allow it with --mcp-stdio true.':
    'MCP-Server können hier nicht als Programme gestartet werden; der Betreiber kann es mit --mcp-stdio true erlauben.',
  'The MCP server cannot be called: {>why}.': 'Der MCP-Server kann nicht aufgerufen werden: {>why}.',
  'stdio needs a command': 'stdio braucht einen Befehl',
  'the arguments must be strings': 'die Argumente müssen Texte sein',
  'the address must be a URL': 'die Adresse muss eine URL sein',
  'the address must not contain a user name or password; use a credential':
    'die Adresse darf weder Benutzernamen noch Passwort enthalten; verwenden Sie Zugangsdaten',
  'the headers must be a JSON object of strings, such as {"Authorization": "Bearer …"}':
    'die Header müssen ein JSON-Objekt mit Texten sein, etwa {"Authorization": "Bearer …"}',
  '{host} could not be started ({why}).': '{host} konnte nicht gestartet werden ({why}).',
  '{host} sent a response that is not valid MCP.': '{host} hat eine Antwort gesendet, die kein gültiges MCP ist.',
  '{host} responded with status {status}.': '{host} hat mit dem Status {status} geantwortet.',
  '{host} responded with status {status}: check the headers or the credential.':
    '{host} hat mit dem Status {status} geantwortet: Prüfen Sie die Header oder die Zugangsdaten.',
  '{host} responded with status {status}: check the address.':
    '{host} hat mit dem Status {status} geantwortet: Prüfen Sie die Adresse.',
  '{host} responded with status 405: check the address, or set the transport to sse.':
    '{host} hat mit dem Status 405 geantwortet: Prüfen Sie die Adresse, oder stellen Sie den Transport auf sse.',
  '{host} sent a response that is not valid MCP: check the address.':
    '{host} hat eine Antwort gesendet, die kein gültiges MCP ist: Prüfen Sie die Adresse.',
  '{host} closed the connection.': '{host} hat die Verbindung geschlossen.',
  '{host} rejected the request: {words}': '{host} hat die Anfrage abgelehnt: {words}',
  '{host} sent more than {limit} bytes.': '{host} hat mehr als {limit} Byte gesendet.',
  '{host} sent a response that is not a list of tools.':
    '{host} hat eine Antwort gesendet, die keine Liste von Werkzeugen ist.',
  'The tool "{name}" failed without an error text.': 'Das Werkzeug „{name}“ ist ohne Fehlertext fehlgeschlagen.',

  // Files
  'The file cannot be used: {>why}.': 'Die Datei kann nicht verwendet werden: {>why}.',
  'The file does not exist.': 'Die Datei gibt es nicht.',
  'The file is larger than {limit} bytes.': 'Die Datei ist größer als {limit} Byte.',
  'the name contains a character that is not allowed': 'der Name enthält ein unerlaubtes Zeichen',
  'the name must be inside the files folder': 'der Name muss im Dateiordner liegen',
  'the name must be the name of a file': 'der Name muss der Name einer Datei sein',
  'the name has too many folders': 'der Name hat zu viele Ordner',
  'the name is reserved for a device': 'der Name ist für ein Gerät reserviert',
  'the name ends with a dot or a space': 'der Name endet mit einem Punkt oder Leerzeichen',
  'the name is reserved for the service': 'der Name ist für den Dienst reserviert',
  'The name of a collection must not start with "{prefix}".':
    'Der Name einer Sammlung darf nicht mit „{prefix}“ beginnen.',
  'the name is reserved for temporary files': 'der Name ist für temporäre Dateien reserviert',
  'the name is not valid Unicode': 'der Name ist kein gültiges Unicode',
  'the name is too long': 'der Name ist zu lang',
  'it is outside the files folder': 'sie liegt außerhalb des Dateiordners',
  'it is not a regular file': 'sie ist keine gewöhnliche Datei',
  'it is a link': 'sie ist ein Link',
  'a part of its path is not a folder': 'ein Teil ihres Pfads ist kein Ordner',
  'it is a folder': 'sie ist ein Ordner',
  'the service has no permission to use it': 'der Dienst hat keine Berechtigung dafür',

  // E-mail
  'The message cannot be sent: {>why}.': 'Die Nachricht kann nicht gesendet werden: {>why}.',
  '"{address}" is not a mail address': '„{address}“ ist keine E-Mail-Adresse',
  'it has no recipients': 'sie hat keine Empfänger',
  'it has more than {most} recipients': 'sie hat mehr als {most} Empfänger',
  'it is too large': 'sie ist zu groß',
  'Setting "from" is required: the user of the credential "{name}" is not an address.':
    'Einstellung „from“ ist erforderlich: Der Benutzer der Zugangsdaten „{name}“ ist keine Adresse.',
  'The connection to the mail server {host} ended before it confirmed the message. It may have been sent.':
    'Die Verbindung zum Mailserver {host} endete, bevor er die Nachricht bestätigt hat. Sie wurde möglicherweise gesendet.',

  // Databases, keys and memories
  'The statement cannot be run: {>why}.': 'Die Anweisung kann nicht ausgeführt werden: {>why}.',
  'it must be a single statement': 'es muss eine einzelne Anweisung sein',
  'parameters must be written as $1 or :name': 'Parameter werden als $1 oder :name geschrieben',
  'parameters must be a list or an object': 'die Parameter müssen eine Liste oder ein Objekt sein',
  'there is no parameter {name}': 'den Parameter {name} gibt es nicht',
  'A connection must start with postgres:// or sqlite:.': 'Eine Verbindung muss mit postgres:// oder sqlite: beginnen.',
  'The statement took longer than {ms} ms.': 'Die Anweisung hat länger als {ms} ms gedauert.',
  'The database could not be reached, or closed the connection ({code}).':
    'Die Datenbank war nicht erreichbar oder hat die Verbindung geschlossen ({code}).',
  'The statement changes data, but the connection is read-only.':
    'Die Anweisung ändert Daten, die Verbindung erlaubt aber nur das Lesen.',
  'The database rejected the statement: {words}.': 'Die Datenbank hat die Anweisung abgelehnt: {words}.',
  'The database is locked by another process.': 'Die Datenbank ist durch einen anderen Prozess gesperrt.',
  'The database file does not exist.': 'Die Datenbankdatei gibt es nicht.',
  'The result is larger than {limit} bytes.': 'Das Ergebnis ist größer als {limit} Byte.',
  'The statement needs more memory than the database process may use.':
    'Die Anweisung braucht mehr Speicher, als der Datenbankprozess verwenden darf.',
  'Invalid database connection: {>why}.': 'Ungültige Datenbankverbindung: {>why}.',
  'the user name, host or database is missing': 'Benutzername, Host oder Datenbank fehlt',
  'sslmode must be disable, allow, prefer, require, verify-ca, verify-full or no-verify':
    'sslmode muss disable, allow, prefer, require, verify-ca, verify-full oder no-verify sein',
  'its user name, password or database is not valid percent-encoding':
    'Benutzername, Passwort oder Datenbank ist nicht richtig prozentkodiert',
  'The value is larger than {limit} bytes.': 'Der Wert ist größer als {limit} Byte.',
  'The key must not be empty.': 'Der Schlüssel darf nicht leer sein.',
  'The namespace must not be empty.': 'Der Namensraum darf nicht leer sein.',
  'The key is longer than {limit} characters.': 'Der Schlüssel ist länger als {limit} Zeichen.',
  'The namespace is longer than {limit} characters.': 'Der Namensraum ist länger als {limit} Zeichen.',
  'The key contains a character that cannot be stored.':
    'Der Schlüssel enthält ein Zeichen, das nicht gespeichert werden kann.',
  'The namespace contains a character that cannot be stored.':
    'Der Namensraum enthält ein Zeichen, das nicht gespeichert werden kann.',
  'A remembered message must have at most {most} characters (got {count}).':
    'Eine gespeicherte Nachricht darf höchstens {most} Zeichen haben (erhalten: {count}).',

  // Sandbox
  'The service is stopping.': 'Der Dienst wird beendet.',
  'The service is paused since it was restored from a backup. An admin resumes it with `millrace resume`.':
    'Der Dienst ist angehalten, seit er aus einer Sicherung wiederhergestellt wurde. Ein Admin setzt ihn mit `millrace resume` fort.',
  'The service is starting.': 'Der Dienst startet.',
  'This service is a standby and waits for the database.':
    'Dieser Dienst ist ein Standby und wartet auf die Datenbank.',
  'The database is in use by {holder}.': 'Die Datenbank wird von {holder} verwendet.',
  'The sandbox could not be started.': 'Die Sandbox konnte nicht gestartet werden.',
  'Too many calls are waiting for the sandbox.': 'Zu viele Aufrufe warten auf die Sandbox.',
  'The call took longer than {ms} ms.': 'Der Aufruf hat länger als {ms} ms gedauert.',
  'The call needs more memory than the sandbox may use.':
    'Der Aufruf braucht mehr Speicher, als die Sandbox verwenden darf.',
  'The sandbox process was killed from outside, possibly because the machine ran out of memory.':
    'Der Sandbox-Prozess wurde von außen beendet, möglicherweise weil der Rechner keinen Speicher mehr hatte.',
  'The sandbox ended unexpectedly.': 'Die Sandbox hat sich unerwartet beendet.',
  'The result is nested deeper than {limit} levels.': 'Das Ergebnis ist tiefer als {limit} Ebenen verschachtelt.',
  'The result is too large.': 'Das Ergebnis ist zu groß.',
  'The text is longer than {limit} KiB.': 'Der Text ist länger als {limit} KiB.',
  'The input is larger than {limit} MiB.': 'Die Eingabe ist größer als {limit} MiB.',
  'The expression failed: {>why}.': 'Der Ausdruck ist fehlgeschlagen: {>why}.',
  'The template failed: {>why}.': 'Die Vorlage ist fehlgeschlagen: {>why}.',
  'The pattern failed: {>why}.': 'Das Muster ist fehlgeschlagen: {>why}.',
  'The code failed: {>why}.': 'Der Code ist fehlgeschlagen: {>why}.',
  '… further output was dropped': '… weitere Ausgaben wurden verworfen',
  'it needs more than {limit} MB of memory': 'es wird mehr als {limit} MB Speicher gebraucht',
  'it could not be started': 'der Start ist fehlgeschlagen',
  'the result is too large': 'das Ergebnis ist zu groß',
  'it took longer than {ms} ms': 'die Auswertung hat länger als {ms} ms gedauert',
  'it could not be evaluated': 'die Auswertung ist fehlgeschlagen',
  'it awaits a promise that never settles': 'es wird auf ein Promise gewartet, das nie endet',
  'it returned no answer': 'es kam keine Antwort',
  'The monthly budget of this service ({limit}) is used up. It resets on {resets} (UTC).':
    'Das Monatsbudget dieses Dienstes ({limit}) ist aufgebraucht. Es beginnt neu am {resets} (UTC).',
  'The monthly budget of the project "{name}" ({limit}) is used up. It resets on {resets} (UTC).':
    'Das Monatsbudget des Projekts „{name}“ ({limit}) ist aufgebraucht. Es beginnt neu am {resets} (UTC).',
  'The monthly budget of this workflow ({limit}) is used up. It resets on {resets} (UTC).':
    'Das Monatsbudget dieses Workflows ({limit}) ist aufgebraucht. Es beginnt neu am {resets} (UTC).',
  'The monthly budget of the person who started this ({limit}) is used up. It resets on {resets} (UTC).':
    'Das Monatsbudget der Person, die dies gestartet hat ({limit}) ist aufgebraucht. Es beginnt neu am {resets} (UTC).',
  'The monthly budget of the model {name} ({limit}) is used up. It resets on {resets} (UTC).':
    'Das Monatsbudget des Modells {name} ({limit}) ist aufgebraucht. Es beginnt neu am {resets} (UTC).',
}
