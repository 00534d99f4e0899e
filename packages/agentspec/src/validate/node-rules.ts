/** Rules for single nodes: declarations, references, and requirements of their kind. */
import { hasType, isCastable } from '../casting.ts'
import { mappingOf } from '../codec/simple-branches.ts'
import {
  CAUGHT_BRANCH,
  CAUGHT_INFO,
  type CatchExceptionNode,
  type Flow,
  type FlowNodeComponent,
  type MapNode,
  type NameRef,
  type ParallelFlowNode,
  type ParallelMapNode,
  REDUCERS,
} from '../components.ts'
import { quoted } from '../notes.ts'
import {
  flowInputs,
  flowOutputs,
  inferredBranches,
  inferredInputs,
  inferredOutputs,
  inputsOf,
  isTemplated,
  mapPorts,
  outputsOf,
} from '../ports.ts'
import { agentRefRules, httpRules, llmRefRules, toolRules } from './agent-rules.ts'
import { called } from './control-rules.ts'
import { propertyRules, sameProperties, sameTitles, typeText } from './property-rules.ts'
import type { RuleContext } from './rule-context.ts'
import { waitingIn } from './waiting.ts'

export function nodeRules(node: FlowNodeComponent, ruling: RuleContext): void {
  const here = called(node)
  propertyRules(node.inputs, `${here} ${quoted('inputs')}`, ruling)
  propertyRules(node.outputs, `${here} ${quoted('outputs')}`, ruling)
  declaredRules(node, ruling)
  branchListRules(node, ruling)
  ownRules(node, ruling)
}

/** Inputs that follow from a template are corrected with a warning; other differences are errors. */
function declaredRules(node: FlowNodeComponent, ruling: RuleContext): void {
  const { notes, registry } = ruling
  const here = called(node)
  if (node.kind === 'start' || node.kind === 'end') {
    if (node.inputs && node.outputs && !sameProperties(node.inputs, node.outputs)) {
      notes.error(`${here}: ${quoted('inputs')} and ${quoted('outputs')} must be the same`)
    }
    return
  }
  if (isTemplated(node)) {
    const wanted = new Set(inferredInputs(node, registry).map(({ title }) => title))
    for (const { title } of node.inputs ?? []) {
      if (!wanted.has(title)) notes.warn(`${here}: input ${quoted(title)} is not used in any template`)
    }
    return
  }
  if (node.kind === 'flow' || node.kind === 'catch_exception') {
    const known = node.subflow.kind === 'ref' ? registry.flow?.(node.subflow.name) : node.subflow
    if (known === undefined) return
    if (node.inputs) sameTitles(node.inputs, inferredInputs(node, registry), `${here} ${quoted('inputs')}`, ruling)
    if (node.outputs) sameTitles(node.outputs, inferredOutputs(node, registry), `${here} ${quoted('outputs')}`, ruling)
  }
  if (node.kind === 'tool' && node.tool.kind !== 'ref' && node.inputs) {
    sameTitles(node.inputs, inferredInputs(node, registry), `${here} ${quoted('inputs')}`, ruling)
  }
}

function branchListRules(node: FlowNodeComponent, { notes, registry }: RuleContext): void {
  const { branches } = node
  if (!branches) return
  const here = `${called(node)} ${quoted('branches')}`
  if (new Set(branches).size < branches.length) notes.error(`${here}: a branch is listed twice`)
  // An agent may have its own branches.
  if (node.kind === 'agent' || node.kind === 'unknown') return
  const inferred = inferredBranches(node, registry)
  for (const branch of inferred) if (!branches.includes(branch)) notes.error(`${here}: ${quoted(branch)} is missing`)
  for (const branch of branches) {
    if (!inferred.includes(branch)) notes.error(`${here}: ${quoted(branch)} is not a branch of this node`)
  }
}

function ownRules(node: FlowNodeComponent, ruling: RuleContext): void {
  const { notes } = ruling
  const here = called(node)
  switch (node.kind) {
    case 'llm':
      if (outputsOf(node).length === 0) notes.error(`${here}: ${quoted('outputs')} is empty`)
      return llmRefRules(node.llmConfig, here, ruling)
    case 'api':
      return httpRules(node, here, ruling)
    case 'agent':
      return agentRefRules(node.agent, `${here} ${quoted('agent')}`, ruling)
    case 'tool':
      return toolRules(node.tool, `${here} ${quoted('tool')}`, ruling)
    case 'flow':
      return void subflowRules(node.subflow, `${here} ${quoted('subflow')}`, ruling)
    case 'map':
    case 'parallel_map':
      return mapRules(node, ruling)
    case 'parallel_flow':
      return parallelFlowRules(node, ruling)
    case 'catch_exception':
      return catchRules(node, ruling)
    case 'branching': {
      const inputs = inputsOf(node)
      if (inputs.length !== 1) notes.error(`${here}: must have exactly one input (got ${inputs.length})`)
      if ((node.outputs?.length ?? 0) > 0) notes.error(`${here}: a BranchingNode cannot have outputs`)
      for (const problem of node.seedBranches ? mappingOf(node.seedBranches).problems : [])
        notes.error(`${here}: ${problem}`)
      if (Object.keys(node.mapping).length === 0)
        notes.warn(`${here}: ${quoted('mapping')} is empty: the node always takes the default branch`)
      return
    }
    case 'input_message': {
      const outputs = outputsOf(node)
      const isText = outputs.length === 1 && hasType('', outputs[0])
      if (!isText) notes.error(`${here}: must have exactly one output of type string (got ${outputs.length})`)
      return
    }
    case 'output_message':
      if ((node.outputs?.length ?? 0) > 0) notes.error(`${here}: an OutputMessageNode cannot have outputs`)
      return
    case 'unknown':
      notes.error(
        `Node ${quoted(node.name)}: component type ${quoted(node.componentType)} is unknown, so it cannot run`,
      )
      return
    default:
      return
  }
}

/** Returns the flow if it is known. */
function subflowRules(flow: Flow | NameRef, where: string, { notes, registry }: RuleContext): Flow | undefined {
  if (flow.kind !== 'ref') return flow
  if (flow.name === '') notes.error(`${where} is missing`)
  else if (registry.flow !== undefined && registry.flow(flow.name) === undefined) {
    notes.error(`${where}: flow ${quoted(flow.name)} is unknown`)
  }
  return registry.flow?.(flow.name)
}

function mapRules(node: MapNode | ParallelMapNode, ruling: RuleContext): void {
  const { notes, registry } = ruling
  const here = called(node)
  const subflow = subflowRules(node.subflow, `${here} ${quoted('subflow')}`, ruling)
  for (const [output, reducer] of Object.entries(node.reducers ?? {})) {
    const where = `${here} ${quoted('reducers')}`
    if (!(REDUCERS as readonly string[]).includes(reducer)) {
      notes.error(`${where}: ${quoted(reducer)} must be one of ${REDUCERS.join(', ')}`)
    }
    const reduced = subflow && flowOutputs(subflow).find(({ title }) => title === output)
    if (subflow && !reduced) notes.error(`${where}: the subflow has no output ${quoted(output)}`)
    if (reduced && reducer !== 'append' && !isCastable(reduced, { type: 'number' })) {
      notes.error(`${where}: ${quoted(reducer)} requires numbers, but ${quoted(output)} is ${typeText(reduced)}`)
    }
  }
  if (subflow === undefined) return
  const ports = mapPorts(node, subflow, registry)
  const known = new Set([...ports.inputs, ...ports.outputs].map(({ title }) => title))
  for (const side of ['inputs', 'outputs'] as const) {
    for (const { title } of node[side] ?? []) {
      if (!known.has(title))
        notes.error(`${here} ${quoted(side)}: ${quoted(title)} does not match anything in the subflow`)
    }
  }
  const fed = new Set(ports.inputs.map(({ feeds }) => feeds))
  for (const input of flowInputs(subflow)) {
    if (!fed.has(input.title) && input.default === undefined) {
      notes.error(`${here} ${quoted('inputs')}: the input ${quoted(input.title)} of the subflow has no source`)
    }
  }
  if (node.kind === 'parallel_map') noWaiting(subflow, here, ruling)
}

function parallelFlowRules(node: ParallelFlowNode, ruling: RuleContext): void {
  const { notes } = ruling
  const here = called(node)
  if (node.subflows.length === 0) notes.error(`${here}: ${quoted('subflows')} is empty`)
  const flows = node.subflows.flatMap(
    (flow, at) => subflowRules(flow, `${here} ${quoted(`subflows[${at}]`)}`, ruling) ?? [],
  )
  for (const flow of flows) noWaiting(flow, here, ruling)
  for (const [title, same] of Map.groupBy(flows.flatMap(flowInputs), (input) => input.title)) {
    const other = same.find((one) => typeText(one) !== typeText(same[0]))
    if (other)
      notes.error(
        `${here}: subflows have an input ${quoted(title)} of different types (${typeText(same[0])}, ${typeText(other)})`,
      )
  }
  for (const [title, same] of Map.groupBy(flows.flatMap(flowOutputs), (output) => output.title)) {
    if (same.length > 1) notes.error(`${here}: ${same.length} subflows have an output ${quoted(title)}`)
  }
}

function noWaiting(flow: Flow, here: string, { notes, registry }: RuleContext): void {
  for (const what of waitingIn(flow, registry)) {
    notes.error(
      `${here}: its subflow may wait for a person or a client (${what}), which is not allowed in parallel flows`,
    )
  }
}

function catchRules(node: CatchExceptionNode, ruling: RuleContext): void {
  const { notes } = ruling
  const here = called(node)
  const subflow = subflowRules(node.subflow, `${here} ${quoted('subflow')}`, ruling)
  for (const output of node.outputs ?? (subflow ? flowOutputs(subflow) : [])) {
    if (output.default !== undefined || output.title === CAUGHT_INFO) continue
    notes.error(`${here}: output ${quoted(output.title)} needs a default for a failure of the subflow`)
  }
  if (subflow === undefined) return
  const branches = subflow.nodes.flatMap((one) => (one.kind === 'end' ? [one.branchName] : []))
  if (branches.includes(CAUGHT_BRANCH))
    notes.error(`${here}: branch ${quoted(CAUGHT_BRANCH)} of the subflow is reserved`)
  if (flowOutputs(subflow).some(({ title }) => title === CAUGHT_INFO)) {
    notes.error(`${here}: output ${quoted(CAUGHT_INFO)} of the subflow is reserved`)
  }
}
