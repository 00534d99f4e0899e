/** The references of a component: registered tools and agents, and stored workflows. */
import { isObject } from '@millrace/model'

/** Names of references and server tools anywhere in a component. */
export function namesIn(root: unknown): Set<string> {
  const names = new Set<string>()
  walkObjects(root, (one) => {
    if ((one.kind === 'ref' || one.kind === 'server') && typeof one.name === 'string') names.add(one.name)
    if (one.kind === 'server' && typeof one.functionName === 'string') names.add(one.functionName)
  })
  return names
}

/** Names of the stored workflows that a component runs as flows. */
export function workflowsIn(root: unknown): string[] {
  const names = new Set<string>()
  const add = (one: unknown) => {
    if (isObject(one) && one.kind === 'ref' && typeof one.name === 'string') names.add(one.name)
  }
  walkObjects(root, (one) => {
    add(one.subflow)
    if (Array.isArray(one.subflows)) for (const sub of one.subflows) add(sub)
    const called = workflowOfTool(one)
    if (called !== undefined) names.add(called)
  })
  return [...names]
}

/** The workflow in the settings of a tool that was exported from a sub-workflow node. */
function workflowOfTool({ kind, name, inputs }: Readonly<Record<string, unknown>>): string | undefined {
  if (kind !== 'server' || name !== 'sub_workflow' || !Array.isArray(inputs)) return undefined
  const setting = inputs.find((one) => isObject(one) && one.title === 'workflow')
  return typeof setting?.default === 'string' && setting.default !== '' ? setting.default : undefined
}

function walkObjects(value: unknown, visit: (one: Readonly<Record<string, unknown>>) => void): void {
  if (Array.isArray(value)) for (const item of value) walkObjects(item, visit)
  else if (isObject(value)) {
    visit(value)
    for (const inner of Object.values(value)) walkObjects(inner, visit)
  }
}
