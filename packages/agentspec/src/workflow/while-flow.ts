/**
 * A `while` whose condition compares its value with one text, as a flow that goes round: a branching node asks, the body
 * is a flow in a node, and what the body brings back is what is asked about next. Only the official dialect knows flows
 * that go round.
 */
import type { BranchingNode, DataEdge, EndNode, Flow, FlowNode, FlowNodeComponent, StartNode } from '../components.ts'
import { DEFAULT_BRANCH, MAPPING_INPUT } from '../components.ts'
import { inferredInputs, inferredOutputs } from '../ports.ts'
import type { CanvasNode } from './canvas.ts'
import { dataName } from './draw-edges.ts'
import { edgeMaker } from './frame.ts'
import { freeId, type Making } from './level.ts'

const VALUE = 'value'
const RESULT = 'result'
const AGAIN = 'again'
const OVER = 'over'

interface Comparison {
  readonly text: string
  /** Whether another round follows when the value is that text, or when it is not. */
  readonly isWhileEqual: boolean
}

/** The comparison that a condition is, if it is no more than one. */
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

/** A node that runs the rounds; `body` takes `value` and gives `result`. */
export function roundsOf(
  body: Flow,
  { id, name, head }: { id: string; name: string; head: CanvasNode },
  making: Making,
): FlowNode | undefined {
  const comparison = comparisonOf(head.config.condition)
  const start = body.nodes.find((node) => node.id === body.startNode)
  if (comparison === undefined || start === undefined) return undefined
  const part = (end: string) => freeId(making, `${id}/${end}`)
  const inputs = start.inputs ?? []
  const first: StartNode = { kind: 'start', id: part('begin'), name: 'Start', inputs, outputs: inputs }
  const value = inputs.find(({ title }) => title === VALUE) ?? { title: VALUE }
  const [again, over] = comparison.isWhileEqual ? [AGAIN, DEFAULT_BRANCH] : [DEFAULT_BRANCH, OVER]
  const ask: BranchingNode = {
    kind: 'branching',
    id: part('ask'),
    name: 'Again?',
    mapping: { [comparison.text]: comparison.isWhileEqual ? AGAIN : OVER },
    inputs: [{ title: MAPPING_INPUT, type: 'string' }],
  }
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
  const flow: Flow = {
    kind: 'flow',
    id: part('rounds'),
    name,
    startNode: first.id,
    nodes: [first, ask, round, last],
    controlFlow: [
      control({ from: first, to: ask, branch: 'next' }),
      control({ from: ask, to: round, branch: again }),
      control({ from: round, to: ask, branch: 'next' }),
      control({ from: ask, to: last, branch: over }),
    ],
    // The last value that was written counts: that of the round before, else what the loop began with.
    dataFlow: [
      data(first, VALUE, ask, MAPPING_INPUT),
      ...inputs.map(({ title }) => data(first, title, round, title)),
      data(first, VALUE, last, RESULT),
      data(round, RESULT, ask, MAPPING_INPUT),
      data(round, RESULT, round, VALUE),
      data(round, RESULT, last, RESULT),
    ],
  }
  const held: FlowNode = { kind: 'flow', id, name, subflow: flow }
  return { ...held, inputs: inferredInputs(held), outputs: inferredOutputs(held) }
}
