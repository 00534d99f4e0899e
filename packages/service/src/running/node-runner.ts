/**
 * Runs nodes for the engine: fills in settings and secrets, hands over the effects, and turns whatever comes back, or is
 * thrown, into an outcome. E6: what leaves here is free of secrets.
 */
import { failureOf, type LogLine, type Outcome, type Runner, type Task } from '@millrace/engine'
import {
  defaultsOf,
  type Effects,
  EndsRun,
  GoesOn,
  isObject,
  type NodeDefinition,
  type NodeResult,
  RunsWorkflow,
  SleepsUntil,
  Takes,
} from '@millrace/model'
import { jsonOf } from './json-outputs.ts'
import { type ConfigReader, masked } from './step-secrets.ts'

export interface RunnerNeeds {
  readonly definitions: ReadonlyMap<string, NodeDefinition>
  readonly configOf: ConfigReader
  readonly effectsFor: (step: { signal: AbortSignal; idempotencyKey: string }) => Effects
}

const MAX_LOG_LINES = 1000
const MAX_LOG_CHARACTERS = 10_000

export function createRunner({ definitions, configOf, effectsFor }: RunnerNeeds): Runner {
  return {
    isQuick: (type) => definitions.get(type)?.quick === true,
    mayRunAgain: (type, config) => (definitions.get(type)?.afterCrash?.(config) ?? 'run again') === 'run again',
    run(task) {
      const node = task.record.plan.nodes[task.node]
      const definition = definitions.get(node?.type ?? '')
      if (definition?.run === undefined) return notRunnable(node?.type)
      const logs: LogLine[] = []
      let secrets: readonly string[] = []
      const finish = (outcome: Outcome): Outcome => masked(logs.length > 0 ? { ...outcome, logs } : outcome, secrets)
      const fail = (error: unknown): Outcome => finish({ failure: failureOf(error) })
      try {
        const own = configOf(task, launchSettings(definition, task.launch))
        secrets = own.secrets
        const result = definition.run({
          config: { ...defaultsOf(definition.config), ...own.config },
          inputs: task.inputs,
          launch: task.launch,
          round: task.round,
          effects: effectsFor(task),
          signal: task.signal,
          idempotencyKey: task.idempotencyKey,
          log: (level, message, context) => void write(logs, { level, message, ...(context && { context }) }),
        })
        if (!(result instanceof Promise)) return finish(outcomeOf(result))
        return result.then((value) => finish(outcomeOf(value))).catch(fail)
      } catch (error) {
        return fail(error)
      }
    },
  }
}

function write(logs: LogLine[], { level, message, context }: LogLine): void {
  if (logs.length >= MAX_LOG_LINES) return
  const line = { level, message: String(message).slice(0, MAX_LOG_CHARACTERS) }
  logs.push(context === undefined ? line : { ...line, context: jsonOf(context) })
}

function notRunnable(type = ''): Outcome {
  return { failure: { code: 'NOT_RUNNABLE', message: `Nodes of the type "${type}" cannot run on this service.` } }
}

/** Launch values may be settings as well as inputs. */
function launchSettings({ config }: NodeDefinition, launch: Task['launch']): Record<string, unknown> {
  const known = isObject(config.properties) ? config.properties : {}
  return Object.fromEntries(Object.entries(launch).filter(([key]) => Object.hasOwn(known, key)))
}

function outcomeOf(result: NodeResult): Outcome {
  if (result instanceof Takes) return { outputs: jsonOf(result.outputs), taken: result.branches }
  if (result instanceof EndsRun) {
    const { status, failure } = result
    return { outputs: {}, ends: failure === undefined ? { status } : { status, failure } }
  }
  if (result instanceof SleepsUntil) return { sleepUntil: result.time, outputs: jsonOf(result.outputs) }
  if (result instanceof RunsWorkflow) {
    const { workflow, inputs, wait } = result
    return { child: { workflow, inputs: jsonOf(inputs), wait } }
  }
  if (result instanceof GoesOn) return { goesOn: result.goesOn }
  if (!isObject(result))
    return { failure: { code: 'BAD_OUTPUT', message: 'The node gave back something that is no set of outputs.' } }
  return { outputs: jsonOf(result) }
}
