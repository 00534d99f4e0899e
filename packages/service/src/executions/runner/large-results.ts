/** Large objects that a node returned become JSON text, printed in slices: nothing walks over them in one go. */
import {
  jsonSize,
  LargeJson,
  loadedValues,
  NodeFailure,
  type NodeResult,
  printInSlices,
  RunsWorkflow,
  SleepsUntil,
  Takes,
  tooLargeIn,
} from '@millrace/model'
import { jsonOf, NotJson } from './json-outputs.ts'

type Values = Readonly<Record<string, unknown>>

/** Characters of an object that is checked and written at once: some 5 ms. */
const LARGE_CHARACTERS = 256 * 1024

/** The result itself, or a promise of one whose large objects are text. */
export function withTexts(result: NodeResult, maxBytes: number): NodeResult | Promise<NodeResult> {
  const values = valuesOf(result)
  if (values === undefined || !Object.values(values).some(isLargeObject)) return result
  return printedValues(values).then((printed) => withValues(result, printed, maxBytes))
}

/** Runs a workflow with inputs that are known to be JSON and within the limit. */
export class RunsChecked extends RunsWorkflow {}

function valuesOf(result: NodeResult): Values | undefined {
  if (result instanceof Takes || result instanceof SleepsUntil) return result.outputs
  if (result instanceof RunsWorkflow) return result.inputs
  return isOutputs(result) ? result : undefined
}

/** Whether a result is no more than outputs: an object of no class. */
function isOutputs(result: NodeResult): result is Values {
  const prototype: unknown = typeof result === 'object' && result !== null ? Object.getPrototypeOf(result) : undefined
  return prototype === Object.prototype || prototype === null
}

function withValues(result: NodeResult, values: Values, maxBytes: number): NodeResult | Promise<NodeResult> {
  if (result instanceof Takes) return new Takes(result.branches, values)
  if (result instanceof SleepsUntil) return new SleepsUntil(result.time, values)
  if (!(result instanceof RunsWorkflow)) return values
  // Checked here, as text: the values that are launched with are parsed again.
  const inputs = jsonOf(values)
  const large = tooLargeIn(inputs, maxBytes)
  if (large !== undefined) throw new NodeFailure('VALUE_TOO_LARGE', large.message)
  return loadedValues(inputs).then((loaded) => new RunsChecked(result.workflow, loaded, result.wait))
}

async function printedValues(values: Values): Promise<Values> {
  const entries: [string, unknown][] = []
  for (const [port, value] of Object.entries(values)) {
    entries.push([port, isLargeObject(value) ? await printed(value, port) : value])
  }
  return Object.fromEntries(entries)
}

async function printed(value: unknown, port: string): Promise<LargeJson> {
  const text = await printInSlices(value).catch(() => {
    throw new NotJson(`The value of "${port}" cannot be written as JSON.`)
  })
  return new LargeJson(text)
}

function isLargeObject(value: unknown): boolean {
  if (typeof value !== 'object' || value instanceof LargeJson) return false
  return jsonSize(value, LARGE_CHARACTERS) > LARGE_CHARACTERS
}
