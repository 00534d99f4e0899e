/** A tool of the service itself: what it takes, who may use it, and the few lines that do it. */
import { issuesOf, type Permission, Problem, type Schema, type Static } from '@millrace/model'
import type { Caller } from '../platform/caller.ts'
import type { McpServices } from './services.ts'

export type Arguments = Readonly<Record<string, unknown>>

/** Who uses a tool, and what with. */
export interface ToolUse {
  readonly services: McpServices
  readonly caller: Caller
  /** Aborts when nobody waits for the result any more. */
  readonly signal: AbortSignal
  /** Says how far it is, from 0 to 100. */
  readonly progress: (percent: number) => void
}

/** Facts that a client may show or go by. */
interface ToolFacts {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly access: Permission
  /** Changes nothing. */
  readonly isReadOnly?: boolean
  /** Ends or replaces something. */
  readonly isDestructive?: boolean
}

export interface OwnTool extends ToolFacts {
  readonly parameters: Schema
  /** VALIDATION_ERROR for arguments that do not fit. */
  use(args: Arguments, use: ToolUse): Promise<Record<string, unknown>>
}

interface ToolDefinition<P extends Schema> extends ToolFacts {
  readonly parameters: P
  run(args: Static<P>, use: ToolUse): Promise<Record<string, unknown>>
}

export function defineTool<P extends Schema>({ run, ...tool }: ToolDefinition<P>): OwnTool {
  return {
    ...tool,
    async use(args, use) {
      const issues = issuesOf(tool.parameters, args)
      const [first] = issues
      if (first === undefined) return run(args as Static<P>, use)
      throw new Problem('VALIDATION_ERROR', {
        message: `The arguments do not fit: ${first.path === '' ? 'they' : first.path} ${first.message}.`,
        details: issues.map(({ path, message }) => ({ code: 'INVALID_VALUE', message, path })),
      })
    },
  }
}
