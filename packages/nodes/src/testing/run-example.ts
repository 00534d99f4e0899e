/** Runs one example of a node type the way the engine would. */
import {
  defaultsOf,
  type NodeDefinition,
  type NodeExample,
  type NodeResult,
  nodeTypeOf,
  portsOf,
  type RunContext,
} from '@millrace/model'
import { testEffects } from './test-effects.ts'

export interface Line {
  readonly level: string
  readonly message: string
}

type Run = (context: RunContext) => NodeResult | Promise<NodeResult>

/** What its `run` gives, as it gives it: a value or a promise. What it logs is added to `lines`. */
export function runExample(
  definition: NodeDefinition,
  example: NodeExample,
  lines: Line[] = [],
): NodeResult | Promise<NodeResult> {
  const config = { ...defaultsOf(definition.config), ...example.config }
  const run = definition.run as Run
  return run({
    config,
    inputs: inputsOf(definition, config, example),
    launch: example.launch ?? {},
    round: 0,
    effects: testEffects(),
    signal: new AbortController().signal,
    idempotencyKey: 'example',
    log: (level, message) => lines.push({ level, message }),
  })
}

/** As the engine fills them: delivered, else given at launch, else the setting of the same name. */
function inputsOf(
  definition: NodeDefinition,
  config: Record<string, unknown>,
  { inputs = {}, launch = {} }: NodeExample,
): Record<string, unknown> {
  const ports = [...portsOf(nodeTypeOf(definition), config).inputs.values()]
    .filter(({ dataType }) => dataType !== 'trigger' && dataType !== 'tool')
    .map(({ id }) => [id, Object.hasOwn(inputs, id) ? inputs[id] : (launch[id] ?? config[id])] as const)
  return Object.fromEntries(ports.filter(([, value]) => value !== undefined))
}
