/** Plans of flows that steps run as child executions; a flow that runs per list item is compiled once. */
import type { Flow } from '@millrace/agentspec'
import { parseInSlices, printInSlices } from '@millrace/model'
import type { CompiledFlow } from '../../executions/called-flows.ts'
import type { Workers } from '../../platform/workers/workers.ts'
import { deadlineFor, isLarge } from '../large-documents.ts'
import { type Named, namedIn } from '../registry/named-components.ts'
import type { ToolRegistry } from '../registry/registry.ts'
import { compiledFlow } from './compiled-flow.ts'

export interface FlowPlans {
  /** `caller` is used for fair queueing of worker threads; references are resolved unless `named` contains them. */
  of(flow: Flow, caller: string, named: Named | undefined): Promise<CompiledFlow>
}

export interface FlowPlansNeeds {
  readonly registry: Pick<ToolRegistry, 'tool' | 'agent'>
  readonly workers: Workers
}

export function createFlowPlans({ registry, workers }: FlowPlansNeeds): FlowPlans {
  const kept = new WeakMap<Flow, Promise<CompiledFlow>>()
  async function compile(flow: Flow, caller: string, known: Named | undefined): Promise<CompiledFlow> {
    const named = known ?? (await namedIn(flow, registry))
    if (!isLarge(flow)) return compiledFlow(flow, named)
    const text = await printInSlices(flow)
    const task = { flow: text, named: JSON.stringify(named) }
    const compiled = await workers.run('compile-flow', task, { deadlineMs: deadlineFor(text), caller })
    return (await parseInSlices(compiled)) as CompiledFlow
  }
  return {
    of(flow, caller, named) {
      const known = kept.get(flow)
      if (known !== undefined) return known
      const compiled = compile(flow, caller, named)
      kept.set(flow, compiled)
      compiled.catch(() => kept.delete(flow))
      return compiled
    },
  }
}
