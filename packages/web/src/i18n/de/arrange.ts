import type { arrangeStrings } from '../arrange.ts'

export const arrange: typeof arrangeStrings = {
  palette: {
    title: 'Befehlspalette',
    label: 'Aktionen, Knoten und Workflows suchen',
    none: 'Keine Treffer',
    actions: 'Aktionen',
    nodes: 'Knoten auf der Arbeitsfläche',
    add: 'Knoten hinzufügen',
    workflows: 'Workflows',
    pages: 'Seiten und Einstellungen',
  },
  search: {
    recent: 'Zuletzt verwendet',
  },
}
