import type { groupStrings } from '../groups.ts'

export const groups: typeof groupStrings = {
  group: 'Auswahl gruppieren',
  ungroup: 'Gruppierung aufheben',
  color: 'Farbe der Gruppe',
  colors: { gray: 'Grau', blue: 'Blau', green: 'Grün', amber: 'Bernstein', red: 'Rot', violet: 'Violett' },
}
