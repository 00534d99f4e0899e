/** Serializes large results to JSON text in slices, so that they do not block the event loop. */
import {
  isResult,
  isSpecialResult,
  jsonSize,
  LargeJson,
  loadedValues,
  NodeFailure,
  type NodeResult,
  nextTurn,
  printInSlices,
  tooLargeIn,
  type WorkflowResult,
} from '@millrace/model'
import { jsonOf, NotJson } from './json-outputs.ts'

type Values = Readonly<Record<string, unknown>>

/** Objects up to this many characters are serialized at once (about 5 ms). */
const LARGE_CHARACTERS = 256 * 1024

/** The result itself, or a promise of one with its large objects as text. */
export function withTexts(result: NodeResult, maxBytes: number): NodeResult | Promise<NodeResult> {
  const values = valuesOf(result)
  const large = values === undefined ? NONE : portsWithLargeObjects(values)
  if (values === undefined || large.length === 0) return result
  return printedValues(values, large).then((printed) => withValues(result, printed, maxBytes))
}

const NONE: readonly string[] = []

const checked = new WeakSet<object>()

/** True for a result that runs a workflow with inputs known to be JSON and within the limit. */
export function hasCheckedInputs(result: NodeResult): boolean {
  return checked.has(result)
}

function valuesOf(result: NodeResult): Values | undefined {
  if (isOutputs(result)) return result
  if (isResult(result, 'take_branches') || isResult(result, 'sleep_until')) return result.outputs
  return isResult(result, 'run_workflow') ? result.inputs : undefined
}

/** True for plain outputs: an untagged object without a class. */
function isOutputs(result: NodeResult): result is Values {
  if (isSpecialResult(result)) return false
  const prototype: unknown = typeof result === 'object' && result !== null ? Object.getPrototypeOf(result) : undefined
  return prototype === Object.prototype || prototype === null
}

function withValues(result: NodeResult, values: Values, maxBytes: number): NodeResult | Promise<NodeResult> {
  if (isResult(result, 'take_branches') || isResult(result, 'sleep_until')) return { ...result, outputs: values }
  if (!isResult(result, 'run_workflow')) return values
  // Check the size here, on the text: the launch parses it again.
  const inputs = jsonOf(values)
  const large = tooLargeIn(inputs, maxBytes)
  if (large !== undefined) throw new NodeFailure('VALUE_TOO_LARGE', large.message)
  return loadedValues(inputs).then((loaded) => withCheckedInputs({ ...result, inputs: loaded }))
}

function withCheckedInputs(result: WorkflowResult): WorkflowResult {
  checked.add(result)
  return result
}

async function printedValues(values: Values, large: readonly string[]): Promise<Values> {
  // Measuring them took some milliseconds.
  await nextTurn()
  const entries: [string, unknown][] = []
  for (const [port, value] of Object.entries(values)) {
    entries.push([port, large.includes(port) ? await printed(value, port) : value])
  }
  return Object.fromEntries(entries)
}

async function printed(value: unknown, port: string): Promise<LargeJson> {
  const text = await printInSlices(value).catch(() => {
    throw new NotJson(`The value of "${port}" cannot be written as JSON.`)
  })
  return new LargeJson(text)
}

/** A loop and not a filter: almost every result has none. An inherited property is not printed. */
function portsWithLargeObjects(values: Values): readonly string[] {
  let ports = NONE
  for (const port in values) if (isLargeObject(values[port])) ports = [...ports, port]
  return ports
}

function isLargeObject(value: unknown): boolean {
  if (typeof value !== 'object' || value instanceof LargeJson) return false
  return jsonSize(value, LARGE_CHARACTERS) > LARGE_CHARACTERS
}
