/** Texts for finding and arranging nodes: search, command palette, groups. */
export const arrangeStrings = {
  palette: {
    title: 'Command palette',
    label: 'Search actions, nodes and workflows',
    none: 'No matches',
    actions: 'Actions',
    nodes: 'Nodes on the canvas',
    add: 'Add a node',
    workflows: 'Workflows',
    pages: 'Pages and settings',
  },
  search: {
    recent: 'Recently used',
  },
}
