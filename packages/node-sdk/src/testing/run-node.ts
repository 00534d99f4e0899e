/** `runNode`: one call in a test is one step of an execution. */
import { isDeepStrictEqual } from 'node:util'
import { isResult, type NodeDefinition, type NodeResult, type Question } from '@millrace/model'
import { problemsInDefinition } from '@millrace/nodes'
import type { ConfigOf, NodeOf, OutputsOf } from '../define-node.ts'
import type { EffectOptions, FakeWorkflows } from './fake-effects.ts'
import { InvalidNode, planOf } from './one-node-workflow.ts'
import { Trial, type TrialEnd } from './trial.ts'

export { InvalidNode }

type AnyNode = NodeOf | NodeDefinition
type Values = Readonly<Record<string, unknown>>

export interface RunOptions<N = AnyNode> extends EffectOptions {
  /** The settings; missing ones get their defaults. Secrets are masked in results and logs, as in the service. */
  readonly config?: Partial<ConfigOf<N>>
  /** Values by input port. They are converted to the data types of the ports. */
  readonly inputs?: Values
  /** The inputs of the launch for this node, by port or setting. */
  readonly launch?: Values
  /** Outputs that are connected. */
  readonly wired?: readonly string[]
  /** Answers to the questions of the node, in order. Without one the run ends with the status `waiting`. */
  readonly answers?: readonly unknown[] | ((question: Question, number: number) => unknown)
  /** What workflows return that the node runs. */
  readonly workflows?: FakeWorkflows
  /** The time limit of an attempt. */
  readonly timeoutMs?: number
  /** As in the settings of a node: `{ maxAttempts: 3, delayMs: 1000 }`. Delays are skipped. */
  readonly retry?: { readonly maxAttempts: number; readonly delayMs?: number }
  /** Cancels the run. */
  readonly signal?: AbortSignal
  /** The time at the start; default: 2030-01-01T00:00:00Z. */
  readonly now?: number | Date
  /** The largest value of a port; default: 8 MiB, as in the service. */
  readonly maxValueBytes?: number
}

export interface NodeRun<N = AnyNode> extends Omit<TrialEnd, 'outputs'> {
  /** The outputs as they are stored: JSON, without undefined values and secrets. Empty unless it completed. */
  readonly outputs: OutputsOf<N>
}

const START = Date.UTC(2030, 0, 1)
const MAX_VALUE_BYTES = 8 * 2 ** 20

/**
 * Runs a node. Failures of the node are part of the result; throws `InvalidNode` if the service would not start it: its
 * definition is invalid, a setting does not fit its schema, or a required input is missing.
 */
export async function runNode<N extends AnyNode>(definition: N, options: RunOptions<N> = {}): Promise<NodeRun<N>> {
  const problems = problemsInDefinition(definition)
  if (problems.length > 0) throw new InvalidNode(problems.map((problem) => `definition: ${problem}`))
  const { config, now = START, ...given } = options
  // The check above proved the type.
  const planned = planOf(definition as NodeDefinition, { ...given, config: { ...config } })
  const trial = new Trial(planned, { maxValueBytes: MAX_VALUE_BYTES, ...given, now: Number(now) })
  const end = await trial.run()
  return { ...end, outputs: end.outputs as OutputsOf<N> }
}

/** Runs the examples of a node; throws an error that lists those that end differently. */
export async function runExamples(
  definition: AnyNode,
  options: Omit<RunOptions, 'config' | 'inputs'> = {},
): Promise<void> {
  const wrong: string[] = []
  for (const { title, outputs, fails, replies, ...example } of definition.examples ?? []) {
    const answers = (replies ?? []).map((reply) => ('value' in reply ? reply.value : undefined))
    const end = await runNode(definition, { ...options, ...example, answers } as RunOptions)
    const expected = fails === undefined ? resultOf(outputs ?? {}) : { fails }
    const found = end.failure === undefined ? foundIn(end) : { fails: end.failure.code }
    if (!isDeepStrictEqual(found, expected)) wrong.push(`${title}: expected ${show(expected)}, got ${show(found)}`)
  }
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
}

function resultOf(result: NodeResult): Values {
  if (isResult(result, 'take_branches')) return { outputs: jsonOf(result.outputs), branches: result.branches }
  if (isResult(result, 'ask')) return { questions: [jsonOf(result.question)] }
  return { outputs: jsonOf(isResult(result, 'sleep_until') ? result.outputs : result) }
}

function foundIn({ status, outputs, branches, questions }: NodeRun): Values {
  if (status === 'waiting') return { questions: questions.slice(-1) }
  return branches === undefined ? { outputs } : { outputs, branches }
}

function jsonOf(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

function show(value: unknown): string {
  return JSON.stringify(value)
}
