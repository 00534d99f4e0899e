import type { Catalogue } from '../catalogue.ts'

export const ui: Catalogue['ui'] = {
  close: 'Schließen',
  ok: 'Fertig',
  cancel: 'Abbrechen',
  loading: 'Wird geladen …',
  retry: 'Erneut versuchen',
  broken: 'Etwas ist schiefgelaufen',
  brokenText:
    'Möglicherweise wurde der Dienst aktualisiert oder die Verbindung unterbrochen. Gespeicherte Daten sind nicht betroffen.',
  theme: 'Darstellung',
  themes: { system: 'Systemstandard', light: 'Hell', dark: 'Dunkel' },
  keys: { Mod: 'Strg', Delete: 'Entf', Shift: 'Umschalt' },
  bytes: 'Bytes',
  language: 'Sprache',
  languageOfBrowser: 'Browserstandard',
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
  places: 'Hauptnavigation',
  account: 'Konto',
  signOut: 'Abmelden',
  guide: 'Dokumentation',
  docs: 'API-Referenz',
  notFound: 'Seite nicht gefunden',
  notFoundText: 'Unter dieser Adresse gibt es keine Seite.',
  goHome: 'Zu den Workflows',
  workflows: 'Workflows',
  signInTitle: 'Bei Millrace anmelden',
  signInText: 'Öffnen Sie den Link, den der Dienst beim Start ausgegeben hat, oder fügen Sie ein API-Token ein.',
  token: 'API-Token',
  signIn: 'Anmelden',
  wrongToken:
    'Ungültiges API-Token. Möglicherweise ist es falsch geschrieben, abgelaufen oder widerrufen. Bitten Sie Ihren Administrator um ein neues.',
  unreachable: 'Der Dienst ist nicht erreichbar',
}
