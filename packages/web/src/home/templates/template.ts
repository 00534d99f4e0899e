/**
 * A workflow template in a compact form: nodes by id, connections as `node:port node:port`. `graphOf` builds the
 * document with the commands of the editor, so a template cannot contain anything that the editor does not allow.
 */
import { applyAll, type Catalogue, type Command, type EditProblem, type Graph, type NewWorkflow } from '@millrace/model'

export const TEMPLATE_GROUPS = ['basics', 'ai', 'people', 'data', 'triggers'] as const
export type TemplateGroup = (typeof TEMPLATE_GROUPS)[number]

export interface TemplateNode {
  readonly type: string
  readonly label?: string
  readonly at: readonly [x: number, y: number]
  /** Only for notes. */
  readonly size?: readonly [width: number, height: number]
  readonly config?: Readonly<Record<string, unknown>>
  readonly extensions?: Readonly<Record<string, unknown>>
}

export interface Template {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly group: TemplateGroup
  readonly icon: string
  readonly tags: readonly string[]
  /** True if it has a node that calls a model; the node uses the provider `echo`, which works offline. */
  readonly usesModel?: boolean
  /** Another workflow that this one calls. It is created first; `{helper}` in the settings becomes its id. */
  readonly helper?: Template
  readonly nodes: Readonly<Record<string, TemplateNode>>
  /** `from:port to:port` */
  readonly edges: readonly string[]
}

/** Replacements of `{unique}` and `{helper}` in the settings of a template. */
export interface TemplateVariables {
  /** Unique letters, because a webhook path can be used only once. */
  readonly unique: string
  readonly helper?: string
}

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

/** The request body that creates a workflow from a template. */
export function newWorkflowOf(template: Template, { nodes, edges }: Graph): NewWorkflow {
  const { name, description, tags } = template
  return { name, description, tags: [...tags], nodes: [...nodes], edges: [...edges] }
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
