/** Writes the official dialect: PascalCase types, ids, references as objects, and the document version. */
import { isObject } from '@millrace/model'
import type {
  AnyComponent,
  BranchingNode,
  Component,
  Fields,
  Flow,
  FlowNodeComponent,
  LlmNode,
  NameRef,
  Property,
} from '../components.ts'
import { inputsOf, mapPorts, outputsOf, toolPorts } from '../ports.ts'
import { placeholdersIn } from '../templates.ts'
import { versionFor } from '../versions.ts'
import { CARRIED, LLM, LLM_CLASSES, nodeShape, type Shape, type Sort, shapeOfKind } from './shapes.ts'
import { withReferences } from './share.ts'

type Out = Record<string, unknown>

export interface OfficialOptions {
  /** The version to write. Default: that of the document, else the lowest that fits. */
  readonly version?: string
}

/** Thrown if a flow cannot be written in the requested version; names the component that prevents it. */
export class CannotWrite extends Error {}

/** A flow in the official dialect, ready for JSON or YAML. */
export function writeOfficial(flow: Flow, options: OfficialOptions = {}): Out {
  const found = versionFor(flow, options.version)
  if ('problem' in found) throw new CannotWrite(found.problem)
  const written = withReferences(new Writer().component(flow) as Out)
  const { component_type, id, name, ...rest } = written
  return { component_type, id, name, ...rest, agentspec_version: found.version }
}

/** An agent of any kind in the official dialect. */
export function writeOfficialComponent(component: AnyComponent, version: string): Out {
  return { ...withReferences(new Writer().component(component) as Out), agentspec_version: version }
}

/** Writes components; each object once. */
class Writer {
  readonly #done = new Map<object, Out>()
  readonly #named = new Map<string, Out>()

  component(one: AnyComponent | NameRef): unknown {
    if (one.kind === 'ref') return { $component_ref: one.name }
    const before = this.#done.get(one)
    if (before !== undefined) return before
    const made = 'controlFlow' in one ? this.#flowOut(one) : this.#shapedOut(one, shapeOfKind(one.kind))
    this.#done.set(one, made)
    return made
  }

  #flowOut(flow: Flow): Out {
    const tidy = conformed(flow)
    const nodes = new Map(tidy.nodes.map((node) => [node.id, this.#nodeOut(node)]))
    const end = (id: string) => nodes.get(id) ?? { $component_ref: id }
    return {
      ...baseOut(flow, 'Flow', {}),
      ...portsOut(flow),
      start_node: end(flow.startNode),
      nodes: [...nodes.values()],
      control_flow_connections: tidy.controlFlow.map((edge) => ({
        ...baseOut(edge, 'ControlFlowEdge', {}),
        from_node: end(edge.fromNode),
        ...(edge.fromBranch === undefined ? {} : { from_branch: edge.fromBranch }),
        to_node: end(edge.toNode),
        ...edge.extra,
      })),
      ...(tidy.dataFlow === undefined
        ? {}
        : {
            data_flow_connections:
              tidy.dataFlow?.map((edge) => ({
                ...baseOut(edge, 'DataFlowEdge', {}),
                source_node: end(edge.sourceNode),
                source_output: edge.sourceOutput,
                destination_node: end(edge.destinationNode),
                destination_input: edge.destinationInput,
                ...edge.extra,
              })) ?? null,
          }),
      ...flow.extra,
    }
  }

  #nodeOut(node: FlowNodeComponent): Out {
    const before = this.#done.get(node)
    if (before !== undefined) return before
    const made = this.#shapedOut(node as unknown as AnyComponent, nodeShape(node.kind))
    this.#done.set(node, made)
    return made
  }

  #shapedOut(one: AnyComponent, shape: Shape | undefined): Out {
    const fields = one as unknown as Fields
    const carried: Out = {}
    const own: Out = {}
    for (const field of shape?.fields ?? []) {
      const value = fields[field.key]
      if (value === undefined) continue
      if (field.official === null) {
        if (value !== null) carried[field.simple ?? field.key] = value
      } else if (field.key === 'provider' && !hasProvider(fields)) {
        if (value !== null) carried.provider = value
      } else if (!isEmptyName(value)) own[field.official] = this.#valueOut(value, { sort: field.sort, owner: one })
    }
    if (shape?.kind === 'llm') own.prompt_template = promptOf(one as unknown as LlmNode)
    const type = typeof fields.componentType === 'string' ? fields.componentType : (shape?.official ?? '')
    return {
      ...baseOut(one, type, carried),
      ...(shape === LLM ? {} : portsOut(one as { inputs?: readonly Property[] | null })),
      ...(fields.branches === undefined ? {} : { branches: fields.branches }),
      ...own,
      ...one.extra,
    }
  }

  #valueOut(value: unknown, { sort, owner }: { sort: Sort; owner: AnyComponent }): unknown {
    if (value === null) return null
    const one = (inner: unknown) => this.component(inner as AnyComponent | NameRef)
    switch (sort) {
      case 'tool':
        return this.#toolOut(value as AnyComponent | NameRef, owner)
      case 'llm':
      case 'agent':
      case 'flow':
      case 'specialization':
        return one(value)
      case 'flows':
      case 'agents':
        return (value as unknown[]).map(one)
      case 'tools':
        return (value as (AnyComponent | NameRef)[]).map((tool) => this.#toolOut(tool, undefined))
      case 'agent pairs':
        return (value as unknown[][]).map((pair) => pair.map(one))
      default:
        return value
    }
  }

  /** Server tools are resolved by name, so a tool reference is written as a server tool. */
  #toolOut(tool: AnyComponent | NameRef, owner: AnyComponent | undefined): unknown {
    if (tool.kind !== 'ref') return this.component(tool)
    const known = this.#named.get(tool.name)
    if (known !== undefined) return known
    const node = owner as unknown as { inputs?: readonly Property[] | null; outputs?: readonly Property[] | null }
    const ports = toolPorts(tool)
    const made = {
      component_type: 'ServerTool',
      id: `tool:${tool.name}`,
      name: tool.name,
      metadata: { [`${CARRIED}by_name`]: true },
      inputs: ports?.inputs ?? node?.inputs ?? [],
      outputs: ports?.outputs ?? node?.outputs ?? [],
    }
    this.#named.set(tool.name, made)
    return made
  }
}

function isEmptyName(value: unknown): boolean {
  return isObject(value) && value.kind === 'ref' && value.name === ''
}

function hasProvider({ componentType }: Fields): boolean {
  return LLM_CLASSES[String(componentType)]?.hasProvider !== false
}

function baseOut(one: Component, componentType: string, carried: Out): Out {
  const added = Object.entries(carried).map(([key, value]) => [CARRIED + key, value] as const)
  return {
    component_type: componentType,
    id: one.id,
    name: one.name,
    ...(one.description === undefined ? {} : { description: one.description }),
    ...(added.length > 0
      ? { metadata: { ...one.metadata, ...Object.fromEntries(added) } }
      : one.metadata === undefined
        ? {}
        : { metadata: one.metadata }),
  }
}

function portsOut(one: { inputs?: readonly Property[] | null; outputs?: readonly Property[] | null }): Out {
  return {
    ...(one.inputs === undefined ? {} : { inputs: one.inputs }),
    ...(one.outputs === undefined ? {} : { outputs: one.outputs }),
  }
}

/** The official dialect has no system prompt for nodes: it precedes the prompt. */
function promptOf(node: LlmNode): string {
  return node.systemPrompt ? `${node.systemPrompt}\n\n${node.promptTemplate}` : node.promptTemplate
}

/**
 * Adapts a flow to stricter rules of the official format: the inputs of model nodes are exactly their placeholders,
 * ports of map nodes have the fixed prefixes, start and end nodes output their inputs.
 */
export function conformed(flow: Flow): Flow {
  const renamedIn = new Map<string, Map<string, string | undefined>>()
  const renamedOut = new Map<string, Map<string, string>>()
  const nodes = flow.nodes.map((node): FlowNodeComponent => {
    if (node.kind === 'llm' && node.inputs) return withPlaceholders(node, renamedIn)
    if (node.kind === 'branching') return node.seedBranches ? withOneInput(node) : node
    if ((node.kind === 'map' || node.kind === 'parallel_map') && node.subflow.kind === 'flow') {
      const ports = mapPorts(node, node.subflow)
      const ins = new Map(ports.inputs.map(({ title, feeds }) => [title, `iterated_${feeds}`]))
      const outs = new Map(ports.outputs.map(({ title, collects }) => [title, `collected_${collects}`]))
      if ([...ins, ...outs].every(([from, to]) => from === to)) return node
      renamedIn.set(node.id, ins)
      renamedOut.set(node.id, outs)
      const retitled = (list: readonly Property[], names: Map<string, string>) =>
        list.map((one) => ({ ...one, title: names.get(one.title) ?? one.title }))
      return { ...node, inputs: retitled(inputsOf(node), ins), outputs: retitled(outputsOf(node), outs) }
    }
    return node
  })
  if (renamedIn.size === 0 && renamedOut.size === 0) return { ...flow, nodes }
  const dataFlow = flow.dataFlow?.flatMap((edge) => {
    const input = renamedIn.get(edge.destinationNode)
    const to = input?.has(edge.destinationInput) ? input.get(edge.destinationInput) : edge.destinationInput
    const from = renamedOut.get(edge.sourceNode)?.get(edge.sourceOutput) ?? edge.sourceOutput
    return to === undefined ? [] : [{ ...edge, sourceOutput: from, destinationInput: to }]
  })
  return { ...flow, nodes, ...(dataFlow === undefined ? {} : { dataFlow }) }
}

function withPlaceholders(node: LlmNode, renamed: Map<string, Map<string, string | undefined>>): LlmNode {
  const wanted = new Set(placeholdersIn([node.systemPrompt ?? '', node.promptTemplate]))
  const extra = (node.inputs ?? []).filter(({ title }) => !wanted.has(title))
  const inputs = inputsOf(node).filter(({ title }) => wanted.has(title))
  if (extra.length === 0 && inputs.length === node.inputs?.length) return node
  if (extra.length > 0) renamed.set(node.id, new Map(extra.map(({ title }) => [title, undefined])))
  return { ...node, inputs }
}

function withOneInput(node: BranchingNode): BranchingNode {
  return node.inputs && node.inputs.length > 1 ? { ...node, inputs: node.inputs.slice(0, 1) } : node
}
