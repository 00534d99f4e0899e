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

export class Draft {
  graph: Graph
  readonly catalogue: Catalogue
  readonly commands: Command[] = []
  /** What was done, a sentence each. */
  readonly done: string[] = []
  readonly answers: string[] = []
  /** A text or name was read that is not in quotes. */
  hasLooseText = false
  /** Nodes that "it" may mean, the newest last. */
  readonly recent: string[]

  constructor(graph: Graph, catalogue: Catalogue, recent: readonly string[]) {
    this.graph = graph
    this.catalogue = catalogue
    this.recent = [...recent]
  }

  /** A draft that starts where this one is. */
  next(): Draft {
    return new Draft(this.graph, this.catalogue, this.recent)
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
    let name = label ?? type.name
    for (let number = 2; label === undefined && taken.has(name); number++) name = `${type.name} ${number}`
    const had = new Set(this.graph.nodes.map((node) => node.id))
    const word = oneWordName(name, this.graph, this.catalogue)
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
