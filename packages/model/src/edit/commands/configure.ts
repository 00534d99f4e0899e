import { configOf } from '../../workflow/workflow.ts'
import { configWarnings, lostPortWarnings, withNode, withoutRemovedInputs } from '../config-change.ts'
import { nodeNamed } from '../find.ts'
import type { Verb } from '../verb.ts'

/** Changes several settings and extensions of a node at once, as a form does. */
export interface ConfigureCommand {
  readonly verb: 'configure'
  readonly node: string
  readonly config?: KeyChange
  readonly extensions?: KeyChange
}

export interface KeyChange {
  readonly set?: Readonly<Record<string, unknown>>
  readonly drop?: readonly string[]
}

export const configure: Verb<ConfigureCommand> = {
  kind: 'edit',
  gesture: 'Writes and drops several settings and extensions of a node at once.',

  edit(graph, { node, config, extensions }, catalogue) {
    const before = nodeNamed(graph, node)
    const changed = {
      ...before,
      data: {
        ...before.data,
        ...(config === undefined ? {} : { config: changedKeys(configOf(before), config) }),
        ...(extensions === undefined ? {} : { extensions: changedKeys(before.data?.extensions ?? {}, extensions) }),
      },
    }
    const after = withoutRemovedInputs(graph, { before, after: changed }, catalogue)
    return {
      graph: withNode(graph, { before, after }),
      warnings: [
        ...configWarnings(after, Object.keys(config?.set ?? {}), catalogue),
        ...lostPortWarnings(graph, { before, after }, catalogue),
      ],
    }
  },
}

/** An object with some keys set and others deleted. */
export function changedKeys(
  object: Readonly<Record<string, unknown>>,
  { set = {}, drop = [] }: KeyChange,
): Record<string, unknown> {
  const kept = Object.entries(object).filter(([key]) => !drop.includes(key))
  return { ...Object.fromEntries(kept), ...set }
}
