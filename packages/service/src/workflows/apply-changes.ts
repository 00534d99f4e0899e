/** Changes the workflows of a service as planned. If a request fails, the error lists what was applied and what was not. */
import type { Client } from '@millrace/client'
import { isObject, isPlaceholder, machineNameOf } from '@millrace/model'
import { BadSetting } from '../platform/bad-setting.ts'
import type { PlannedChange } from './planned-change.ts'
import type { PortableWorkflow } from './portable.ts'

export interface ApplyTarget {
  readonly client: Client
  /** Where workflows are created; undefined for the default of the caller. */
  readonly project: string | undefined
}

/** Applies the changes in their order, and stops at the first that fails: later workflows may call earlier ones. */
export async function applyAll(
  changes: readonly PlannedChange[],
  target: ApplyTarget,
  note: (line: string) => void,
): Promise<void> {
  const names: string[] = []
  const wanted = changes.filter(({ kind }) => kind !== 'same')
  for (const change of wanted) {
    const { machineName } = change.wanted
    const warnings = await apply(target, change).catch(async (error: unknown) => {
      const later = wanted.slice(names.length + 1).map((other) => other.wanted.machineName)
      throw new BadSetting(await stopMessage(error, { machineName, applied: names, later }))
    })
    names.push(machineName)
    for (const warning of warnings) note(`  ${machineName}: ${warning}`)
  }
}

interface Stop {
  readonly machineName: string
  readonly applied: readonly string[]
  readonly later: readonly string[]
}

async function stopMessage(error: unknown, { machineName, applied, later }: Stop): Promise<string> {
  // Loaded here: the help of all commands does not need it.
  const { isApiError } = await import('@millrace/client')
  const cause = (error instanceof Error ? error.message : String(error)).replace(/[^.!?]$/, '$&.')
  // Without a reply, or with one of a proxy, the service may have saved it all the same.
  const isUnknown = isApiError(error) && (error.status === 0 || error.status >= 500)
  const first = isUnknown
    ? `It is unknown whether "${machineName}" was applied: ${cause}`
    : `"${machineName}" was not applied: ${cause}`
  if (applied.length === 0 && !isUnknown) return `${first} Nothing was changed.`
  const missing = isUnknown ? later : [machineName, ...later]
  const list = (names: readonly string[]) => (names.length > 0 ? names.join(', ') : 'none')
  return `${first} Applied: ${list(applied)}. Not applied: ${list(missing)}. Run apply again to continue.`
}

async function apply(target: ApplyTarget, change: PlannedChange): Promise<readonly string[]> {
  const { client } = target
  const { machineName } = change.wanted
  if (change.kind === 'create') return (await create(target, change.wanted)).warnings
  if (change.kind === 'delete') await client.deleteWorkflow({ id: machineName })
  if (change.kind !== 'update') return []
  const body = bodyOf(change.wanted)
  const config = { ...body.config, ...switchesOf(change.from.config) }
  // Rejected if the workflow was saved after it was compared.
  const saved = await client.updateWorkflow({
    id: machineName,
    body: { ...body, config, revision: change.from.revision },
  })
  return saved.warnings
}

type Body = Parameters<Client['createWorkflow']>[0]['body']

/** What the file does not have is emptied: an update changes only the fields that it names. */
export function bodyOf({ machineName: _, ...wanted }: PortableWorkflow): Body {
  return { description: '', tags: [], config: {}, ...wanted } as unknown as Body
}

function switchesOf({ active, publish }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { ...(active === undefined ? {} : { active }), ...(publish === undefined ? {} : { publish }) }
}

/** The service makes the machine name from the name, and keeps it when the workflow is renamed. */
async function create(
  { client, project }: ApplyTarget,
  wanted: PortableWorkflow,
): ReturnType<Client['createWorkflow']> {
  const { machineName } = wanted
  const body = bodyOf(withoutPlaceholders(wanted) as PortableWorkflow)
  const hasOwnName = machineNameOf(wanted.name) === machineName
  const created = await client.createWorkflow({ project, body: hasOwnName ? body : { ...body, name: machineName } })
  const { data } = created
  if (data.machineName !== machineName) {
    // Kept, it would be created once more by every run, because no workflow with the wanted name is found.
    await client.deleteWorkflow({ id: data.id })
    throw new BadSetting(
      `The service would name it "${data.machineName}"; a workflow that this token does not see may have its name.`,
    )
  }
  if (hasOwnName) return created
  try {
    return await client.updateWorkflow({ id: data.id, body: { name: wanted.name, revision: data.revision } })
  } catch (error) {
    await client.deleteWorkflow({ id: data.id })
    throw error
  }
}

function withoutPlaceholders(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPlaceholders)
  if (!isObject(value)) return value
  const entries = Object.entries(value).filter(([, item]) => !isPlaceholder(item))
  return Object.fromEntries(entries.map(([key, item]) => [key, withoutPlaceholders(item)]))
}
