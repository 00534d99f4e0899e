/** Workflows as tests write them: nodes, and `a.port -> b.port` a line. */
interface DrawnNode {
  readonly id: string
  readonly type: string
  readonly config?: Readonly<Record<string, unknown>>
}

export function drawing(name: string, nodes: readonly DrawnNode[], lines: string) {
  const edges = lines
    .trim()
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, at) => {
      const [source = '', out = '', target = '', into = ''] = line.trim().split(/\s*->\s*|\./)
      return {
        id: `e${at}`,
        source,
        target,
        sourceHandle: `${source}-output-${out}`,
        targetHandle: `${target}-input-${into}`,
      }
    })
  return {
    name,
    nodes: nodes.map(({ id, type, config = {} }, at) => ({
      id,
      type: 'universalNode',
      position: { x: at * 100, y: 0 },
      data: { label: id, config, metadata: { node_type_id: type } },
    })),
    edges,
  }
}
