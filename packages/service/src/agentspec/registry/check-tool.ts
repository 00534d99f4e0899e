/** Rejects a tool that could never run, before it is stored. */
import { type AgentSpecNewTool, type Effects, NodeFailure, Problem } from '@millrace/model'

export interface ToolCheckNeeds {
  /** The sandbox that tools of the kind `code` run in. */
  readonly code: Effects['code']
  /** Whether a workflow of this id or name is stored. */
  readonly hasWorkflow: (idOrName: string) => Promise<boolean>
}

export type ToolCheck = (tool: Pick<AgentSpecNewTool, 'implementation'>) => Promise<void>

/** Compiles a source as the sandbox will, without running it. */
const COMPILE = "new (async () => {}).constructor('args', source)"
const COMPILE_MS = 5000
const COMPILE_MB = 64

export function createToolCheck({ code, hasWorkflow }: ToolCheckNeeds): ToolCheck {
  async function syntaxError(source: string): Promise<string | undefined> {
    try {
      await code({ source: COMPILE, variables: { source }, timeoutMs: COMPILE_MS, memoryMb: COMPILE_MB })
      return undefined
    } catch (error) {
      if (!(error instanceof NodeFailure)) throw error
      if (error.retryable) throw new Problem('NOT_READY', { message: error.message, retryAfterSeconds: 5 })
      return error.message
    }
  }

  return async ({ implementation }) => {
    switch (implementation.kind) {
      case 'code': {
        const problem = await syntaxError(implementation.source)
        if (problem !== undefined) throw refused('source', `The source cannot be compiled: ${problem}`)
        return
      }
      case 'workflow':
        if (await hasWorkflow(implementation.workflow)) return
        throw refused('workflow', `The workflow "${implementation.workflow}" does not exist.`)
      case 'http': {
        const url = URL.parse(implementation.url)
        if (url?.protocol === 'http:' || url?.protocol === 'https:') return
        throw refused('url', 'The URL must be an http or https URL.')
      }
    }
  }
}

function refused(field: string, message: string): Problem {
  const path = `/implementation/${field}`
  return new Problem('VALIDATION_ERROR', { message, details: [{ code: 'BAD_IMPLEMENTATION', message, path }] })
}
