/** Plans of flows that steps run as child executions; a flow that runs for every item of a list is compiled once. */
import type { Flow } from '@millrace/agentspec'
import { parseInSlices, printInSlices } from '@millrace/model'
import type { Workers } from '../../../workers/workers.ts'
import { deadlineFor, isLarge } from '../large-documents.ts'
import { namedIn, registryOf } from '../registry/named.ts'
import type { ToolRegistry } from '../registry/registry.ts'
import { type CompiledFlow, compiledFlow } from './compiled-flow.ts'

export interface FlowPlans {
  /** `caller` shares the worker threads with others. */
  of(flow: Flow, caller: string): Promise<CompiledFlow>
}

export interface FlowPlansNeeds {
  readonly registry: () => Pick<ToolRegistry, 'tool' | 'agent'>
  readonly workers: Workers
}

export function createFlowPlans({ registry, workers }: FlowPlansNeeds): FlowPlans {
  const kept = new WeakMap<Flow, Promise<CompiledFlow>>()
  async function compile(flow: Flow, caller: string): Promise<CompiledFlow> {
    const named = await namedIn(flow, registry())
    if (!isLarge(flow)) return compiledFlow(flow, registryOf(named))
    const text = await printInSlices(flow)
    const task = { flow: text, named: JSON.stringify(named) }
    const compiled = await workers.run('compile-flow', task, { deadlineMs: deadlineFor(text), caller })
    return (await parseInSlices(compiled)) as CompiledFlow
  }
  return {
    of(flow, caller) {
      const known = kept.get(flow)
      if (known !== undefined) return known
      const compiled = compile(flow, caller)
      kept.set(flow, compiled)
      compiled.catch(() => kept.delete(flow))
      return compiled
    },
  }
}
