/** The stored rows of the triggers of a workflow. */
import type { ToolTrigger, Trigger } from '@millrace/model'
import type { TriggerSave } from '@millrace/store'
import { cronProblem, nextTime } from '../platform/cron.ts'

const NOTHING = { path: '', method: '', cron: '', timezone: '', isInert: false, nextAt: null } as const

const MAX_SCHEMA_CHARACTERS = 65_536

/** The trigger rows of a save. A schedule with an invalid cron expression has none; validation reports it. */
export function triggerRows(triggers: readonly Trigger[], savedAt: number): readonly TriggerSave[] {
  return triggers.flatMap((trigger): TriggerSave[] => {
    if (trigger.kind === 'webhook') {
      const { kind, nodeId, path, method, auth, credential, respond } = trigger
      const settings = { auth, respond, ...(credential !== undefined && { credential }) }
      return [{ ...NOTHING, kind, nodeId, path, method, settings }]
    }
    if (trigger.kind === 'tool') return [toolRow(trigger)]
    const { kind, nodeId, cron, timezone, overlap, enabled } = trigger
    if (cronProblem(trigger) !== undefined) return []
    const nextAt = enabled ? nextTime(trigger, savedAt) : null
    return [{ ...NOTHING, kind, nodeId, cron, timezone, settings: { overlap }, nextAt }]
  })
}

/** All that the list of tools needs, so that it opens no document. An overlong schema is left out. */
function toolRow({ kind, nodeId, name, title, description, schema }: ToolTrigger): TriggerSave {
  const text = schema === undefined ? '' : JSON.stringify(schema)
  const settings = { title, description, schema: text.length > MAX_SCHEMA_CHARACTERS ? '' : text }
  return { ...NOTHING, kind, nodeId, path: name, settings }
}

/** The same rows, inactive: an import starts nothing until a person saves the workflow. */
export function inert(rows: readonly TriggerSave[]): readonly TriggerSave[] {
  return rows.map((row) => ({ ...row, isInert: true, nextAt: null }))
}
