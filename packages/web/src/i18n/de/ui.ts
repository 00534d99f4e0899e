import type { Catalogue } from '../catalogue.ts'

export const ui: Catalogue['ui'] = {
  close: 'Schließen',
  ok: 'Fertig',
  cancel: 'Abbrechen',
  loading: 'Wird geladen …',
  retry: 'Noch einmal versuchen',
  broken: 'Das ließ sich nicht zeigen',
  brokenText:
    'Vielleicht wurde der Dienst inzwischen erneuert, oder die Verbindung war weg. Nichts Gespeichertes ist davon betroffen.',
  theme: 'Darstellung',
  themes: { system: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
  bytes: 'Bytes',
  language: 'Sprache',
  languageOfBrowser: 'Wie der Browser',
}

export const time: Catalogue['time'] = {
  now: 'gerade eben',
  soon: 'gleich',
  milliseconds: 'ms',
  seconds: 's',
  minutes: 'min',
  hours: 'h',
  days: 'T',
  daysLeft: (count) => (count === 1 ? '1 Tag' : `${count} Tage`),
}

export const page: Catalogue['page'] = {
  product: 'Millrace',
  places: 'Bereiche',
  account: 'Konto',
  signOut: 'Abmelden',
  docs: 'API-Referenz',
  notFound: 'Hier ist nichts',
  notFoundText: 'Diese Adresse führt nirgendwohin.',
  goHome: 'Zu den Workflows',
  workflows: 'Workflows',
  signInTitle: 'Bei Millrace anmelden',
  signInText: 'Öffnen Sie den Link, den der Dienst beim Start ausgegeben hat, oder fügen Sie ein API-Token ein.',
  token: 'API-Token',
  signIn: 'Anmelden',
  wrongToken:
    'Dieses Token gilt nicht: Es ist vielleicht vertippt, abgelaufen oder widerrufen. Wer den Dienst betreibt, kann Ihnen ein anderes geben.',
  unreachable: 'Der Dienst ist nicht erreichbar',
}
