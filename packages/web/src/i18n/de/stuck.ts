import type { Catalogue } from '../catalogue.ts'

export const stuck: Catalogue['stuck'] = {
  status: 'Blockiert',
  notice: (reason) =>
    `Kein Worker konnte diese Ausführung fortsetzen, und es gibt keine weiteren Versuche. Letzter Fehler: ${reason}`,
}
