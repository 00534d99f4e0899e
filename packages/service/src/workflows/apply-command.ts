/** `millrace apply DIR`: creates and updates the workflows of a service from the files in a folder. */
import type { Client } from '@millrace/client'
import { diffOf, isObject, machineNameOf } from '@millrace/model'
import type { Command, CommandContext } from '../platform/command.ts'
import { usageOf } from '../platform/command-help.ts'
import { BadSetting, readOwnArguments } from '../platform/config.ts'
import { connect, REMOTE_FLAGS, REMOTE_HELP } from '../platform/remote-service.ts'
import { type PlannedChange, planOf, workflowsIn } from './apply-plan.ts'
import { masked, type Variables } from './file-variables.ts'
import type { PortableWorkflow } from './portable.ts'
import { readDocument } from './read-document.ts'
import { PROJECT_FLAG, projectIdOf, remoteWorkflows } from './remote-workflows.ts'

const FLAGS = {
  ...REMOTE_FLAGS,
  ...PROJECT_FLAG,
  'dry-run': { type: 'boolean' },
  prune: { type: 'boolean' },
  secrets: { type: 'boolean' },
  variables: { type: 'string' },
} as const

export const applyCommand: Command = {
  name: 'apply',
  usage: ['apply DIR [--dry-run] [--prune] [--variables FILE] [--secrets] [--project PROJECT] [--url URL]'],
  summary: 'creates and updates the workflows of a service from the files in a folder',
  help: [
    '  --dry-run           show what would change, and change nothing',
    '  --prune             delete workflows that the folder does not have',
    '  --variables FILE    values for %{NAME} in the files, as JSON or YAML',
    '  --secrets           send secrets of the files again; without it a stored secret is kept',
    '  --project PROJECT   create, update and delete only in this project, by its name or id',
    '',
    'A workflow is found by its machine name: machineName in the file, or the name of the file. Whether it is active and',
    'how it is published is not changed. Files that were applied before change nothing.',
    '',
    ...REMOTE_HELP,
  ],
  async run(args, context) {
    const { flags, words } = readOwnArguments(args, FLAGS)
    const [folder, ...others] = words
    if (folder === undefined || others.length > 0) throw new BadSetting(usageOf(applyCommand))
    const variables = flags.variables === undefined ? {} : await variablesIn(flags.variables)
    const files = await workflowsIn(folder, variables)
    const client = await connect(context, flags.url)
    const project = await projectIdOf(client, flags.project)
    const workflows = await remoteWorkflows(client)
    const options = { sendSecrets: flags.secrets ?? false, isPruned: flags.prune ?? false }
    const changes = await planOf(files, { client, workflows, project, ...options })
    for (const change of changes) {
      for (const line of linesOf(change)) context.print(masked(line, variables))
      if (flags['dry-run'] !== true) await apply({ client, project }, change, context)
    }
    context.print(summaryOf(changes))
    if (flags['dry-run'] === true) context.print('Nothing was changed (--dry-run).')
    return 0
  },
}

async function variablesIn(file: string): Promise<Variables> {
  const value = await readDocument(file).catch((error: unknown) => {
    throw new BadSetting(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  })
  if (isObject(value)) return value
  throw new BadSetting(`${file} does not contain an object with variables.`)
}

interface Target {
  readonly client: Client
  /** Where workflows are created; undefined for the default of the caller. */
  readonly project: string | undefined
}

async function apply(target: Target, change: PlannedChange, context: CommandContext): Promise<void> {
  const { client } = target
  const { machineName } = change.wanted
  if (change.kind === 'same') return
  if (change.kind === 'delete') return client.deleteWorkflow({ id: machineName })
  const body = bodyOf(change.wanted)
  const { warnings } =
    change.kind === 'create'
      ? await create(target, change.wanted)
      : await client.updateWorkflow({
          id: machineName,
          // Rejected if the workflow was saved after it was compared.
          body: {
            ...body,
            config: { ...body.config, ...switchesOf(change.from.config) },
            revision: change.from.revision,
          },
        })
  for (const warning of warnings) context.note(`  ${machineName}: ${warning}`)
}

type Body = Parameters<Client['createWorkflow']>[0]['body']

/** What the file does not have is emptied: an update changes only the fields that it names. */
function bodyOf({ machineName: _, ...wanted }: PortableWorkflow): Body {
  return { description: '', tags: [], config: {}, ...wanted } as unknown as Body
}

function switchesOf({ active, publish }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { ...(active === undefined ? {} : { active }), ...(publish === undefined ? {} : { publish }) }
}

/** The service makes the machine name from the name, and keeps it when the workflow is renamed. */
async function create({ client, project }: Target, wanted: PortableWorkflow): ReturnType<Client['createWorkflow']> {
  const { machineName } = wanted
  const body = bodyOf(wanted)
  const hasOwnName = machineNameOf(wanted.name) === machineName
  const created = await client.createWorkflow({ project, body: hasOwnName ? body : { ...body, name: machineName } })
  const { data } = created
  if (data.machineName !== machineName) {
    // Kept, it would be created once more by every run, because no workflow with the wanted name is found.
    await client.deleteWorkflow({ id: data.id })
    const reason = `The service would name it "${data.machineName}"; a workflow that this token does not see may have its name.`
    throw new BadSetting(`"${machineName}" was not created. ${reason}`)
  }
  if (hasOwnName) return created
  return client.updateWorkflow({ id: data.id, body: { name: wanted.name, revision: data.revision } })
}

const SIGNS = { create: '+', update: '~', delete: '-', same: '=' } as const
const MAX_CHANGES = 50

function linesOf(change: PlannedChange): string[] {
  const head = `${SIGNS[change.kind]} ${change.wanted.machineName}`
  if (change.kind === 'create')
    return [head, ...change.missingSecrets.map((path) => `    enter the secret ${path} in this service`)]
  if (change.kind !== 'update') return [head]
  const details = differences(change.stored, change.wanted)
  const rest = details.length - MAX_CHANGES
  return [head, ...details.slice(0, MAX_CHANGES), ...(rest > 0 ? [`    … and ${rest} more`] : [])]
}

type Comparable = Parameters<typeof diffOf>[0]

function differences(stored: PortableWorkflow, wanted: PortableWorkflow): string[] {
  const { workflow, nodes, edges } = diffOf(stored as unknown as Comparable, wanted as unknown as Comparable)
  const values = ({ path, from, to }: { path: string; from?: unknown; to?: unknown }) =>
    `${path}: ${shown(from)} → ${shown(to)}`
  const parts = ([kind, { added, removed, changed }]: readonly [string, typeof nodes]) => [
    ...added.map(({ id }) => `    + ${kind} ${id}`),
    ...removed.map(({ id }) => `    - ${kind} ${id}`),
    ...changed.flatMap(({ id, changes }) => changes.map((one) => `    ~ ${kind} ${id} ${values(one)}`)),
  ]
  const lines = [
    ...workflow.map((one) => `    ~ ${values(one)}`),
    ...(
      [
        ['node', nodes],
        ['edge', edges],
      ] as const
    ).flatMap(parts),
  ]
  return lines.length > 0 ? lines : ['    ~ order or size of parts']
}

const MAX_VALUE = 120

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text
}

function summaryOf(changes: readonly PlannedChange[]): string {
  const count = (kind: PlannedChange['kind']) => changes.filter((change) => change.kind === kind).length
  return `${count('create')} to create, ${count('update')} to update, ${count('delete')} to delete, ${count('same')} unchanged`
}
