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
import { type ConfigWithSecrets, masked } from './step-secrets.ts'

export interface RunnerNeeds {
  readonly definitions: ReadonlyMap<string, NodeDefinition>
  /** The settings of a step's node with its secrets in place. */
  readonly configOf: (task: Task) => ConfigWithSecrets
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
      const { config, secrets } = configOf(task)
      const logs: LogLine[] = []
      const finish = (outcome: Outcome): Outcome => masked(logs.length > 0 ? { ...outcome, logs } : outcome, secrets)
      try {
        const result = definition.run({
          config: { ...defaultsOf(definition.config), ...config, ...launchSettings(definition, task.launch) },
          inputs: task.inputs,
          launch: task.launch,
          round: task.round,
          effects: effectsFor(task),
          signal: task.signal,
          idempotencyKey: task.idempotencyKey,
          log: (level, message, context) => {
            if (logs.length >= MAX_LOG_LINES) return
            const line = { level, message: String(message).slice(0, MAX_LOG_CHARACTERS) }
            logs.push(context === undefined ? line : { ...line, context })
          },
        })
        if (!(result instanceof Promise)) return finish(outcomeOf(result))
        return result.then(
          (value) => finish(outcomeOf(value)),
          (error: unknown) => finish({ failure: failureOf(error) }),
        )
      } catch (error) {
        return finish({ failure: failureOf(error) })
      }
    },
  }
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
  if (result instanceof Takes) return { outputs: result.outputs, taken: result.branches }
  if (result instanceof EndsRun) {
    const { status, failure } = result
    return { outputs: {}, ends: failure === undefined ? { status } : { status, failure } }
  }
  if (result instanceof SleepsUntil) return { sleepUntil: result.time, outputs: result.outputs }
  if (result instanceof RunsWorkflow) {
    const { workflow, inputs, wait } = result
    return { child: { workflow, inputs, wait } }
  }
  if (result instanceof GoesOn) return { goesOn: result.goesOn }
  if (!isObject(result))
    return { failure: { code: 'BAD_OUTPUT', message: 'The node gave back something that is no set of outputs.' } }
  return { outputs: withoutHoles(result) }
}

/** A port whose value is undefined was left out. */
function withoutHoles(outputs: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(outputs).filter(([, value]) => value !== undefined))
}
