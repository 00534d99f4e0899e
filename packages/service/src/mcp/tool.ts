/** A built-in tool: its arguments, the permission it needs, and its implementation. */
import { issuesOf, type Permission, Problem, type Schema, type Static } from '@millrace/model'
import type { Owned } from '@millrace/store'
import type { RouteRequest } from '../http/define-route.ts'
import type { Caller } from '../platform/caller.ts'
import type { McpServices } from './services.ts'

export type Arguments = Readonly<Record<string, unknown>>

/** The caller of a tool and the services at its disposal. */
export interface ToolUse {
  readonly services: McpServices
  readonly caller: Caller
  /** Aborts when the caller has disconnected. */
  readonly signal: AbortSignal
  /** Records an action in the audit log. */
  readonly recordChange: RouteRequest['recordChange']
  /** Names the execution that the tool starts or is about, for the access log. */
  readonly concerns: RouteRequest['concerns']
  /** Reports progress, from 0 to 100. */
  readonly progress: (percent: number) => void
}

/** Hints that a client may show or use. */
interface ToolFacts {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly access: Permission
  /** What it is about, by the argument that identifies it; without it the tool lists only what is in the caller's projects. */
  readonly about?: { readonly kind: Owned['kind']; readonly argument: string }
  /** Changes nothing. */
  readonly isReadOnly?: boolean
  /** Ends or replaces something. */
  readonly isDestructive?: boolean
}

export interface OwnTool extends ToolFacts {
  readonly parameters: Schema
  /** Throws VALIDATION_ERROR for invalid arguments. */
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
        message: `Invalid arguments: ${first.path === '' ? 'they' : first.path} ${first.message}.`,
        details: issues.map(({ path, message }) => ({ code: 'INVALID_VALUE', message, path })),
      })
    },
  }
}
