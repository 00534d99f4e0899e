import type { disabledStrings } from '../disabled.ts'

export const disabled: typeof disabledStrings = {
  disable: 'Deaktivieren',
  enable: 'Aktivieren',
  both: 'Deaktivieren oder aktivieren',
  badge: 'Deaktiviert',
  tip: 'Deaktiviert: Der Knoten wird nicht ausgeführt, Werte werden an ihm vorbei weitergegeben.',
  cannotTest: 'Der Knoten ist deaktiviert. Aktivieren Sie ihn, um ihn zu testen.',
}
