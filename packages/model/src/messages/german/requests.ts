/** German texts of error responses that are more specific than those of the registry. */
export const germanRequests: Readonly<Record<string, string>> = {
  // Bodies and parameters
  'The body is invalid: {place} {!issue}.': 'Der Inhalt ist ungültig: {place} {!issue}.',
  'The body is invalid: {place} {!issue} (and {count} more).':
    'Der Inhalt ist ungültig: {place} {!issue} (und {count} weitere).',
  'The body is invalid: it {!issue}.': 'Der Inhalt ist ungültig: Er {!issue}.',
  'The body is invalid: it {!issue} (and {count} more).': 'Der Inhalt ist ungültig: Er {!issue} (und {count} weitere).',
  'The parameter "{name}" {>issue}.': 'Der Parameter „{name}“ {>issue}.',
  'A parameter is invalid.': 'Ein Parameter ist ungültig.',
  'must not contain a NUL character': 'darf kein NUL-Zeichen enthalten',
  'must be a UUID': 'muss eine UUID sein',
  'is given more than once': 'ist mehrfach angegeben',
  'is not percent-encoded correctly': 'ist nicht richtig prozentkodiert',
  'is not an ISO 8601 time': 'ist keine Zeit nach ISO 8601',
  'is neither an id nor the name of a workflow': 'ist weder eine ID noch der Name eines Workflows',
  'The inputs are larger than {limit}.': 'Die Eingaben sind größer als {limit}.',
  'The body is larger than {limit}.': 'Der Inhalt ist größer als {limit}.',
  'The body must not be compressed.': 'Der Inhalt darf nicht komprimiert sein.',
  'The body is incomplete.': 'Der Inhalt ist unvollständig.',
  'The request must have a JSON body.': 'Die Anfrage muss einen JSON-Inhalt haben.',
  'The body must be {type}, in UTF-8.': 'Der Inhalt muss {type} sein, in UTF-8.',
  'An object in the body has more than {most} keys.': 'Ein Objekt im Inhalt hat mehr als {most} Schlüssel.',
  'The form has more than {most} fields.': 'Das Formular hat mehr als {most} Felder.',
  'The body has more than {most} objects and lists.': 'Der Inhalt hat mehr als {most} Objekte und Listen.',
  'The body is nested more than {most} levels deep.': 'Der Inhalt ist mehr als {most} Ebenen tief verschachtelt.',
  'The body must not contain a key named "__proto__".': 'Der Inhalt darf keinen Schlüssel „__proto__“ enthalten.',
  'The body is not JSON: expected {what} at position {at} (line {line}, column {column}).':
    'Der Inhalt ist kein JSON: Erwartet wird {what} an Position {at} (Zeile {line}, Spalte {column}).',
  'The body is not valid UTF-8.': 'Der Inhalt ist kein gültiges UTF-8.',
  'The request has no Host header.': 'Die Anfrage hat keinen Host-Header.',
  'The request has more than one Host header.': 'Die Anfrage hat mehr als einen Host-Header.',
  'The host name of the request is not allowed; add it with --allowed-host.':
    'Der Hostname der Anfrage ist nicht erlaubt; ergänzen Sie ihn mit --allowed-host.',
  'The path is not percent-encoded correctly.': 'Der Pfad ist nicht richtig prozentkodiert.',
  'A part of the path is longer than {most} characters.': 'Ein Teil des Pfads ist länger als {most} Zeichen.',
  'There is no such path.': 'Diesen Pfad gibt es nicht.',
  'You have {count} streams open, which is the limit for one caller.':
    'Sie haben {count} Streams geöffnet, mehr sind je Aufrufer nicht erlaubt.',
  'The service has {count} streams open, which is its limit.':
    'Der Dienst hat {count} Streams geöffnet, mehr sind nicht erlaubt.',
  'The request needs too much CPU time.': 'Die Anfrage braucht zu viel Rechenzeit.',
  'The request needs too much memory.': 'Die Anfrage braucht zu viel Speicher.',
  'Too many requests are queued for processing; retry later.':
    'Zu viele Anfragen warten auf ihre Verarbeitung; versuchen Sie es später erneut.',
  'The database does not respond.': 'Die Datenbank antwortet nicht.',

  // Who may do what
  'This operation requires the permission "{permission}".': 'Dafür ist die Berechtigung „{permission}“ erforderlich.',
  'Requests from pages of this origin are not allowed.': 'Anfragen von Seiten dieser Herkunft sind nicht erlaubt.',
  'Pages of other sites may not sign in here.': 'Seiten anderer Websites dürfen sich hier nicht anmelden.',
  'The token has no role in this service or in a project.':
    'Das Token hat weder in diesem Dienst noch in einem Projekt eine Rolle.',
  'The body must contain either a token, a code, or an e-mail address and a password.':
    'Der Inhalt muss entweder ein Token, einen Code oder E-Mail-Adresse und Passwort enthalten.',
  'The e-mail address or the password is wrong.': 'Die E-Mail-Adresse oder das Passwort ist falsch.',
  'Too many wrong passwords; try again later.': 'Zu viele falsche Passwörter; versuchen Sie es später erneut.',
  'The link was already used or has expired.': 'Der Link wurde bereits verwendet oder ist abgelaufen.',
  'The password must not be the e-mail address.': 'Das Passwort darf nicht die E-Mail-Adresse sein.',
  'The current password is wrong.': 'Das bisherige Passwort ist falsch.',
  'Only people with a local account have a password here.':
    'Nur Personen mit einem lokalen Konto haben hier ein Passwort.',
  'The account is disabled; enable it first.': 'Das Konto ist gesperrt; geben Sie es zuerst frei.',
  'The account belongs to the identity provider; change it there.':
    'Das Konto gehört zum Anmeldedienst; ändern Sie es dort.',
  'An account with this e-mail address already exists.': 'Es gibt bereits ein Konto mit dieser E-Mail-Adresse.',
  'Another admin must change your role or disable your account.':
    'Ihre Rolle ändern oder Ihr Konto sperren kann nur ein anderer Admin.',
  'No identity provider is configured.': 'Es ist kein Anmeldedienst eingerichtet.',
  'There is no such person.': 'Diese Person gibt es nicht.',
  'The code was already used or has expired.': 'Der Code wurde bereits verwendet oder ist abgelaufen.',
  'The token cannot be verified now: its issuer does not respond.':
    'Das Token kann jetzt nicht geprüft werden: Sein Aussteller antwortet nicht.',
  'Open the sign-in link in its own window.': 'Öffnen Sie den Anmeldelink in einem eigenen Fenster.',
  'There is no such token.': 'Dieses Token gibt es nicht.',
  'There is no such session.': 'Diese Sitzung gibt es nicht.',
  'must be an ISO 8601 date-time with an offset': 'muss ein Datum mit Uhrzeit und Zeitzone nach ISO 8601 sein',
  'must be in the future': 'muss in der Zukunft liegen',
  'The workflow asks people: {>what}': 'Der Workflow fragt Personen: {>what}',
  'The workflow has stored secrets: {>what}': 'Der Workflow hat gespeicherte Geheimnisse: {>what}',
  'changing the setting "{setting}" of "{node}" needs the permission "write".':
    'Um die Einstellung „{setting}“ von „{node}“ zu ändern, ist die Berechtigung „write“ erforderlich.',
  'a test run needs the permission "write".': 'Für einen Testlauf ist die Berechtigung „write“ erforderlich.',
  'taking over results of this execution needs the permission "write".':
    'Um Ergebnisse dieser Ausführung zu übernehmen, ist die Berechtigung „write“ erforderlich.',
  'repeating results that were taken over needs the permission "write".':
    'Um übernommene Ergebnisse zu wiederholen, ist die Berechtigung „write“ erforderlich.',
  'results are not taken over from an execution that a caller without the permission "write" started from an unsaved workflow or with changed settings.':
    'Ergebnisse werden nicht aus einer Ausführung übernommen, die ohne die Berechtigung „write“ aus einem ungespeicherten Workflow oder mit geänderten Einstellungen gestartet wurde.',
  'Running an unsaved workflow with stored credentials needs the permission "write".':
    'Einen nicht gespeicherten Workflow mit gespeicherten Zugangsdaten auszuführen, erfordert die Berechtigung „write“.',
  'Running a changed workflow with its stored secrets needs the permission "write".':
    'Um einen geänderten Workflow mit seinen gespeicherten Geheimnissen auszuführen, ist die Berechtigung „write“ erforderlich.',

  // Workflows
  'There is no workflow "{name}".': 'Es gibt keinen Workflow „{name}“.',
  'There already is a workflow "{id}".': 'Den Workflow „{id}“ gibt es bereits.',
  'The workflow has no version {number}.': 'Der Workflow hat keine Version {number}.',
  'The workflow "{name}" has no published version.': 'Der Workflow „{name}“ hat keine veröffentlichte Version.',
  'The workflow cannot run: {>problem}.': 'Der Workflow kann nicht laufen: {>problem}.',
  'The workflow was changed in the meantime. Load it again and repeat the change.':
    'Der Workflow wurde inzwischen geändert. Laden Sie ihn neu, und wiederholen Sie die Änderung.',
  'The workflow was changed in the meantime. It is at revision {number} now. Load it again and repeat the change.':
    'Der Workflow wurde inzwischen geändert und hat jetzt die Revision {number}. Laden Sie ihn neu, und wiederholen Sie die Änderung.',
  'The draft was changed or deleted in another window.':
    'Der Entwurf wurde in einem anderen Fenster geändert oder gelöscht.',
  'The draft was changed or deleted in another window. It is at revision {number} now.':
    'Der Entwurf wurde in einem anderen Fenster geändert oder gelöscht und hat jetzt die Revision {number}.',
  'You have no draft of this workflow.': 'Sie haben keinen Entwurf dieses Workflows.',
  'Every save of this workflow is live. Set config.publish to "manual" to publish versions yourself.':
    'Jedes Speichern dieses Workflows gilt sofort. Setzen Sie config.publish auf „manual“, um Versionen selbst zu veröffentlichen.',
  'The secrets of the workflow were sealed with another key and cannot be opened: enter them again and save it.':
    'Die Geheimnisse des Workflows wurden mit einem anderen Schlüssel versiegelt und können nicht geöffnet werden: Geben Sie sie neu ein, und speichern Sie.',
  'A workflow may have at most {most} webhook and schedule triggers, this one has {count}.':
    'Ein Workflow darf höchstens {most} Webhook- und Zeitplan-Auslöser haben, dieser hat {count}.',
  'The body contains no workflow.': 'Der Inhalt enthält keinen Workflow.',
  'As JSON the YAML is longer than {most} characters.': 'Als JSON ist das YAML länger als {most} Zeichen.',
  'YAML may be at most 2 MiB long.': 'YAML darf höchstens 2 MiB lang sein.',
  'The YAML is nested too deeply.': 'Das YAML ist zu tief verschachtelt.',
  'The YAML is nested more than {most} levels deep.': 'Das YAML ist mehr als {most} Ebenen tief verschachtelt.',
  'Invalid YAML: {words}': 'Ungültiges YAML: {words}',
  'The YAML contains too many values.': 'Das YAML enthält zu viele Werte.',
  'The YAML contains a number that JSON cannot represent.':
    'Das YAML enthält eine Zahl, die JSON nicht darstellen kann.',
  'The YAML contains a number that is too large.': 'Das YAML enthält eine zu große Zahl.',
  'The key "__proto__" is not allowed.': 'Der Schlüssel „__proto__“ ist nicht erlaubt.',
  'There is no node type "{type}".': 'Es gibt keinen Knotentyp „{type}“.',

  // Warnings of a save
  '{>problem}. It starts nothing until this is corrected': '{>problem}. Er startet nichts, bis das behoben ist',
  'Node {node} has settings that do not fit': 'Knoten {node} hat ungültige Einstellungen',
  'Node {node} starts nothing until the imported workflow is saved':
    'Knoten {node} startet nichts, bis der importierte Workflow gespeichert ist',
  'Node {node} refuses every call: it has no secret': 'Knoten {node} weist jeden Aufruf ab: Er hat kein Geheimnis',
  'There is more: validate the workflow to see everything':
    'Es gibt weitere Hinweise: Prüfen Sie den Workflow, um alle zu sehen',

  // Executions
  'There is no execution "{id}".': 'Es gibt keine Ausführung „{id}“.',
  'A worker has received the request but has not answered. It may still take effect: look at the execution before you try again.':
    'Ein Worker hat die Anfrage erhalten, aber nicht geantwortet. Sie kann noch wirksam werden: Sehen Sie sich die Ausführung an, bevor Sie es erneut versuchen.',
  'The execution is already running.': 'Die Ausführung läuft bereits.',
  'The execution is {status}.': 'Die Ausführung hat den Status {status}.',
  'The workflow of this execution is not stored.': 'Der Workflow dieser Ausführung ist nicht gespeichert.',
  'The workflow has no node "{node}" to run from.': 'Der Workflow hat keinen Knoten „{node}“, ab dem er laufen könnte.',
  'is not a node of the workflow': 'ist kein Knoten des Workflows',
  'The body must have a workflow_id or a workflow.': 'Der Inhalt muss eine workflow_id oder einen Workflow haben.',
  'is required where there is no workflow': 'ist ohne Workflow erforderlich',
  'Secrets can be set only when the execution is created, not at its start.':
    'Geheimnisse können nur beim Anlegen der Ausführung gesetzt werden, nicht bei ihrem Start.',
  'The execution starts as soon as there is room.': 'Die Ausführung startet, sobald ein Platz frei ist.',
  'The input "{name}" {>issue}.': 'Die Eingabe „{name}“ {>issue}.',
  'The inputs cannot be checked: the schema of the start node "{node}" {>issue}.':
    'Die Eingaben können nicht geprüft werden: Das Schema des Startknotens „{node}“ {>issue}.',
  'at "schema{place}" {>issue}': 'bei „schema{place}“ {>issue}',
  'Unknown value.': 'Unbekannter Wert.',
  'The execution could not be started.': 'Die Ausführung konnte nicht gestartet werden.',

  // Questions
  'There is no interrupt "{id}".': 'Es gibt keine Frage „{id}“.',
  'Invalid answer: {place} {!issue}.': 'Ungültige Antwort: {place} {!issue}.',
  'does not fit': 'passt nicht',
  'You are not allowed to answer this question.': 'Sie dürfen diese Frage nicht beantworten.',
  'The question has been answered.': 'Die Frage wurde beantwortet.',
  'The question has been dismissed.': 'Die Frage wurde verworfen.',
  'The question is closed: what asked it was stopped.':
    'Die Frage ist geschlossen: Die Ausführung, die sie gestellt hat, wurde gestoppt.',
  'Answer recorded; waiting for other answers': 'Antwort gespeichert; weitere Antworten stehen noch aus',

  // Playground
  'Session {number}': 'Sitzung {number}',
  'There is no session "{id}".': 'Es gibt keine Sitzung „{id}“.',
  'There is no message "{id}".': 'Es gibt keine Nachricht „{id}“.',
  'The session could not be stopped yet. Try again.':
    'Die Sitzung konnte noch nicht gestoppt werden. Versuchen Sie es erneut.',
  'The metadata {>issue}.': 'Die Metadaten {>issue}.',
  'has more than {most} characters as JSON': 'haben als JSON mehr als {most} Zeichen',
  'The message "{id}" {>issue}.': 'Die Nachricht „{id}“ {>issue}.',
  'is not a message of a person in the current conversation':
    'ist keine Nachricht einer Person in der laufenden Unterhaltung',
  'The body is invalid: /content must not be empty if there are no inputs.':
    'Der Inhalt ist ungültig: /content darf ohne Eingaben nicht leer sein.',
  'must not be empty where there are no inputs': 'darf ohne Eingaben nicht leer sein',
  'The parameters {names} exclude each other.': 'Die Parameter {names} schließen einander aus.',
  'is given with another that it excludes': 'schließt einen anderen angegebenen Parameter aus',
  'is larger than any message number': 'ist größer als jede Nachrichtennummer',
  'is not a valid time': 'ist keine gültige Zeit',
  'New conversation started.': 'Neue Unterhaltung begonnen.',
  'Done in {seconds} s.': 'Fertig in {seconds} s.',
  'Stopped.': 'Gestoppt.',
  'It failed.': 'Fehlgeschlagen.',
  'Log truncated. The log of the execution {id} has all lines.':
    'Protokoll gekürzt. Das Protokoll der Ausführung {id} enthält alle Zeilen.',

  // Triggers
  'The body must be JSON, a form or text.': 'Der Inhalt muss JSON, ein Formular oder Text sein.',
  'There is no webhook at this path.': 'Unter diesem Pfad gibt es keinen Webhook.',
  'The execution did not complete.': 'Die Ausführung wurde nicht abgeschlossen.',
  'The output "status" must be a whole number from 200 to 599.':
    'Die Ausgabe „status“ muss eine ganze Zahl von 200 bis 599 sein.',
  'The output "headers" must be an object with at most {count} headers.':
    'Die Ausgabe „headers“ muss ein Objekt mit höchstens {count} Headern sein.',
  'The output "headers" has a header that workflows may not set: {name}.':
    'Die Ausgabe „headers“ enthält einen Header, den Workflows nicht setzen dürfen: {name}.',
  'The header {name} in the output "headers" is not text that HTTP allows.':
    'Der Header {name} in der Ausgabe „headers“ ist kein Text, den HTTP erlaubt.',
  'The workflow of this webhook cannot run as it is saved.':
    'Der Workflow dieses Webhooks kann so, wie er gespeichert ist, nicht laufen.',
  'The Idempotency-Key is too long.': 'Der Idempotency-Key ist zu lang.',
  'Another editor is listening at this test address.': 'Ein anderer Editor lauscht bereits an dieser Testadresse.',
  'No editor listens at this test address. Choose "Listen for a call" in the editor first.':
    'An dieser Testadresse lauscht kein Editor. Wählen Sie im Editor zuerst „Auf einen Aufruf warten“.',

  // Connections and the assistant
  'There is no such connection.': 'Diese Verbindung gibt es nicht.',
  'There is already a connection "{name}".': 'Die Verbindung „{name}“ gibt es bereits.',
  'must not be a placeholder for a new connection': 'darf bei einer neuen Verbindung kein Platzhalter sein',
  'must be entered again, because the connection now has another host':
    'muss neu eingegeben werden, weil die Verbindung jetzt einen anderen Host hat',
  'is required for openai_compatible': 'ist für openai_compatible erforderlich',
  'is required if the mode is "model"': 'ist im Modus „model“ erforderlich',

  // Notifications
  'There is no such subscription.': 'Dieses Abonnement gibt es nicht.',
  'There is no such budget.': 'Dieses Budget gibt es nicht.',
  'There are {total} budgets already.': 'Es gibt schon {total} Budgets.',
  'There is a budget with this scope and unit already.': 'Ein Budget dafür in dieser Einheit gibt es schon.',
  'must be left out for the whole instance': 'muss für die ganze Instanz fehlen',
  'must be at most {max} in a currency': 'darf in einer Währung höchstens {max} sein',
  'must name what the budget limits': 'muss nennen, was das Budget begrenzt',
  'There are {total} prices already.': 'Es gibt schon {total} Preise.',
  'There is no stored price.': 'Es gibt keinen gespeicherten Preis.',
  'is before `from`': 'liegt vor `from`',
  'is more than {days} days before `to`': 'liegt mehr als {days} Tage vor `to`',
  'is not a day such as 2026-11-17': 'ist kein Tag wie 2026-11-17',
  'There is no such delivery.': 'Diese Zustellung gibt es nicht.',
  'There are {count} subscriptions already.': 'Es gibt bereits {count} Abonnements.',
  'is not a field of the kind {kind}': 'ist kein Feld der Art {kind}',
  'is required for the kind {kind}': 'ist für die Art {kind} erforderlich',
  'must be a URL': 'muss eine URL sein',
  'must be a credential of the default project': 'muss Zugangsdaten des Standardprojekts nennen',
  'must be a credential of the type smtp, not {type}': 'muss Zugangsdaten vom Typ smtp nennen, nicht {type}',
  'The workflow "{name}" has no error trigger.': 'Der Workflow „{name}“ hat keinen Fehlerauslöser.',
  'The error workflow is in another project.': 'Der Fehler-Workflow ist in einem anderen Projekt.',
  'The error workflow is not active.': 'Der Fehler-Workflow ist nicht aktiv.',
  'The mail server {host} did not accept the message: {>reason}':
    'Der Mailserver {host} hat die Nachricht nicht angenommen: {>reason}',
  'The response has the status {status}.': 'Die Antwort hat den Status {status}.',
  'All deliveries failed for 5 days.': 'Fünf Tage lang schlugen alle Zustellungen fehl.',
  'The address responded with 410: it is gone.': 'Die Adresse antwortete mit 410: Es gibt sie nicht mehr.',
  'More than {count} deliveries waited.': 'Mehr als {count} Zustellungen warteten.',

  // Credentials
  'There is no project "{id}".': 'Das Projekt „{id}“ gibt es nicht.',
  'There already is a project "{id}".': 'Das Projekt „{id}“ gibt es bereits.',
  'The default project cannot be renamed.': 'Das Standardprojekt kann nicht umbenannt werden.',
  'The default project cannot be deleted.': 'Das Standardprojekt kann nicht gelöscht werden.',
  'must not be a reference: only administrators of the service may use them':
    'darf kein Verweis sein: nur Administratoren des Dienstes dürfen sie verwenden',
  'Sessions and tickets need a person, a token, or a role in the JWT.':
    'Sitzungen und Tickets brauchen eine Person, ein Token oder eine Rolle im JWT.',
  'must name a project': 'muss ein Projekt nennen',
  'There is no such member.': 'Dieses Mitglied gibt es nicht.',
  'Several people have this e-mail address.': 'Mehrere Personen haben diese E-Mail-Adresse.',
  'Name the project with ?project=.': 'Nennen Sie das Projekt mit ?project=.',
  'There is no such credential.': 'Diese Zugangsdaten gibt es nicht.',
  'Only credentials with an authorization code can be connected.':
    'Nur Zugangsdaten mit Authorization Code können verbunden werden.',
  'There is already a credential "{name}".': 'Die Zugangsdaten „{name}“ gibt es bereits.',
  'is not a type of credentials': 'ist kein Typ von Zugangsdaten',
  'must not be a placeholder': 'darf kein Platzhalter sein',
  'must be entered again, because the credential is now sent to another place':
    'muss neu eingegeben werden, weil die Zugangsdaten jetzt an einen anderen Ort gesendet werden',
  'is not a field of {type}': 'ist kein Feld von {type}',
  'must name at least one host': 'muss mindestens einen Host nennen',
  'must be empty for the type {type}': 'muss beim Typ {type} leer sein',
  'must name an environment variable that starts with {prefix}':
    'muss eine Umgebungsvariable nennen, die mit {prefix} beginnt',
  'must not name a file: the operator has to allow a folder with --credential-dir':
    'darf keine Datei nennen: Der Betreiber muss mit --credential-dir einen Ordner erlauben',
  'must name a file in {folder}': 'muss eine Datei in {folder} nennen',
  'The processes of a cluster must change the key together: set it with MILLRACE_SECRET_KEY and MILLRACE_SECRET_KEY_PREVIOUS.':
    'Die Prozesse eines Clusters müssen den Schlüssel gemeinsam wechseln: Setzen Sie ihn mit MILLRACE_SECRET_KEY und MILLRACE_SECRET_KEY_PREVIOUS.',
  'There is one key only: set MILLRACE_SECRET_KEY to the new key, MILLRACE_SECRET_KEY_PREVIOUS to the old one, and restart the service.':
    'Es gibt nur einen Schlüssel: Setzen Sie MILLRACE_SECRET_KEY auf den neuen, MILLRACE_SECRET_KEY_PREVIOUS auf den alten, und starten Sie den Dienst neu.',
}
