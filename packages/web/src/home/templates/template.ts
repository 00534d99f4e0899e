/** A workflow template in a compact form: nodes by id, connections as `node:port node:port`. */
import type { Graph, NewWorkflow } from '@millrace/model'

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

/** The request body that creates a workflow from a template. */
export function newWorkflowOf(template: Template, { nodes, edges }: Graph): NewWorkflow {
  const { name, description, tags } = template
  return { name, description, tags: [...tags], nodes: [...nodes], edges: [...edges] }
}
