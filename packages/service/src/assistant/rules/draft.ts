/**
 * The answer while it is being made: a copy of the workflow on which every command is tried at once, what was said about
 * it, and what the words "it" and "them" mean by now. What is refused never becomes part of the answer.
 */
import {
  applyCommand,
  type Catalogue,
  type Command,
  configOf,
  type EditProblem,
  type Graph,
  isObject,
  issuesOf,
  oneWordName,
  type Schema,
  sameJson,
  titleOf,
  type WorkflowEdge,
  type WorkflowNode,
} from '@millrace/model'
import {
  adapterBetween,
  bestPair,
  type Ends,
  mainInput,
  mainOutput,
  portsOfNode,
  sourcePortOf,
  targetPortOf,
  typeOf,
} from './graph/ports.ts'
import type { Held } from './language/wording.ts'

/** A port that has a value, or that says when it is time. */
export interface Place {
  readonly node: string
  readonly port: string
}

export class Draft {
  readonly catalogue: Catalogue
  readonly before: Graph
  readonly held: readonly Held[]
  readonly commands: Command[] = []
  /** What was done, a sentence each. */
  readonly said: string[] = []
  /** Answers to questions. */
  readonly answers: string[] = []
  /** What was not done, and why. */
  readonly open: string[] = []
  /** Nodes that were made or spoken of, the newest last. */
  readonly recent: string[] = []
  /** What the sentence so far has made: its value, and what has to come first. */
  value: Place | undefined
  gate: Place | undefined
  /** The step that was described last; a sink is an end by itself. */
  last: { readonly node: string; readonly isSink: boolean } | undefined
  /** The head of a loop whose body is being described. */
  loop: string | undefined
  /** Nodes of a flow that this message makes from nothing. */
  readonly fresh: string[] = []
  graph: Graph

  constructor(
    graph: Graph,
    { catalogue, held, recent = [] }: { catalogue: Catalogue; held: readonly Held[]; recent?: readonly string[] },
  ) {
    this.graph = graph
    this.before = graph
    this.catalogue = catalogue
    this.held = held
    this.recent.push(...recent)
  }

  /** Tries a command; tells whether it became part of the answer. */
  try(command: Command): EditProblem | undefined {
    const result = applyCommand(this.graph, command, this.catalogue)
    if (!result.ok) return result.problem
    this.graph = result.graph
    this.commands.push(command)
    return undefined
  }

  node(id: string): WorkflowNode | undefined {
    return this.graph.nodes.find((node) => node.id === id)
  }

  /** A node as it is spoken of. */
  name(id: string): string {
    const node = this.node(id)
    const title = node === undefined ? '' : titleOf(node)
    return title === '' || title === id ? `\`${id}\`` : `**${title}** (\`${id}\`)`
  }

  /** The verb of the last command. The rename that gives a new node its label is part of adding it. */
  get lastVerb(): Command['verb'] | undefined {
    const [before, last] = [this.commands.at(-2), this.commands.at(-1)]
    return last?.verb === 'rename' && before?.verb === 'add' && before.name === last.node ? 'add' : last?.verb
  }

  /** It is spoken of now. */
  touch(...ids: readonly string[]): void {
    for (const id of ids) {
      const at = this.recent.indexOf(id)
      if (at >= 0) this.recent.splice(at, 1)
      this.recent.push(id)
    }
  }

  /** Adds a node under a label that no other has; its id, or undefined when there is no such type. */
  add(type: string, label?: string): string | undefined {
    const known = this.catalogue.types.get(type)
    if (known === undefined) return undefined
    const taken = new Set(this.graph.nodes.flatMap((node) => [titleOf(node), node.id]))
    const wanted = (label ?? known.name).replace(/\s+/g, ' ').trim() || known.name
    let name = wanted
    for (let number = 2; taken.has(name); number++) name = `${wanted} ${number}`
    const had = new Set(this.graph.nodes.map((node) => node.id))
    const word = oneWordName(name, this.graph, this.catalogue)
    if (this.try({ verb: 'add', type, name: word }) !== undefined) return undefined
    const id = this.graph.nodes.find((node) => !had.has(node.id))?.id
    if (id !== undefined) {
      if (name !== word) this.try({ verb: 'rename', node: id, label: name })
      this.touch(id)
      this.fresh.push(id)
    }
    return id
  }

  /** Gives settings that the type knows; those that do not fit are told of and left. */
  set(id: string, settings: Readonly<Record<string, unknown>>): boolean {
    let isDone = true
    for (const [key, value] of Object.entries(settings)) {
      const node = this.node(id)
      if (node === undefined || value === undefined || sameJson(configOf(node)[key], value)) continue
      const schema = propertiesOf(typeOf(node, this.catalogue)?.configSchema)[key]
      const [issue] = isObject(schema) ? issuesOf(schema as Schema, value) : []
      if (issue !== undefined) {
        this.open.push(`\`${key}\` of ${this.name(id)} ${issue.message}, so I left it as it is.`)
        isDone = false
      } else {
        const problem = this.try({ verb: 'set', node: id, key, value })
        if (problem !== undefined) isDone = false
      }
    }
    return isDone
  }

  /** Connects two nodes by the ports that fit best, with a node between them where none do. What was connected, or undefined. */
  connect(
    from: string,
    to: string,
    ports: { sourcePort?: string | undefined; targetPort?: string | undefined } = {},
  ): Place | undefined {
    const ends = this.ends(from, to, ports)
    if (ends === undefined) return undefined
    this.makeRoom(ends)
    const again = this.ends(from, to, ports) ?? ends
    const pair = bestPair(this.graph, again, this.catalogue)
    const named = portsOfNode(again.source, this.catalogue).outputs.get(ports.sourcePort ?? '')
    const hasNamed = ports.targetPort !== undefined || named?.dataType === 'trigger' || named?.id === 'error'
    const value = named ?? mainOutput(again.source, this.catalogue)
    // Order alone is no connection where a value was meant and could be made to fit.
    const isOnlyOrder =
      pair !== undefined &&
      pair.score < 5 &&
      !hasNamed &&
      value !== undefined &&
      mainInput(again.target, this.catalogue) !== undefined
    if (pair === undefined || isOnlyOrder) {
      const adapted = this.adapt(again)
      if (adapted !== undefined) return adapted
    }
    if (pair === undefined) return undefined
    const problem = this.try({
      verb: 'connect',
      source: { node: from, port: pair.source },
      target: { node: to, port: pair.target },
    })
    return problem === undefined ? { node: to, port: pair.target } : undefined
  }

  private ends(
    from: string,
    to: string,
    ports: { sourcePort?: string | undefined; targetPort?: string | undefined },
  ): Ends | undefined {
    const [source, target] = [this.node(from), this.node(to)]
    return source === undefined || target === undefined ? undefined : { source, target, ...ports }
  }

  /** A template or a piece of code takes a value under a name of its own. */
  private makeRoom({ source, target, sourcePort, targetPort }: Ends): void {
    const type = typeOf(target, this.catalogue)
    const properties = propertiesOf(type?.configSchema)
    if (
      type === undefined ||
      properties.template === undefined ||
      properties.dynamicInputs === undefined ||
      targetPort !== undefined
    )
      return
    const output =
      sourcePort === undefined
        ? mainOutput(source, this.catalogue)
        : portsOfNode(source, this.catalogue).outputs.get(sourcePort)
    if (output === undefined || output.dataType === 'trigger' || output.dataType === 'json') return
    const config = configOf(target)
    const own = Array.isArray(config.dynamicInputs) ? config.dynamicInputs : []
    const names = new Set(own.map((port) => (isObject(port) ? port.name : '')))
    let name = output.id
    for (let number = 2; names.has(name); number++) name = `${output.id}_${number}`
    this.set(target.id, { dynamicInputs: [...own, { name, label: output.name, dataType: output.dataType }] })
    const text = config.template
    if (text === undefined || text === '') this.set(target.id, { template: `{{ ${name} }}` })
  }

  /** Puts a node between two whose values do not go together. */
  private adapt({ source, target, sourcePort, targetPort }: Ends): Place | undefined {
    const output =
      sourcePort === undefined
        ? mainOutput(source, this.catalogue)
        : portsOfNode(source, this.catalogue).outputs.get(sourcePort)
    const input =
      targetPort === undefined
        ? mainInput(target, this.catalogue)
        : portsOfNode(target, this.catalogue).inputs.get(targetPort)
    if (output === undefined || input === undefined || output.dataType === 'trigger') return undefined
    // An HTTP answer is there as a text and as JSON: if the one does not fit, the other may.
    const other = bestPair(this.graph, { source, target, sourcePort: 'json', targetPort: input.id }, this.catalogue)
    if (other !== undefined) {
      const end = { node: target.id, port: other.target }
      return this.try({ verb: 'connect', source: { node: source.id, port: other.source }, target: end }) === undefined
        ? end
        : undefined
    }
    const type = adapterBetween(output.dataType, input.dataType, isCsv(source))
    if (type === undefined) return undefined
    const between = this.add(type)
    if (between === undefined) return undefined
    const [first, second] = [this.node(between), this.node(target.id)]
    const into = first && bestPair(this.graph, { source, target: first, sourcePort: output.id }, this.catalogue)
    const outOf =
      first && second && bestPair(this.graph, { source: first, target: second, targetPort: input.id }, this.catalogue)
    if (into === undefined || outOf === undefined) return undefined
    this.try({
      verb: 'connect',
      source: { node: source.id, port: into.source },
      target: { node: between, port: into.target },
    })
    this.try({
      verb: 'connect',
      source: { node: between, port: outOf.source },
      target: { node: target.id, port: outOf.target },
    })
    this.said.push(
      `${this.name(between)} stands between ${this.name(source.id)} and ${this.name(target.id)}, because their values do not fit as they are.`,
    )
    return { node: target.id, port: outOf.target }
  }

  /** Tries something that may turn out to be about nothing; then it is as if nothing had been said. */
  attempt(read: () => boolean): boolean {
    const lists = [this.commands, this.said, this.answers, this.open, this.recent, this.fresh] as unknown[][]
    const before = lists.map((list) => [...list])
    const { graph, value, gate, last, loop } = this
    try {
      return read()
    } catch (error) {
      if (!(error instanceof AboutNothing)) throw error
      for (const [at, list] of lists.entries()) list.splice(0, list.length, ...(before[at] ?? []))
      Object.assign(this, { graph, value, gate, last, loop })
      return false
    }
  }

  /** The same graph with nothing done yet: to try something. */
  copy(): Draft {
    return new Draft(this.graph, { catalogue: this.catalogue, held: this.held, recent: this.recent })
  }

  /** What the words mean where one node is out of the question. */
  without(id: string): Draft {
    const nodes = this.graph.nodes.filter((node) => node.id !== id)
    const recent = this.recent.filter((one) => one !== id)
    return new Draft({ ...this.graph, nodes }, { catalogue: this.catalogue, held: this.held, recent })
  }

  disconnect(edge: WorkflowEdge): void {
    this.try({
      verb: 'disconnect',
      source: { node: edge.source, port: sourcePortOf(edge) },
      target: { node: edge.target, port: targetPortOf(edge) },
    })
  }

  arriving(id: string): WorkflowEdge[] {
    return this.graph.edges.filter((edge) => edge.target === id)
  }

  leaving(id: string): WorkflowEdge[] {
    return this.graph.edges.filter((edge) => edge.source === id)
  }
}

/** A wording speaks of something that is not there; making it up would be a guess. */
export class AboutNothing extends Error {}

/** Whether a node gives a CSV text, as far as its name or its file says. */
function isCsv(node: WorkflowNode): boolean {
  return /csv/i.test(titleOf(node)) || /\.csv$/i.test(String(configOf(node).path ?? ''))
}

/** The settings that a schema declares. */
export function propertiesOf(schema: unknown): Record<string, unknown> {
  return isObject(schema) && isObject(schema.properties) ? schema.properties : {}
}
