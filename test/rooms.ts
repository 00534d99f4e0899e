/** Which room may import which. The map in docs/architecture.md is held against this table. */
export const MAY_IMPORT: Record<string, readonly string[]> = {
  model: [],
  agentspec: ['model'],
  nodes: ['model', 'agentspec'],
  engine: ['model'],
  store: ['model', 'engine'],
  service: ['model', 'agentspec', 'nodes', 'engine', 'store'],
  client: [],
  web: ['model', 'agentspec', 'client'],
}
