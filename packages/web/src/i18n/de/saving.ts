import type { Catalogue } from '../catalogue.ts'

export const saving: Catalogue['saving'] = {
  status: {
    saved: 'Gespeichert',
    saving: 'Wird gespeichert …',
    unsaved: 'Nicht gespeichert',
    draftSaved: 'Nicht gespeichert (Entwurf gesichert)',
    inBrowser: 'Nicht gespeichert, in diesem Browser gesichert',
    failed: 'Nicht gespeichert und nicht gesichert',
    offline: 'Offline, Verbindung wird wiederhergestellt …',
    offlineKept: 'Offline, in diesem Browser gesichert',
    isNew: 'Noch nicht gespeichert',
  },
  hints: {
    draftSaved:
      'Ihr Entwurf liegt auf dem Server. Sie können in einem anderen Browser weiterarbeiten. Speichern erstellt eine Version.',
    inBrowser: 'Ihre Änderungen sind in diesem Browser gesichert, bis der Server sie annimmt.',
    failed:
      'Im Browser ist kein Speicherplatz frei, und der Server hat die Änderungen nicht angenommen. Exportieren Sie den Workflow, um sie zu behalten.',
    offline: 'Der Server ist nicht erreichbar. Der Editor verbindet sich automatisch neu.',
  },
  reconnected: 'Wieder mit dem Server verbunden',
  draft: {
    opened: (when) => `Sie bearbeiten nicht gespeicherte Änderungen (${when})`,
    compare: 'Mit gespeicherter Version vergleichen',
    discard: 'Meine Änderungen verwerfen',
    discarded: 'Änderungen verworfen',
    close: 'Hinweis schließen',
    undecided: 'Es gibt andere nicht gespeicherte Änderungen an diesem Workflow',
    decide: 'Entscheiden …',
  },
  other: {
    title: 'Es gibt andere nicht gespeicherte Änderungen von Ihnen',
    text: (when) =>
      `Sie wurden ${when} in einem anderen Tab oder Browser vorgenommen. Beide Entwürfe bleiben erhalten, bis Sie sich entscheiden.`,
    difference: 'Unterschiede zwischen dem anderen und Ihrem Entwurf',
    later: 'Später entscheiden',
    take: 'Anderen Entwurf verwenden',
    takeHint: 'Ersetzt den Inhalt der Arbeitsfläche. Sie können das rückgängig machen.',
    keep: 'Meinen behalten',
    keepHint: 'Verwirft den anderen Entwurf.',
  },
  leave: {
    title: 'Nicht gespeicherte Änderungen',
    kept: 'Wenn Sie die Seite verlassen, bleiben sie als Ihr Entwurf erhalten und sind beim nächsten Öffnen wieder da.',
    lost: 'Sie konnten weder auf dem Server noch in diesem Browser gesichert werden. Wenn Sie die Seite verlassen, gehen sie verloren.',
    stay: 'Bleiben',
    leave: 'Verlassen (Entwurf behalten)',
    leaveLost: 'Verlassen und Änderungen verlieren',
    save: 'Speichern und verlassen',
  },
  publish: {
    title: 'Veröffentlichung (wirkt sofort)',
    active: 'Aktiv',
    inactive: 'Inaktiv',
    activeHint: 'Webhooks und Zeitpläne starten diesen Workflow.',
    inactiveHint: 'Webhooks und Zeitpläne starten diesen Workflow nicht.',
    manual: 'Manuell veröffentlichen',
    manualHint:
      'Gespeicherte Versionen sind erst aktiv, wenn Sie sie veröffentlichen. Aus: Jede gespeicherte Version ist sofort aktiv.',
    publish: 'Veröffentlichen',
    hint: (published, saved) =>
      `${published === undefined ? 'Keine Version ist veröffentlicht' : `Version ${published} ist aktiv`}. Gespeichert: Version ${saved ?? '–'}.`,
    done: (revision) => `Version ${revision} ist veröffentlicht`,
  },
  run: {
    lost: 'Verbindung unterbrochen. Angezeigt wird der Stand davor.',
    reconnecting: 'Verbindung wird wiederhergestellt …',
  },
}
