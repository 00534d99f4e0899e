/** The workflow that the tool calls of a model change: a copy, and the commands that were applied to it. */
import { applyCommand, type Catalogue, type Command, type Graph, kindOf } from '@millrace/model'

/** A reply with more commands is not an answer to a chat message. */
export const MAX_COMMANDS = 500

export type DraftResult =
  | { readonly ok: true; readonly addedNodes: readonly string[]; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly message: string }

export class WorkflowDraft {
  readonly #catalogue: Catalogue
  readonly #commands: Command[] = []
  #graph: Graph

  constructor(graph: Graph, catalogue: Catalogue) {
    this.#graph = graph
    this.#catalogue = catalogue
  }

  get graph(): Graph {
    return this.#graph
  }

  /** The commands that were applied, in order. */
  get commands(): readonly Command[] {
    return this.#commands
  }

  /** Applies an edit. Undo and redo are only collected: the client has the history, the draft has none. */
  apply(command: Command): DraftResult {
    if (this.#commands.length >= MAX_COMMANDS)
      return { ok: false, message: `A reply may have at most ${MAX_COMMANDS} commands` }
    if (kindOf(command) === 'history') {
      this.#commands.push(command)
      return { ok: true, addedNodes: [], warnings: [] }
    }
    const result = applyCommand(this.#graph, command, this.#catalogue)
    if (!result.ok) return { ok: false, message: result.problem.message }
    this.#graph = result.graph
    this.#commands.push(command)
    return { ok: true, addedNodes: result.made.nodes, warnings: result.warnings.map(({ message }) => message) }
  }
}
