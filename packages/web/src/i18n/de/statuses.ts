import type { Catalogue } from '../catalogue.ts'

export const status: Catalogue['status'] = {
  step: {
    idle: 'Inaktiv',
    pending: 'Ausstehend',
    running: 'Läuft',
    paused: 'Pausiert',
    interrupted: 'Unterbrochen',
    completed: 'Abgeschlossen',
    skipped: 'Übersprungen',
    failed: 'Fehlgeschlagen',
    cancelled: 'Abgebrochen',
  },
  interrupt: { pending: 'Offen', resolved: 'Beantwortet', cancelled: 'Geschlossen' },
  delivery: { pending: 'Wartet', delivered: 'Zugestellt', failed: 'Fehlgeschlagen' },
  session: {
    idle: 'Bereit',
    running: 'Läuft',
    awaiting_input: 'Wartet auf Sie',
    completed: 'Abgeschlossen',
    failed: 'Fehlgeschlagen',
  },
}
