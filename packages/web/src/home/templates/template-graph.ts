/**
 * Builds the document of a template with the commands of the editor, so a template cannot contain anything that the
 * editor does not allow. Loaded when a template is used: the first load of the page does without the commands.
 */
import { applyAll, type Catalogue, type Command, type EditProblem, type Graph } from '@millrace/model'
import type { Template, TemplateNode, TemplateVariables } from './template.ts'

export type TemplateGraph =
  | { readonly ok: true; readonly graph: Graph }
  | { readonly ok: false; readonly problem: EditProblem; readonly command: Command }

/** The graph of a template, or the first problem with the catalogue. */
export function graphOf(template: Template, catalogue: Catalogue, filling: TemplateVariables): TemplateGraph {
  const result = applyAll<Graph>({ nodes: [], edges: [] }, commandsOf(template, filling), catalogue)
  const refused = result.results.find((one) => !one.ok)
  if (refused !== undefined && !refused.ok) return { ok: false, problem: refused.problem, command: refused.command }
  return { ok: true, graph: { ...result.graph, nodes: result.graph.nodes.map((node) => sized(node, template)) } }
}

function commandsOf(template: Template, filling: TemplateVariables): Command[] {
  return [
    ...Object.entries(template.nodes).flatMap(([id, node]) => nodeCommands(id, node, filling)),
    ...template.edges.map((edge): Command => {
      const [source = '', target = ''] = edge.split(' ')
      return { verb: 'connect', source: endOf(source), target: endOf(target) }
    }),
  ]
}

function nodeCommands(
  id: string,
  { type, label, at: [x, y], config, extensions }: TemplateNode,
  filling: TemplateVariables,
): Command[] {
  return [
    { verb: 'add', name: id, type, at: { x, y } },
    ...(label === undefined ? [] : [{ verb: 'rename', node: id, label } as const]),
    {
      verb: 'configure',
      node: id,
      ...(config === undefined ? {} : { config: { set: filled(config, filling) as Record<string, unknown> } }),
      ...(extensions === undefined ? {} : { extensions: { set: extensions } }),
    },
  ]
}

function endOf(text: string): { node: string; port: string } {
  const cut = text.indexOf(':')
  return { node: text.slice(0, cut), port: text.slice(cut + 1) }
}

function filled(value: unknown, filling: TemplateVariables): unknown {
  if (typeof value === 'string') {
    return value.replaceAll('{unique}', filling.unique).replaceAll('{helper}', filling.helper ?? '')
  }
  if (Array.isArray(value)) return value.map((item) => filled(item, filling))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item, filling)]))
}

function sized<N extends { id: string }>(node: N, template: Template): N {
  const size = template.nodes[node.id]?.size
  return size === undefined ? node : { ...node, width: size[0], height: size[1] }
}
