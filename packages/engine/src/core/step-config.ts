/** The config of a node with the values of its expressions. */
import { type PlanNode, withSetting } from '@millrace/model'

/** The values of the expressions of a step, by setting. */
export type Settings = Readonly<Record<string, unknown>>

/** The config of a node with the resolved settings of a step. */
export function configWith(node: Pick<PlanNode, 'config'>, settings: Settings | undefined): PlanNode['config'] {
  let { config } = node
  if (settings === undefined) return config
  for (const [setting, value] of Object.entries(settings)) config = withSetting(config, setting, value)
  return config
}
