/** A copy of the workflow on which every command is tried at once: a command that is refused never becomes part of a reply. */
import {
  applyCommand,
  type Catalogue,
  type Command,
  type Graph,
  type NodeType,
  nodeTypeIdOf,
  oneWordName,
  titleOf,
  type WorkflowEdge,
  type WorkflowNode,
} from '@millrace/model'
import type { Translate } from '@millrace/nodes'

/** The name of a type, which is the label of a new node. */
export type TypeName = (type: NodeType) => string

/** The names of types in another language; in English without a translation. */
export function namesOfTypes(translate: Translate | undefined): TypeName {
  return ({ name }) => (translate === undefined ? name : translate(name))
}

export class Draft {
  graph: Graph
  readonly catalogue: Catalogue
  readonly #nameOf: TypeName
  readonly commands: Command[] = []
  /** What was done, a sentence each. */
  readonly done: string[] = []
  readonly answers: string[] = []
  /** A text or name was read that is not in quotes. */
  hasLooseText = false
  /** Nodes that "it" may mean, the newest last. */
  readonly recent: string[]

  constructor(graph: Graph, catalogue: Catalogue, recent: readonly string[], nameOf: TypeName) {
    this.#nameOf = nameOf
    this.graph = graph
    this.catalogue = catalogue
    this.recent = [...recent]
  }

  /** A draft that starts where this one is. */
  next(): Draft {
    return new Draft(this.graph, this.catalogue, this.recent, this.#nameOf)
  }

  /** Takes over what was done in a draft that `next` returned. */
  take({ graph, commands, done, answers, recent, hasLooseText }: Draft): void {
    this.graph = graph
    this.hasLooseText ||= hasLooseText
    this.commands.push(...commands)
    this.done.push(...done)
    this.answers.push(...answers)
    this.recent.splice(0, this.recent.length, ...recent)
  }

  /** Tries a command; returns why it is refused. */
  try(command: Command): string | undefined {
    const result = applyCommand(this.graph, command, this.catalogue)
    if (!result.ok) return result.problem.message
    this.graph = result.graph
    this.commands.push(command)
    return undefined
  }

  /** Notes what was done with a node, which is what "it" means from now on. */
  tell(sentence: string, ...ids: readonly string[]): void {
    this.done.push(sentence)
    this.recent.push(...ids)
  }

  node(id: string): WorkflowNode | undefined {
    return this.graph.nodes.find((node) => node.id === id)
  }

  readonly typeOf = (node: WorkflowNode): NodeType | undefined => this.catalogue.types.get(nodeTypeIdOf(node))

  /** A node in a reply. */
  name(id: string): string {
    const node = this.node(id)
    const title = node === undefined ? '' : titleOf(node)
    return title === '' || title === id ? `\`${id}\`` : `**${title}** (\`${id}\`)`
  }

  /** Adds a node, under its name or a label that no other node has; returns its id. */
  add(type: NodeType, label?: string): string | undefined {
    const taken = new Set(this.graph.nodes.flatMap((node) => [titleOf(node), node.id]))
    const numbered = (name: string, number: number) => (number === 1 ? name : `${name} ${number}`)
    let number = 1
    while (label === undefined && taken.has(numbered(this.#nameOf(type), number))) number++
    const name = label ?? numbered(this.#nameOf(type), number)
    const had = new Set(this.graph.nodes.map((node) => node.id))
    // Ids are the same in every language.
    const word = oneWordName(label ?? numbered(type.name, number), this.graph, this.catalogue)
    if (this.try({ verb: 'add', type: type.node_type_id, name: word }) !== undefined) return undefined
    const id = this.graph.nodes.find((node) => !had.has(node.id))?.id
    if (id !== undefined && name !== word) this.try({ verb: 'rename', node: id, label: name })
    return id
  }

  arriving(id: string): WorkflowEdge[] {
    return this.graph.edges.filter((edge) => edge.target === id)
  }

  leaving(id: string): WorkflowEdge[] {
    return this.graph.edges.filter((edge) => edge.source === id)
  }
}
