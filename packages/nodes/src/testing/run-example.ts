/** Runs one example of a node type the way the engine would. */
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

/** What surrounds a run; all of it may be left out. */
export interface Around {
  /** What it logs is added here. */
  readonly lines?: Line[]
  /** What it shows is added here. */
  readonly said?: string[]
  /** What it notes is added here, and what is here already it finds. */
  readonly notes?: Record<string, unknown>
  readonly onNote?: RunContext['note']
  readonly tools?: readonly Tool[]
  readonly effects?: Partial<Effects>
  readonly signal?: AbortSignal
  readonly idempotencyKey?: string
}

/** What its `run` gives, as it gives it: a value or a promise. */
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
      // Thrown from here, it is cut off before the note is kept.
      await around.onNote?.(key, value)
      notes[key] = JSON.parse(JSON.stringify(value))
    },
    // As they were when it began: what it notes meanwhile is for the next run.
    notes: { ...notes },
    tools: async () => tools,
    toolsFor: storedWorkflows,
    directory: async () => testDirectory(used),
    ...used,
  })
}

/** As the engine fills them: delivered, else given at launch, else the setting of the same name. */
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
