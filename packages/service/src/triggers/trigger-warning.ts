import { isObject } from '@millrace/model'
import type { TriggerStore } from '@millrace/store'
import type { SealedSave } from '../workflows/sealer.ts'
import { OWN_TOOL_NAMES } from './reserved-tool-names.ts'

/**
 * The warning for the author of a save. A webhook path or tool name belongs to the workflow that had it first. Another
 * workflow that wants it is saved nevertheless and gets it when the first one releases it.
 */
export async function triggerWarning(
  { summary, sealed, triggers }: SealedSave,
  store: TriggerStore,
): Promise<string | undefined> {
  const tool = triggers.find(({ kind }) => kind === 'tool')
  if (tool === undefined && isObject(sealed.config?.tool)) return NO_TOOL
  if (tool !== undefined && OWN_TOOL_NAMES.has(tool.path))
    return `The tool name "${tool.path}" is reserved for a built-in tool.`
  if (!triggers.some(({ kind }) => kind !== 'schedule')) return undefined
  const taken = await store.taken(summary.id)
  if (taken.length === 0) return undefined
  return taken
    .map(({ kind, path, machineName, project }) => {
      // A workflow of another project may be unknown to the author.
      const owner = project === summary.project ? `the workflow "${machineName}"` : 'a workflow of another project'
      return `The ${WHAT[kind]} "${path}" belongs to ${owner}.`
    })
    .join(' ')
}

const WHAT = { webhook: 'webhook path', tool: 'tool name', schedule: 'schedule' } as const
const NO_TOOL = 'Not published as a tool: config.tool is invalid.'
