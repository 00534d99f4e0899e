import { isObject } from '@millrace/model'
import type { TriggerStore } from '@millrace/store'
import { OWN_TOOL_NAMES } from '../mcp/own-tool-names.ts'
import type { SealedSave } from '../workflows/sealer.ts'

/** The message of an answer, with what the author of a save should know. */
export function withNote(message: string, note: string | undefined): string {
  return note === undefined ? message : `${message}. ${note}`
}

/**
 * What to tell the author of a save. A path, and the name of a tool, belong to the workflow that had them first. Another
 * one that wants them is saved all the same, for drafts are welcome; it is told, and gets them when the first one lets go.
 */
export async function noteOn({ head, sealed, triggers }: SealedSave, store: TriggerStore): Promise<string | undefined> {
  const tool = triggers.find(({ kind }) => kind === 'tool')
  if (tool === undefined && isObject(sealed.config?.tool)) return NO_TOOL
  if (tool !== undefined && OWN_TOOL_NAMES.has(tool.path))
    return `The tool name "${tool.path}" is one of the service's own.`
  if (!triggers.some(({ kind }) => kind !== 'schedule')) return undefined
  const taken = await store.taken(head.id)
  if (taken.length === 0) return undefined
  return taken
    .map(({ kind, path, machineName }) => `The ${WHAT[kind]} "${path}" belongs to the workflow "${machineName}".`)
    .join(' ')
}

const WHAT = { webhook: 'webhook path', tool: 'tool name', schedule: 'schedule' } as const
const NO_TOOL = 'It is not published as a tool: config.tool does not fit.'
