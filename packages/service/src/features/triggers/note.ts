import type { TriggerStore } from '@millrace/store'
import type { SealedSave } from '../workflows/sealer.ts'

/** The message of an answer, with what the author of a save should know. */
export function withNote(message: string, note: string | undefined): string {
  return note === undefined ? message : `${message}. ${note}`
}

/**
 * What to tell the author of a save. A path belongs to the workflow that had it first. Another one that wants it is
 * saved all the same, for drafts are welcome; it is told, and gets the path when the first one lets go of it.
 */
export async function noteOn({ head, triggers }: SealedSave, store: TriggerStore): Promise<string | undefined> {
  if (!triggers.some(({ kind }) => kind === 'webhook')) return undefined
  const taken = await store.taken(head.id)
  if (taken.length === 0) return undefined
  return taken
    .map(({ path, machineName }) => `The webhook path "${path}" belongs to the workflow "${machineName}".`)
    .join(' ')
}
