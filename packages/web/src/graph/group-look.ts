import { GROUP_COLORS, type GroupColor } from '@millrace/model'

const VARIABLES: Readonly<Record<GroupColor, string>> = {
  gray: 'var(--fd-node-slate)',
  blue: 'var(--fd-node-blue)',
  green: 'var(--fd-node-emerald)',
  amber: 'var(--fd-node-amber)',
  red: 'var(--fd-node-red)',
  violet: 'var(--fd-node-violet)',
}

/** The color that a group is set to; gray if it is not one of the palette. */
export function groupColor(value: unknown): GroupColor {
  return GROUP_COLORS.find((color) => color === value) ?? 'gray'
}

/** The CSS color of a group. */
export function groupColorValue(value: unknown): string {
  return VARIABLES[groupColor(value)]
}

/**
 * Groups are behind notes, edges and nodes. The library lifts a selected node by 1,000, and a group would then cover
 * its nodes.
 */
export function groupDepth(isSelected: boolean): number {
  return isSelected ? -1002 : -2
}
