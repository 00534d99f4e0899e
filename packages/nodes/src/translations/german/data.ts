/** Node types of the category "data". */
export const data: Readonly<Record<string, string>> = {
  'API call (Agent Spec)': 'API-Aufruf (Agent Spec)',
  'Calls an HTTP API and outputs the response.': 'Ruft eine HTTP-API auf und gibt die Antwort aus.',
  Endpoint: 'Endpunkt',
  'URL; {{name}} makes an input of that name and is replaced by its value.':
    'URL; {{name}} erzeugt eine gleichnamige Eingabe und wird durch ihren Wert ersetzt.',
  'JSON text: an object of header names and values.': 'JSON-Text: ein Objekt aus Header-Namen und Werten.',
  'Secret headers': 'Geheime Header',
  'Header names and values. Sent with the other headers and stored encrypted.':
    'Header-Namen und Werte. Werden mit den anderen Headern gesendet und verschlüsselt gespeichert.',
  'Read file': 'Datei lesen',
  'Reads a text file from the files folder of the service.': 'Liest eine Textdatei aus dem Dateiordner des Dienstes.',
  'Relative to the files folder of the service. Used if no path is connected.':
    'Relativ zum Dateiordner des Dienstes. Wird verwendet, wenn kein Pfad verbunden ist.',
  Size: 'Größe',
  'In bytes.': 'In Bytes.',
  'Write file': 'Datei schreiben',
  'Writes a text file into the files folder of the service. An existing file is overwritten.':
    'Schreibt eine Textdatei in den Dateiordner des Dienstes. Eine vorhandene Datei wird überschrieben.',
  'Strings are written unchanged, other values as JSON.':
    'Texte werden unverändert geschrieben, andere Werte als JSON.',
  'The text that was written.': 'Der geschriebene Text.',
  'Size of the file in bytes.': 'Größe der Datei in Bytes.',
  'HTTP request': 'HTTP-Anfrage',
  'Sends an HTTP request and outputs the response.': 'Sendet eine HTTP-Anfrage und gibt die Antwort aus.',
  'Used if no URL is connected.': 'Wird verwendet, wenn keine URL verbunden ist.',
  'Connected headers are added and take precedence.': 'Verbundene Header kommen hinzu und haben Vorrang.',
  'Used if no body is connected. Objects are sent as JSON.':
    'Wird verwendet, wenn kein Body verbunden ist. Objekte werden als JSON gesendet.',
  'Bearer token': 'Bearer-Token',
  'Sends the header "Authorization: Bearer <token>".': 'Sendet den Header "Authorization: Bearer <Token>".',
  'Basic auth': 'Basic Auth',
  'Sends a user name and a password.': 'Sendet einen Benutzernamen und ein Passwort.',
  'Stored encrypted.': 'Wird verschlüsselt gespeichert.',
  'User and password': 'Benutzer und Passwort',
  'Timeout (seconds)': 'Zeitlimit (Sekunden)',
  'Follow redirects': 'Weiterleitungen folgen',
  'Fail on error status': 'Bei Fehlerstatus fehlschlagen',
  'Fails the node if the response status is 400 or above.':
    'Der Knoten schlägt fehl, wenn der Status der Antwort 400 oder höher ist.',
  'Response body as text.': 'Body der Antwort als Text.',
  'Parsed response body; unset if it is not JSON.': 'Geparster Body der Antwort; nicht gesetzt, wenn er kein JSON ist.',
  'Key-value store': 'Schlüssel-Wert-Speicher',
  'Stores values by key across executions.': 'Speichert Werte über Ausführungen hinweg unter Schlüsseln.',
  Get: 'Lesen',
  Set: 'Setzen',
  'Keys and values of all keys with a prefix.': 'Schlüssel und Werte aller Schlüssel mit einem Präfix.',
  Namespace: 'Namensraum',
  'Keys are separate per namespace.': 'Schlüssel sind je Namensraum getrennt.',
  'Used if no key is connected.': 'Wird verwendet, wenn kein Schlüssel verbunden ist.',
  'If empty, all keys. A connected key replaces it.':
    'Wenn leer, alle Schlüssel. Ein verbundener Schlüssel ersetzt es.',
  'For set.': 'Zum Setzen.',
  'SQL query': 'SQL-Abfrage',
  'Runs a query on a SQL database. Values are bound as parameters, never inserted into the query text.':
    'Führt eine Abfrage in einer SQL-Datenbank aus. Werte werden als Parameter gebunden, nie in den Abfragetext eingefügt.',
  Credential: 'Zugangsdaten',
  'A stored credential. It is sent only to the hosts that it names.':
    'Gespeicherte Zugangsdaten. Sie werden nur an die Hosts gesendet, die sie nennen.',
  'A stored credential with the database URL.': 'Gespeicherte Zugangsdaten mit der Datenbank-URL.',
  'Database URL with credentials. Stored encrypted.': 'Datenbank-URL mit Zugangsdaten. Wird verschlüsselt gespeichert.',
  'A single statement. :name is the parameter of that name, $1 the first of a list.':
    'Eine einzelne Anweisung. :name ist der gleichnamige Parameter, $1 der erste einer Liste.',
  'Read-only': 'Nur lesen',
  'Rejects statements that change data.': 'Lehnt Anweisungen ab, die Daten ändern.',
  Parameters: 'Parameter',
  'Object of named values, or a list.': 'Objekt benannter Werte oder eine Liste.',
  'Rows read or changed.': 'Gelesene oder geänderte Zeilen.',
}
