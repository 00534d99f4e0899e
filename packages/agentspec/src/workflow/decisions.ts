/**
 * Exports nodes with complex decisions, and questions with several branches, as a flow node: its flow calls a tool that
 * returns the branch name and leaves through the end of that name.
 */
import { branchesOf as branchesOfType, isObject } from '@millrace/model'
import {
  type BranchingNode,
  type ControlEdge,
  type DataEdge,
  DEFAULT_BRANCH,
  type EndNode,
  type FlowNode,
  NEXT,
  type StartNode,
  type ToolNode,
} from '../components.ts'
import type { CanvasNode } from './canvas.ts'
import { controlName, dataName } from './draw-edges.ts'
import { fedInputs, givenOutputs, millraceTool } from './millrace-tools.ts'
import type { NodeContext } from './node-context.ts'

/** The output of the tool with the branch name. */
const BRANCH = 'branch'

export interface Decision {
  readonly component: FlowNode
  /** Branches of the component by port. */
  readonly ways: ReadonlyMap<string, string>
}

/** A node with several branches; undefined if only one is used. */
export function decision(context: NodeContext): Decision | undefined {
  const ways = waysOf(context.node)
  if (ways.size < 2) return undefined
  const { id, name } = context
  const part = (end: string) => context.freeId(`${id}/${end}`)
  const names = [...new Set(ways.values())]
  const asked = millraceTool({ ...context, id: part('decide'), name: 'Decide' }, [
    { title: titleFor(context), type: 'string', enum: names, description: 'The branch to take.' },
  ])
  const inputs = fedInputs(context)
  const outputs = givenOutputs(context)
  const start: StartNode = { kind: 'start', id: part('start'), name: 'Start', inputs, outputs: inputs }
  const choose: BranchingNode = {
    kind: 'branching',
    id: part('choose'),
    name: 'Choose',
    mapping: Object.fromEntries(names.map((one) => [one, one])),
    inputs: [{ title: BRANCH, type: 'string' }],
  }
  const ends = names.map(
    (branch): EndNode => ({
      kind: 'end',
      id: part(`end ${branch}`),
      name: `End ${branch}`,
      ...(branch === NEXT ? {} : { branchName: branch }),
      inputs: outputs,
      outputs,
    }),
  )
  const component: FlowNode = {
    kind: 'flow',
    id,
    name,
    subflow: {
      kind: 'flow',
      id: part('flow'),
      name,
      startNode: start.id,
      nodes: [start, asked, choose, ...ends],
      controlFlow: controlEdges({ start, asked, choose, ends }, fallbackOf(context.node, names), part),
      dataFlow: [
        ...inputs.map(({ title }) => dataEdge(start, title, asked, title)),
        dataEdge(asked, titleFor(context), choose, BRANCH),
        ...ends.flatMap((end) => outputs.map(({ title }) => dataEdge(asked, title, end, title))),
      ].map((edge) => ({ ...edge, id: context.freeId(`${id}/${edge.id}`) })),
    },
    inputs,
    outputs,
  }
  return { component, ways }
}

/** A unique title for the branch output of the tool. */
function titleFor({ outputs }: NodeContext): string {
  const taken = new Set(outputs.values())
  let title = BRANCH
  for (let number = 2; taken.has(title); number++) title = `${BRANCH}_${number}`
  return title
}

/** The branch ports of a node with their branch names: all of a gateway, else the connected ones. */
function waysOf(node: CanvasNode): Map<string, string> {
  const own = node.type === undefined ? [] : branchesOfType(node.type, node.config).map(({ name }) => name)
  const others = node.outputs
    .filter(({ id, dataType }) => dataType === 'trigger' && id !== 'trigger' && !own.includes(id))
    .filter(({ id }) => node.leaving.some(({ sourcePort }) => sourcePort === id))
    .map(({ id }) => id)
  const ports = [...(own.length > 0 ? own : ['trigger']), ...others]
  return new Map(ports.map((port) => [port, port === 'trigger' ? NEXT : port]))
}

/** The branch for an unexpected name. */
function fallbackOf({ type, config }: CanvasNode, names: readonly string[]): string {
  const branches = type === undefined ? [] : branchesOfType(type, config)
  const marked = branches.find((branch) => isObject(branch) && branch.isDefault === true)?.name
  return marked ?? names.at(-1) ?? NEXT
}

interface Parts {
  readonly start: StartNode
  readonly asked: ToolNode
  readonly choose: BranchingNode
  readonly ends: readonly EndNode[]
}

function controlEdges(
  { start, asked, choose, ends }: Parts,
  fallback: string,
  part: (end: string) => string,
): ControlEdge[] {
  const branchName = (end: EndNode) => end.branchName ?? NEXT
  const last = ends.find((end) => branchName(end) === fallback)
  const hasDefault = ends.some((end) => branchName(end) === DEFAULT_BRANCH)
  const steps = [
    { from: start, to: asked },
    { from: asked, to: choose },
    ...ends.map((to) => ({ from: choose, to, branch: branchName(to) })),
    ...(last === undefined || hasDefault ? [] : [{ from: choose, to: last, branch: DEFAULT_BRANCH }]),
  ]
  return steps.map(({ from, to, ...way }) => {
    const branch = 'branch' in way ? String(way.branch) : NEXT
    const name = controlName({ from: from.name, to: to.name, branch })
    const isPlain = from !== choose
    return { id: part(name), name, fromNode: from.id, toNode: to.id, ...(isPlain ? {} : { fromBranch: branch }) }
  })
}

type Ends = { readonly id: string; readonly name: string }

function dataEdge(from: Ends, output: string, to: Ends, input: string): DataEdge {
  const name = dataName({ from: from.name, output, to: to.name, input })
  return { id: name, name, sourceNode: from.id, sourceOutput: output, destinationNode: to.id, destinationInput: input }
}

/** True if a node continues through several ports, such as a question with an expiry path. */
export function hasSeveralWays({ node }: NodeContext): boolean {
  return waysOf(node).size > 1
}
