import type { NumberText } from './number-text.ts'

/** Values of nodes: the viewer, the data beside the settings, pinned data and the test of one node. */
export const nodeDataStrings = (numberText: NumberText) => ({
  view: 'View',
  table: 'Table',
  tree: 'Tree',
  text: 'Text',
  search: 'Search',
  searchIn: (name: string) => `Search in ${name}`,
  noMatches: 'No matches',
  matches: (count: number) => (count === 1 ? '1 match' : `${numberText(count)} matches`),
  items: (count: number) => (count === 1 ? '1 item' : `${numberText(count)} items`),
  fields: (count: number) => (count === 1 ? '1 field' : `${numberText(count)} fields`),
  copyValue: 'Copy value',
  copyPath: 'Copy path',
  copyAll: (name: string) => `Copy ${name}`,
  download: (name: string) => `Download ${name}`,
  dragHint: 'Drag into a field to use this value',
  value: 'Value',
})
