/** `config.keep_values` of a workflow: which executions keep their values after they have ended. */

/** The settings besides the default, in which all executions keep them. */
export const KEPT_VALUES = ['failures', 'none'] as const
export type KeptValues = (typeof KEPT_VALUES)[number]

/** Reads the setting of a workflow; undefined if all values are kept. */
export function keptValuesIn(config: Readonly<Record<string, unknown>> | undefined): KeptValues | undefined {
  return KEPT_VALUES.find((kept) => kept === config?.keep_values)
}

/** The setting of an execution that a step started: values of its parent must not outlive the parent's own. */
export function strictest(...settings: readonly (KeptValues | undefined)[]): KeptValues | undefined {
  return settings.includes('none') ? 'none' : settings.find((kept) => kept !== undefined)
}

/** Whether the values of an execution are removed after it has ended with this status. */
export function removesValues(kept: KeptValues | undefined, status: string): boolean {
  return kept === 'none' || (kept === 'failures' && status === 'completed')
}
