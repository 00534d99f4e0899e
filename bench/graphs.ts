/** Workflows of any size, wired like real ones: a start, then rows of text nodes with settings. */
const ROW = 10
/** The first node after the start has its own text; the others get theirs from the previous one. */
const FIRST: Record<number, Record<string, unknown>> = { 1: { text: 'hello' } }

export function graphOf(size: number) {
  const nodes = Array.from({ length: size }, (_, at) => ({
    id: at === 0 ? 'start.1' : `text_formatter.${at}`,
    type: 'universalNode',
    position: { x: (at % ROW) * 280, y: Math.floor(at / ROW) * 160 },
    deletable: true,
    data: {
      label: at === 0 ? 'Start' : `Format step number ${at}`,
      config: at === 0 ? {} : { operation: 'uppercase', instanceDescription: 'Makes the text large', ...FIRST[at] },
      metadata: { node_type_id: at === 0 ? 'start' : 'text_formatter', id: at === 0 ? 'start' : 'text_formatter' },
    },
  }))
  const edges = nodes.slice(1).map((node, at) => {
    const source = nodes[at]?.id ?? ''
    const [from, to] = at === 0 ? ['trigger', 'trigger'] : ['formatted', 'text']
    return {
      id: `e${at + 1}`,
      source,
      target: node.id,
      sourceHandle: `${source}-output-${from}`,
      targetHandle: `${node.id}-input-${to}`,
      type: 'default',
    }
  })
  return { name: `Graph of ${size}`, description: 'Made for measuring.', tags: ['bench'], nodes, edges }
}
