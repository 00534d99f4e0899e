import type { Catalogue } from '../catalogue.ts'

export const connections: Catalogue['connections'] = {
  orderOnly: 'Nur Reihenfolge',
  orderOnlyHelp: 'Bestimmt die Reihenfolge und übergibt keinen Wert.',
  orderOnlyAdded: (node) => `${node} ist nur für die Reihenfolge verbunden und erhält keinen Wert vom Knoten davor.`,
  passesValue: 'gibt den eingehenden Wert weiter',
}
