/** Test workflows written as lines: `a:port -> b:port`, with a map of node types. */
import { type Catalogue, catalogueOf, printHandle, type WorkflowEdge, type WorkflowNode } from '@millrace/model'
import { loadBuiltInNodes } from '@millrace/nodes'
import type { ExportedWorkflow } from '../workflow/canvas.ts'

export const catalogue: Catalogue = catalogueOf(await loadBuiltInNodes())

type Settings = Readonly<Record<string, unknown>>

/** A workflow of nodes `id: type` or `id: [type, config]`, and one edge per line. */
export function drawnWorkflow(
  nodes: Readonly<Record<string, string | readonly [string, Settings]>>,
  lines: string,
): ExportedWorkflow {
  return {
    id: '7d1f4a52-0000-4000-8000-000000000001',
    name: 'Drawn',
    description: 'For a test',
    nodes: Object.entries(nodes).map(([id, given], at): WorkflowNode => {
      const [typeId, config] = typeof given === 'string' ? [given, {}] : given
      const type = catalogue.types.get(typeId)
      const metadata = type ? { ...structuredClone(type) } : { node_type_id: typeId }
      return { id, type: 'universalNode', position: { x: at * 10, y: 5 }, data: { label: id, config, metadata } }
    }),
    edges: lines
      .trim()
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line, at) => drawnEdge(line, at)),
    metadata: { tags: ['a'], author: 'Ada', format: 'millrace' },
    config: { kanban: { columns: [] } },
  }
}

function drawnEdge(line: string, at: number): WorkflowEdge {
  const [source = '', sourcePort = 'trigger', target = '', targetPort = 'trigger'] = line.split('->').flatMap((end) => {
    const [node = '', port = 'trigger'] = end.trim().split(':')
    return [node, port]
  })
  return {
    id: `edge-${at}`,
    source,
    target,
    sourceHandle: printHandle({ node: source, port: sourcePort }, 'output'),
    targetHandle: printHandle({ node: target, port: targetPort }, 'input'),
    type: 'default',
  }
}
