/**
 * Exports a `while` loop as a flow with a cycle: a branching node tests the value, the body is a subflow, and its
 * result is tested next. A condition that is not a plain text comparison is evaluated by a tool first.
 */
import type {
  BranchingNode,
  DataEdge,
  EndNode,
  Flow,
  FlowNode,
  FlowNodeComponent,
  ServerTool,
  StartNode,
  ToolNode,
} from '../components.ts'
import { DEFAULT_BRANCH, MAPPING_INPUT } from '../components.ts'
import { inferredInputs, inferredOutputs } from '../ports.ts'
import type { CanvasNode } from './canvas.ts'
import { freeId, type Making } from './canvas-level.ts'
import { dataName } from './draw-edges.ts'
import { edgeMaker } from './flow-frame.ts'
import type { NodeContext } from './node-context.ts'
import { settingInputs } from './settings.ts'

const VALUE = 'value'
const RESULT = 'result'
const AGAIN = 'again'
const OVER = 'over'

interface Comparison {
  readonly text: string
  /** True to iterate while the value equals the text, false while it differs. */
  readonly isWhileEqual: boolean
}

/** The condition as a plain comparison, if it is one. */
export function comparisonOf(condition: unknown): Comparison | undefined {
  const found = /^\s*value\s*(=|!=)\s*("(?:[^"\\]|\\.)*"|true|false|-?\d+)\s*$/.exec(String(condition))
  if (found === null) return undefined
  const [, operator, literal = ''] = found
  try {
    return { text: String(JSON.parse(literal)), isWhileEqual: operator === '=' }
  } catch {
    return undefined
  }
}

interface Rounds {
  readonly id: string
  readonly name: string
  readonly head: CanvasNode
  readonly context: Pick<NodeContext, 'needsMillrace'>
}

/** A node that runs the iterations; `body` has the input `value` and the output `result`. */
export function roundsOf(body: Flow, { id, name, head, context }: Rounds, making: Making): FlowNode | undefined {
  const start = body.nodes.find((node) => node.id === body.startNode)
  const part = (end: string) => freeId(making, `${id}/${end}`)
  const question = start && questionOf(head, { part, context })
  if (question === undefined || start === undefined) return undefined
  const { test, ask, again, over } = question
  const inputs = start.inputs ?? []
  const first: StartNode = { kind: 'start', id: part('begin'), name: 'Start', inputs, outputs: inputs }
  const value = inputs.find(({ title }) => title === VALUE) ?? { title: VALUE }
  const bare: FlowNode = { kind: 'flow', id: part('round'), name: 'Round', subflow: body }
  const round = { ...bare, inputs: inferredInputs(bare), outputs: inferredOutputs(bare) }
  const result = { ...value, title: RESULT }
  const last: EndNode = { kind: 'end', id: part('done'), name: 'End', inputs: [result], outputs: [result] }
  const control = edgeMaker(making.ids)
  const data = (from: FlowNodeComponent, output: string, to: FlowNodeComponent, input: string): DataEdge => {
    const called = dataName({ from: from.name, output, to: to.name, input })
    const edge = { id: freeId(making, called), name: called }
    return { ...edge, sourceNode: from.id, sourceOutput: output, destinationNode: to.id, destinationInput: input }
  }
  // The node that is visited before every iteration.
  const [asked, title] = test === undefined ? [ask, MAPPING_INPUT] : [test, VALUE]
  const flow: Flow = {
    kind: 'flow',
    id: part('rounds'),
    name,
    startNode: first.id,
    nodes: [first, ...(test === undefined ? [] : [test]), ask, round, last],
    controlFlow: [
      control({ from: first, to: asked, branch: 'next' }),
      ...(test === undefined ? [] : [control({ from: test, to: ask, branch: 'next' })]),
      control({ from: ask, to: round, branch: again }),
      control({ from: round, to: asked, branch: 'next' }),
      control({ from: ask, to: last, branch: over }),
    ],
    // The last written value applies: that of the previous iteration, else the initial value.
    dataFlow: [
      data(first, VALUE, asked, title),
      ...inputs.map((input) => data(first, input.title, round, input.title)),
      data(first, VALUE, last, RESULT),
      data(round, RESULT, asked, title),
      data(round, RESULT, round, VALUE),
      data(round, RESULT, last, RESULT),
      ...(test === undefined ? [] : [data(test, AGAIN, ask, MAPPING_INPUT)]),
    ],
  }
  const held: FlowNode = { kind: 'flow', id, name, subflow: flow }
  return { ...held, inputs: inferredInputs(held), outputs: inferredOutputs(held) }
}

interface RoundQuestion {
  /** Evaluates the condition if the branching node cannot. */
  readonly test?: ToolNode
  readonly ask: BranchingNode
  /** Branches of the test. */
  readonly again: string
  readonly over: string
}

interface Asking {
  readonly part: (end: string) => string
  readonly context: Pick<NodeContext, 'needsMillrace'>
}

function questionOf(head: CanvasNode, { part, context }: Asking): RoundQuestion | undefined {
  const base = { kind: 'branching', id: part('ask'), name: 'Again?' } as const
  const inputs = [{ title: MAPPING_INPUT, type: 'string' }]
  const comparison = comparisonOf(head.config.condition)
  if (comparison !== undefined) {
    const { text, isWhileEqual } = comparison
    const mapping = { [text]: isWhileEqual ? AGAIN : OVER }
    const [again, over] = isWhileEqual ? [AGAIN, DEFAULT_BRANCH] : [DEFAULT_BRANCH, OVER]
    return { ask: { ...base, mapping, inputs }, again, over }
  }
  const condition = String(head.config.condition ?? '')
  // A flow has no iteration index.
  if (/\bindex\b/.test(condition)) return undefined
  const tool = conditionTool(condition, part('test/tool'))
  context.needsMillrace(tool, head.name)
  const ports = { inputs: tool.inputs ?? [], outputs: tool.outputs ?? [] }
  const test: ToolNode = { kind: 'tool', id: part('test'), name: 'Test', tool, ...ports }
  return { test, ask: { ...base, mapping: { true: AGAIN }, inputs }, again: AGAIN, over: DEFAULT_BRANCH }
}

/** The tool that evaluates an expression over `value`. */
function conditionTool(condition: string, id: string): ServerTool {
  const settings = {
    dynamicInputs: [{ name: VALUE, label: 'Value', dataType: 'mixed' }],
    dynamicOutputs: [{ name: AGAIN, label: 'Again', dataType: 'boolean' }],
    mappings: [{ output: AGAIN, expression: `(${condition}) ? true : false` }],
  }
  return {
    kind: 'server',
    id,
    name: 'data_mapper',
    inputs: [{ title: VALUE, default: null }, ...settingInputs(settings, new Set([VALUE])).inputs],
    outputs: [{ title: AGAIN, type: 'boolean' }],
  }
}
