/** A workflow that starts with a webhook and passes the body to an output called `answer`. */
export interface Settings {
  readonly path: string
  readonly method?: string
  readonly auth?: string
  readonly secret?: string
  readonly credential?: string
  readonly respond?: string
  /** Delay before it ends. */
  readonly seconds?: number
}

export function drawn({ seconds = 0, ...config }: Settings) {
  return {
    nodes: [
      node('in', 'webhook_trigger', config),
      node('wait', 'delay', { seconds }),
      node('out', 'output', { name: 'answer' }),
    ],
    edges: [edge('in:body', 'wait:value'), edge('wait:value', 'out:value')],
  }
}

export function node(id: string, type: string, config: object): object {
  return { id, position: { x: 0, y: 0 }, data: { label: id, config, metadata: { node_type_id: type, id: type } } }
}

export function edge(from: string, to: string): object {
  const [source, out] = from.split(':')
  const [target, input] = to.split(':')
  const handles = { sourceHandle: `${source}-output-${out}`, targetHandle: `${target}-input-${input}` }
  return { id: `${from}-${to}`, source, target, ...handles }
}
