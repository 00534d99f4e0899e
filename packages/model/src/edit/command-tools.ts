/** The commands as tools of a language model: one tool for each form of a verb that has one. */
import type { Schema } from '../schema.ts'
import { type Command, VERBS } from './command.ts'
import { type EditProblem, refusalOf, refuse } from './edit-problem.ts'
import { nearestTo } from './nearest.ts'
import type { VerbKind } from './verb.ts'

/** A tool for a model call (`ToolSpec`), with its verb. */
export interface CommandTool {
  readonly name: string
  readonly description: string
  readonly parameters: Schema
  readonly verb: string
  readonly kind: VerbKind
}

interface Entry extends CommandTool {
  readonly command: (args: unknown) => Command
}

const ENTRIES: ReadonlyMap<string, Entry> = new Map(entries().map((entry) => [entry.name, entry]))

function entries(): Entry[] {
  return Object.entries(VERBS).flatMap(([verb, { kind, forms = [] }]) =>
    forms.flatMap(({ effect, tool }) => {
      if (tool === undefined) return []
      const { name, parameters, command } = tool
      return [{ name, description: effect, parameters, kind, verb, command }]
    }),
  )
}

/** Every tool, in the order of the verbs. */
export const COMMAND_TOOLS: readonly CommandTool[] = Array.from(ENTRIES.values(), ({ command: _, ...tool }) => tool)

/** The command of a tool call, or the reason why there is none. */
export function commandOfCall(
  name: string,
  args: unknown,
): { readonly ok: true; readonly command: Command } | { readonly ok: false; readonly problem: EditProblem } {
  const result = refusalOf(() => {
    const entry = ENTRIES.get(name)
    if (entry === undefined)
      return refuse('UNKNOWN_COMMAND', `There is no tool "${name}"`, nearestTo(name, ENTRIES.keys()))
    return entry.command(args)
  })
  return result.ok ? { ok: true, command: result.value } : result
}
