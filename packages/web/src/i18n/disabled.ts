/** Texts for disabled nodes. */
export const disabledStrings = {
  disable: 'Disable',
  enable: 'Enable',
  both: 'Disable or enable',
  badge: 'Disabled',
  tip: 'Disabled: it does not run, and values pass over it.',
  cannotTest: 'The node is disabled. Enable it to test it.',
}
