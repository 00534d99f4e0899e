/** Compiles flows to plans that the engine runs. */
import { compileFlow, type Flow } from '@millrace/agentspec'
import { placeholderOf, pointer } from '@millrace/model'
import type { CompiledFlow } from '../../executions/called-flows.ts'
import { NAMED_SETTING, type Named, namedFor, registryOf } from '../registry/named-components.ts'
import { splitSecrets } from './flow-secrets.ts'

/** Every node keeps its resolved references, so that the flow runs with the versions it was accepted with. */
export function compiledFlow(flow: Flow, named: Named): CompiledFlow {
  const plan = compileFlow(flow, registryOf(named))
  const secrets: Record<string, Record<string, string>> = Object.create(null)
  const nodes = plan.nodes.map((node) => {
    const { value, places, secrets: own } = splitSecrets(node.config)
    const sealed = places.map(({ at, secret }) => [
      at.reduce<string>((path, key) => pointer(path, key), ''),
      own[secret] ?? '',
    ])
    const used = namedFor(node.config, named)
    if (used !== undefined) sealed.push([pointer('', NAMED_SETTING), used])
    if (sealed.length === 0) return node
    secrets[node.id] = Object.fromEntries(sealed)
    return { ...node, config: used === undefined ? value : { ...value, [NAMED_SETTING]: placeholderOf(used) } }
  })
  return { plan: { ...plan, nodes }, secrets }
}

/** The launch inputs of a flow: the values of its start node, independent of other node names. */
export function flowLaunch({ plan }: Pick<CompiledFlow, 'plan'>, values: Readonly<Record<string, unknown>>) {
  return { [plan.nodes[plan.walk?.start ?? 0]?.id ?? '']: values }
}
