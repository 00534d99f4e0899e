/** A flow as the engine runs it: its plan, with placeholders in place of secrets, and the secrets by their places. */
import { compileFlow, type Flow, type Registry } from '@millrace/agentspec'
import { type Plan, pointer, type Secrets } from '@millrace/model'
import { splitSecrets } from './flow-secrets.ts'

export interface CompiledFlow {
  readonly plan: Plan
  readonly secrets: Secrets
}

export function compiledFlow(flow: Flow, registry: Registry): CompiledFlow {
  const plan = compileFlow(flow, registry)
  const secrets: Record<string, Record<string, string>> = Object.create(null)
  const nodes = plan.nodes.map((node) => {
    const { value, places, secrets: own } = splitSecrets(node.config)
    if (places.length === 0) return node
    secrets[node.id] = Object.fromEntries(
      places.map(({ at, secret }) => [at.reduce<string>((path, key) => pointer(path, key), ''), own[secret] ?? '']),
    )
    return { ...node, config: value }
  })
  return { plan: { ...plan, nodes }, secrets }
}

/** What a flow is launched with: the values of its start node, whatever its other nodes are called. */
export function flowLaunch({ plan }: Pick<CompiledFlow, 'plan'>, values: Readonly<Record<string, unknown>>) {
  return { [plan.nodes[plan.walk?.start ?? 0]?.id ?? '']: values }
}
