import { germanMessage } from '@millrace/model'
import type { english } from './en.ts'

/** The words and sentences of German; en.ts describes the keys. */
export const german: typeof english = {
  verbs: {
    add: 'füge … hinzu|füg … hinzu|füge … ein|füg … ein|füge … an|… hinzufügen|… einfügen|… anfügen|erstelle|… erstellen|ergänze|… ergänzen|lege … an|… anlegen|baue … ein|bau … ein|… einbauen|hänge … an|häng … an|setze|setz|setze … ein|platziere|packe|pack|ich brauche|wir brauchen|ich möchte|ich hätte gern|ich will',
    connect: 'verbinde|verbind|… verbinden|verknüpfe|… verknüpfen|schließe … an|schließ … an',
    disconnect: 'trenne|trenn|… trennen|trenne … ab|… abtrennen|löse|löse … ab',
    rename:
      'nenne|nenn|benenne … um|benenn … um|… umbenennen|nenne … um|ändere den namen von|ändere den namen vom|ändere den namen des|ändere den namen der',
    set: 'setze|setz|stelle|stell|stelle … ein|stell … ein|… setzen|… stellen|… einstellen|ändere|änder|… ändern|erhöhe|… erhöhen|senke|… senken|reduziere|… reduzieren|verringere|verkürze|verlängere',
    remove:
      'lösche|lösch|… löschen|entferne|entfern|… entfernen|nimm … raus|nimm … heraus|wirf … raus|wirf … weg|schmeiß … raus',
    replace:
      'ersetze|ersetz|… ersetzen|tausche … aus|tausch … aus|tausche|tausch|… austauschen|… tauschen|wandle … um|wechsle … aus',
    clear:
      'leere den workflow|leere die arbeitsfläche|leere alles|lösche alles|lösche alle knoten|lösch alles|entferne alles|entferne alle knoten|alles löschen|alles entfernen|alle knoten löschen|alle knoten entfernen|fang von vorne an|fange von vorne an',
    layout:
      'ordne … an|ordne … neu an|ordne … automatisch an|ordne … ordentlich an|ordne … waagerecht an|ordne … von links nach rechts an|ordne|… anordnen|… neu anordnen|räume … auf|räum … auf|… aufräumen|richte … aus|… ausrichten|layout|auto-layout|sortiere … neu',
    layoutDown:
      'ordne … vertikal an|ordne … senkrecht an|ordne … von oben nach unten an|… von oben nach unten anordnen|… vertikal anordnen',
    undo: 'rückgängig|mache … rückgängig|mach … rückgängig|… rückgängig machen|nimm … zurück|… zurücknehmen|undo',
    redo: 'wiederhole|… wiederholen|stelle … wieder her|stell … wieder her|redo',
    explain:
      'erkläre|erklär|erkläre mir|erklär mir|… erklären|beschreibe|beschreib|was macht|was tut|was ist|wie funktioniert|wie geht|zeige mir|zeige|zeig mir|zeig|welche einstellungen hat|zeige die einstellungen von|zeige die einstellungen vom',
    list: 'liste|liste … auf|zeige|zeig|zeige mir|zeig mir|welche … gibt es|welche … habe ich|… auflisten|… anzeigen|nenne mir',
    check:
      'prüfe|prüf|überprüfe|überprüf|validiere|… prüfen|… überprüfen|… validieren|kontrolliere|was ist falsch|was ist falsch an|was stimmt nicht|was stimmt nicht mit|ist … gültig|gibt es probleme|gibt es fehler',
    search:
      'suche nach|suche|such|such nach|finde einen knoten für|gibt es einen knoten für|gibt es einen knoten zum|welcher knoten ist für',
    help: 'hilfe|help|hilf mir|was kannst du|was verstehst du|was kann ich sagen|wie funktionierst du',
  },
  roles: {
    to: 'zu|zum|zur|auf|in|ins|als|an|ans|mit|->|→|=|:',
    with: 'durch|mit|gegen|in|zu|auf',
    after: 'nach|hinter|direkt nach|direkt hinter|im anschluss an',
    before: 'vor|direkt vor|unmittelbar vor',
    between: 'zwischen',
    called: 'namens|mit dem namen|mit namen|genannt|und nenne es|und nenne ihn|und nenne sie|mit der bezeichnung',
    of: 'von|vom|des|der|für|für den|beim|bei|im|in|am',
    from: 'von|vom|mit|und|aus',
  },
  joins: 'und|dann|und dann|danach|und danach|anschließend|und anschließend|und auch|sowie|und zum schluss|&|plus',
  articles:
    'ein|eine|einen|einem|einer|eines|der|die|das|den|dem|des|neu|neue|neuen|neuer|neues|neuem|weitere|weiteren|weiterer|weiteres|noch|mein|meine|meinen|meinem|meiner|unser|unsere|unseren|unserem|dieser|diese|dieses|diesen|diesem|zusätzlichen|zusätzliche|zusätzliches|aktuelle|aktuellen',
  definite: 'der|die|das|den|dem|des|dieser|diese|dieses|diesen|diesem|mein|meine|meinen|meinem|meiner',
  openings:
    'bitte|kannst du|könntest du|würdest du|kannst du bitte|könntest du bitte|ich möchte|ich will|ich würde gern|ich würde gerne|ich möchte gern|lass uns|mal|auch|noch|jetzt|nun|dann|danach|und|zuerst|zunächst|als nächstes|zum schluss|außerdem|anschließend|ok|okay|hallo|hi|hey|guten tag|guten morgen|super|danke|gut|so|also|bitte mal',
  closings:
    'bitte|danke|jetzt|nun|mal|auch|noch|wieder|direkt|gleich|sofort|vielen dank|für mich|im workflow|zum workflow|in den workflow|aus dem workflow|hier|ok|okay|dazu|miteinander|im ablauf|aus dem ablauf|auf die arbeitsfläche|wenn möglich|dankeschön',
  reversals:
    'nicht|kein|keine|keinen|keinem|keiner|nie|niemals|ohne|außer|aber|sondern|falls|wenn|sobald|bis|solange|stattdessen|statt|anstatt|lieber|sonst|eigentlich|doch|warte|moment|nur|weil|obwohl|bevor|nachdem|warum|sollte|soll|halt|stopp|vergiss|behalte|lass|nichts|weder|oder|vielleicht|nein',
  nouns: {
    node: 'knoten|schritt|schritte|schritts|baustein|bausteine|bausteins|element|elemente|block|blöcke|node|nodes|komponente|komponenten',
    edge: 'verbindung|verbindungen|kante|kanten|link|links',
    type: 'knotentyp|knotentypen|typ|typen|verfügbaren knoten|arten von knoten|knotenarten|bausteintypen',
    /** The whole workflow, or the last change of it. */
    whole:
      'workflow|ablauf|arbeitsfläche|graph|layout|flow|es|das|dies|diagramm|workflows|ablaufs|alles|alle knoten|alle|sämtliche knoten|alle schritte|letzte änderung|letzten schritt|änderung|letzte|letzten befehl|knoten|die knoten',
  },
  pronouns: 'ihn|sie|es|das|den|diesen|dieses|diese|dies|der neue knoten|den neuen knoten|dem neuen knoten',
  all: 'alle|jede|jeden|jedes|sämtliche|allen',
  both: 'beide|beiden|die beiden|die zwei',
  ordinals:
    'erste|ersten|erster|erstes|ersten|1., zweite|zweiten|zweiter|zweites|2., dritte|dritten|dritter|drittes|3., vierte|vierten|vierter|viertes|4., fünfte|fünften|fünfter|fünftes, sechste|sechsten|sechster|sechstes, siebte|siebten|siebter|siebtes, achte|achten|achter|achtes, neunte|neunten|neunter|neuntes, zehnte|zehnten|zehnter|zehntes, letzte|letzten|letzter|letztes|letztem',
  numbers: 'eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn',
  decimal: ',',
  yes: 'ja|wahr|an|ein|aktiv|true',
  no: 'nein|falsch|aus|inaktiv|false',
  units: 'ms|millisekunde|millisekunden, s|sek|sekunde|sekunden, min|minute|minuten, h|std|stunde|stunden',
  terms:
    'abfrage=query|adresse=url|anbieter=provider|anweisung=instructions|anweisungen=instructions|ausgabe=output|ausgang=output|ausloeser=trigger|bezeichnungen=labels|eingabe=input|eingang=input|inhalt=content|kategorien=labels|klein=short|kurz=short|laenge=length|lang=long|mittel=medium|modell=model|methode=method|muster=pattern|nachricht=message|pfad=path|platzhalter=placeholder|praezision=precision|sekunden=seconds|stufe=level|systemprompt=system prompt|systemanweisung=system prompt|temperatur=temperature|trennzeichen=delimiter|verbindung=connection|vorlage=template|weiterleitungen=redirects|folgen=follow|wert=value|woerter=words|zeitlimit=timeout|zeitzone=timezone',
  examples:
    'add=füge einen <Knotentyp> nach <Knoten> ein|connect=verbinde <Knoten> mit <Knoten>|disconnect=trenne <Knoten> von <Knoten>|rename=benenne <Knoten> in "<Name>" um|set=setze <Einstellung> von <Knoten> auf <Wert>|remove=entferne <Knoten>|replace=ersetze <Knoten> durch einen <Knotentyp>|explain=erkläre <Knoten>|list=liste die Knoten auf|layout=ordne den Workflow an|check=prüfe den Workflow|search=suche nach <Wörter>|help=Hilfe',
  tag: 'de',
  message: germanMessage,
  texts: {
    added: (node, type) => `${node} vom Typ ${type} hinzufügen.`,
    connected: (from, to) => `${from} mit ${to} verbinden.`,
    disconnected: (from, to) => `${from} von ${to} trennen.`,
    renamed: (node, label) => `${node} in **${label}** umbenennen.`,
    set: (key, node, value) => `${key} von ${node} auf ${value} setzen.`,
    removed: (node) => `${node} entfernen.`,
    replaced: (node, type) => `${node} durch ${type} ersetzen.`,
    ran: (command) => `\`${command}\` ausführen.`,
    noProblems: 'Der Workflow hat keine Probleme.',
    help: 'Befehle ändern diesen Workflow; nichts ändert sich, bevor Sie es anwenden. Zum Beispiel:',
    stillToDo: 'Vor dem Ausführen ist noch zu tun:',
    leftOut: (part, reason) => `Ausgelassen: "${part}". ${reason}`,
    notUnderstood: (part) => `Nicht verstanden: "${part}". Versuchen Sie zum Beispiel:`,
    noNode: (phrase) => `"${phrase}" bezeichnet keinen Knoten eindeutig.`,
    noType: (phrase) => `Es gibt keinen Knotentyp "${phrase}".`,
    noSetting: (phrase) => `Es gibt keine Einstellung "${phrase}".`,
    which: (phrase) => `"${phrase}" ist mehrdeutig. Was meinen Sie?`,
    badValue: (key, value, why) => `${key} kann nicht "${value}" sein: ${why}.`,
    secret: (key) =>
      `${key} ist geheim, und der Chat nimmt keine Geheimnisse an. Tragen Sie es in den Einstellungen des Knotens ein.`,
    noFit: (from, to) =>
      `${from} kann nicht mit ${to} verbunden werden: Kein Ausgang passt eindeutig zu einem freien Eingang.`,
    already: 'Nichts zu ändern: Der Workflow ist bereits so.',
    tooMuch: 'Diese Nachricht zu verstehen dauert zu lange. Bitte verwenden Sie kürzere Sätze mit je einer Änderung.',
    modelFailed: (why) =>
      `_Das Modell konnte nicht gefragt werden (${why}). Stattdessen antwortet der integrierte Assistent; er versteht einfachere Anfragen._`,
    modelTooSlow: 'es hat zu lange gedauert',
    modelBroken: 'es ist fehlgeschlagen',
    modelStopped: (exchanges) =>
      `Das Modell ist innerhalb von ${exchanges} Runden nicht fertig geworden und wurde gestoppt.`,
    madeNothing: 'Es hat nichts geändert.',
    madeThese: 'Die folgenden Änderungen hat es bis dahin gemacht.',
    doesNotWork: 'Dieser Teil funktioniert nicht und wurde ausgelassen:',
    notWritten: (count) =>
      count === 1
        ? '1 Änderung kann nicht als Befehl geschrieben werden und wurde ausgelassen.'
        : `${count} Änderungen können nicht als Befehl geschrieben werden und wurden ausgelassen.`,
    nothing: 'Es gibt nichts zu ändern.',
    quoteIt: (text) => `Es ist nicht klar, wo der Text "${text}" endet. Bitte setzen Sie ihn in Anführungszeichen.`,
  },
}
