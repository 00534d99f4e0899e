/** Texts for finding and arranging nodes: search, command palette, groups. */
export const arrangeStrings = {
  search: {
    recent: 'Recently used',
  },
}
