/** Nodes that run another flow: as it is, or so that its failure is a branch. */
import { isObject, NodeFailure } from '@millrace/model'
import {
  CAUGHT_BRANCH,
  CAUGHT_INFO,
  type CatchExceptionNode,
  type Flow,
  type FlowNode,
  type NameRef,
} from '../../components.ts'
import { flowInputs, flowOutputs } from '../../ports.ts'
import { isFailure, keptFailure } from '../passing.ts'
import type { Values } from '../values.ts'
import type { Into, Visit, Visited } from '../visit.ts'

/** The flow itself, where the document or the registry has it. */
export function flowIn(flow: Flow | NameRef, { run }: Pick<Visit, 'run'>): Flow | undefined {
  return flow.kind === 'ref' ? run.host.registry.flow?.(flow.name) : flow
}

/** Runs what a node holds as its flow; a stored workflow that is no flow is run as it is. */
export async function runSubflow(
  visit: Visit,
  subflow: Flow | NameRef,
  inputs: Values,
  into: Omit<Into, 'flow'> = {},
): Promise<{ readonly outputs: Values; readonly branch?: string }> {
  const flow = flowIn(subflow, visit)
  if (flow !== undefined) return visit.walk({ flow, ...into }, only(inputs, flow))
  const { run, path } = visit
  const workflow = run.host.workflow(subflow.name)
  if (workflow === undefined) throw new NodeFailure('UNKNOWN_FLOW', `There is no flow or workflow "${subflow.name}".`)
  const place = `${path}${into.number === undefined ? '' : `[${into.number}]`}`
  await run.begin(place, workflow.mayRunAgain)
  const given = await workflow.call(launchOf(inputs), run.keyOf(place))
  // All that it gives, for whoever does not know its outputs by name.
  return { outputs: isObject(given) ? { outputs: given, ...given } : {} }
}

/** What a stored workflow is launched with: an object on `inputs` is the launch itself. */
function launchOf({ inputs, ...others }: Values): Values {
  return isObject(inputs) ? { ...others, ...inputs } : inputs === undefined ? others : { ...others, inputs }
}

/** A node may take more than the flow in it does: parallel flows share their inputs. */
function only(inputs: Values, flow: Flow): Values {
  const known = new Set(flowInputs(flow).map(({ title }) => title))
  return Object.fromEntries(Object.entries(inputs).filter(([title]) => known.has(title)))
}

export async function visitFlow(visit: Visit<FlowNode>): Promise<Visited> {
  const { outputs, branch } = await runSubflow(visit, visit.node.subflow, visit.inputs)
  return { outputs, ...(branch === undefined ? {} : { branch }) }
}

/** On success the branch of the flow and no caught information; on a failure the defaults and the branch for it. */
export async function visitCatch(visit: Visit<CatchExceptionNode>): Promise<Visited> {
  const { run, node, outputPorts } = visit
  try {
    const { outputs, branch } = await runSubflow(visit, node.subflow, visit.inputs)
    return { outputs: { ...outputs, [CAUGHT_INFO]: null }, ...(branch === undefined ? {} : { branch }) }
  } catch (error) {
    if (!isFailure(error, run.host.signal)) throw error
    const { message } = keptFailure(error)
    const flow = flowIn(node.subflow, visit)
    const inner = new Map((flow === undefined ? [] : flowOutputs(flow)).map((one) => [one.title, one.default]))
    const defaults = outputPorts.map(({ title, default: own }) => [title, own ?? inner.get(title) ?? null])
    return { outputs: { ...Object.fromEntries(defaults), [CAUGHT_INFO]: message }, branch: CAUGHT_BRANCH }
  }
}
