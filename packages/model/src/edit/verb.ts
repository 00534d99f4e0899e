/** The definition of a verb in `commands/`: how it is written, what it does, how it is shown. */
import type { Catalogue } from '../catalogue.ts'
import { fits, issuesOf } from '../check.ts'
import type { Schema } from '../schema.ts'
import type { Graph } from '../workflow/workflow.ts'
import type { CommandWith } from './arguments.ts'
import { type EditProblem, refuse } from './edit-problem.ts'
import type { LineReader } from './line-reader.ts'

/** Two ways to write the same commands: ours, and that of the public editor. */
export type Dialect = 'millrace' | 'flowdrop'

/** edit: changes the graph. ask: a query. view: changes the canvas or a panel. history: undo and redo. */
export type VerbKind = 'edit' | 'ask' | 'view' | 'history'

/** One way to write a verb, as the documentation shows it. */
export interface VerbForm<C = unknown> {
  readonly form: string
  readonly effect: string
  readonly example: string
  /** The same form as a tool call of a language model. Forms that differ only in their text share one tool. */
  readonly tool?: VerbTool<C>
}

/** A form as a tool: its name, and the schema of the arguments, which with the verb form the command. */
export interface VerbTool<C> {
  readonly name: string
  readonly parameters: Schema
  /** The command of a call; rejects arguments that do not fit. */
  command(args: unknown): C
}

/** The tool of a verb that takes these arguments. */
export function toolOf<V extends string, S extends Schema>(
  verb: V,
  parameters: S,
  name: string = verb,
): VerbTool<CommandWith<V, S>> {
  return {
    name,
    parameters,
    command(args) {
      if (fits(parameters, args)) return { verb, ...args }
      const issues = issuesOf(parameters, args).map(({ path, message }) => `${path} ${message}`.trim())
      return refuse('PARSE_ERROR', `The arguments of ${name} do not fit: ${issues.join('; ')}`)
    },
  }
}

/** The graph after a command, warnings about it, and the ids it created. */
export interface GraphEdit {
  readonly graph: Graph
  readonly warnings?: readonly EditProblem[]
  readonly nodes?: readonly string[]
  readonly edges?: readonly string[]
}

export interface Verb<C extends { readonly verb: string }> {
  readonly kind: VerbKind
  /** The description of a gesture without a text; verbs with a text have forms instead. */
  readonly gesture?: string
  readonly forms?: readonly VerbForm<C>[]
  /** Parses the text after the verb. Does not get the graph, which may not be available yet. */
  readonly read?: (line: LineReader, catalogue: Catalogue | undefined) => C
  /** Prints the line; undefined if the dialect cannot express it. */
  readonly write?: (command: C, dialect: Dialect) => string | undefined
  readonly edit?: (graph: Graph, command: C, catalogue: Catalogue) => GraphEdit
  readonly answer?: (graph: Graph, command: C, catalogue: Catalogue) => string
  /** For views: rejects references to missing parts of the graph. */
  readonly check?: (graph: Graph, command: C) => void
}

/** Joins the words of a line; undefined if one of them cannot be expressed. */
export function line(...words: readonly (string | undefined)[]): string | undefined {
  return words.includes(undefined) ? undefined : words.join(' ')
}
