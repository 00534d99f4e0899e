/** Which room may import which. The map in docs/architecture.md is held against this table. */
export const MAY_IMPORT: Record<string, readonly string[]> = {
  model: [],
  nodes: ['model'],
  engine: ['model'],
  store: ['model', 'engine'],
  service: ['model', 'nodes', 'engine', 'store'],
}
