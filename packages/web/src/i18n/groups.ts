/** Texts of groups on the canvas. */
export const groupStrings = {
  group: 'Group selection',
  ungroup: 'Ungroup',
  color: 'Color of the group',
  colors: { gray: 'Gray', blue: 'Blue', green: 'Green', amber: 'Amber', red: 'Red', violet: 'Violet' },
}
