/** Runs one example of a node type like the engine. */
import {
  defaultsOf,
  type Effects,
  type NodeDefinition,
  type NodeExample,
  type NodeResult,
  nodeTypeOf,
  portsOf,
  type RunContext,
  type Tool,
} from '@millrace/model'
import { storedWorkflows, testDirectory } from './test-directory.ts'
import { testEffects } from './test-effects.ts'
import { TEST_TOOLS } from './test-tools.ts'

export interface Line {
  readonly level: string
  readonly message: string
}

type Run = (context: RunContext) => NodeResult | Promise<NodeResult>

/** The environment of a run; everything is optional. */
export interface Around {
  /** Receives its log lines. */
  readonly lines?: Line[]
  /** Receives its streamed text. */
  readonly said?: string[]
  /** Receives its notes; existing entries are passed to the run. */
  readonly notes?: Record<string, unknown>
  readonly onNote?: RunContext['note']
  readonly tools?: readonly Tool[]
  readonly effects?: Partial<Effects>
  readonly signal?: AbortSignal
  readonly idempotencyKey?: string
}

/** Returns the result of `run` unchanged: a value or a promise. */
export function runExample(
  definition: NodeDefinition,
  example: Omit<NodeExample, 'title'>,
  { lines = [], said = [], notes = {}, tools = TEST_TOOLS, ...around }: Around = {},
): NodeResult | Promise<NodeResult> {
  const config = { ...defaultsOf(definition.config), ...example.config }
  const run = definition.run as Run
  const used = {
    effects: { ...testEffects(), ...around.effects },
    log: (level: string, message: string) => void lines.push({ level, message }),
    say: (delta: string) => void said.push(delta),
  }
  return run({
    config,
    inputs: inputsOf(definition, config, example),
    launch: example.launch ?? {},
    round: 0,
    signal: around.signal ?? new AbortController().signal,
    idempotencyKey: around.idempotencyKey ?? 'example',
    attempt: 1,
    replies: example.replies ?? [],
    isWired: (port) => example.wired?.includes(port) === true,
    async note(key, value) {
      // Throwing here simulates an interruption before the note is stored.
      await around.onNote?.(key, value)
      notes[key] = JSON.parse(JSON.stringify(value))
    },
    // A snapshot: notes written during this run are visible only to the next run.
    notes: { ...notes },
    tools: async () => tools,
    toolsFor: storedWorkflows,
    directory: async () => testDirectory(used),
    ...used,
  })
}

/** Fills inputs like the engine: delivered, else from the launch, else the setting of the same name. */
function inputsOf(
  definition: NodeDefinition,
  config: Record<string, unknown>,
  { inputs = {}, launch = {} }: Omit<NodeExample, 'title'>,
): Record<string, unknown> {
  const ports = [...portsOf(nodeTypeOf(definition), config).inputs.values()]
    .filter(({ dataType }) => dataType !== 'trigger' && dataType !== 'tool')
    .map(({ id }) => [id, Object.hasOwn(inputs, id) ? inputs[id] : (launch[id] ?? config[id])] as const)
  return Object.fromEntries(ports.filter(([, value]) => value !== undefined))
}
