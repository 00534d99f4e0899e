/** `millrace apply DIR`: creates and updates the workflows of a service from the files in a folder. */
import { diffOf } from '@millrace/model'
import type { Command } from '../platform/command.ts'
import { usageOf } from '../platform/command-help.ts'
import { BadSetting, readOwnArguments } from '../platform/config.ts'
import { PROJECT_FLAG, projectIdOf, requireProjectChoice } from '../platform/remote-project.ts'
import { connect, REMOTE_FLAGS, REMOTE_HELP } from '../platform/remote-service.ts'
import { applyAll } from './apply-changes.ts'
import { errorsIn } from './apply-checks.ts'
import { planOf, workflowsIn } from './apply-plan.ts'
import { masked } from './file-variables.ts'
import type { PlannedChange } from './planned-change.ts'
import type { PortableWorkflow } from './portable.ts'
import { variablesIn } from './read-variables.ts'
import { remoteWorkflows } from './remote-workflows.ts'

const FLAGS = {
  ...REMOTE_FLAGS,
  ...PROJECT_FLAG,
  'allow-errors': { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  prune: { type: 'boolean' },
  secrets: { type: 'boolean' },
  variables: { type: 'string' },
} as const

const REFUSED = 'Nothing was changed, because workflows have errors; --allow-errors saves them all the same.'

export const applyCommand: Command = {
  name: 'apply',
  usage: [
    'apply DIR [--dry-run] [--prune] [--variables FILE] [--secrets] [--allow-errors] [--project PROJECT] [--url URL]',
  ],
  summary: 'creates and updates the workflows of a service from the files in a folder',
  help: [
    '  --dry-run           show what would change, and change nothing',
    '  --prune             delete workflows that the folder does not have',
    '  --variables FILE    values for %{NAME} in the files, as JSON or YAML',
    '  --secrets           send secrets of the files again; without it a stored secret is kept',
    '  --allow-errors      save workflows although they cannot run yet, such as drafts',
    '  --project PROJECT   create, update and delete only in this project, by its name or id',
    '',
    'A workflow is found by its machine name: machineName in the file, or the name of the file. Whether it is active and',
    'how it is published is not changed. Files that were applied before change nothing. All files are checked before the',
    'first change. If a request fails later, the message lists what was applied and what was not.',
    '',
    ...REMOTE_HELP,
  ],
  async run(args, context) {
    const { flags, words } = readOwnArguments(args, FLAGS)
    const [folder, ...others] = words
    if (folder === undefined || others.length > 0) throw new BadSetting(usageOf(applyCommand))
    const variables = await variablesIn(flags.variables)
    const files = await workflowsIn(folder, variables)
    const client = await connect(context, flags.url)
    const project = await projectIdOf(client, flags.project)
    const workflows = await remoteWorkflows(client)
    const options = { sendSecrets: flags.secrets ?? false, isPruned: flags.prune ?? false }
    const changes = await planOf(files, { client, workflows, project, ...options })
    if (project === undefined && changes.some(({ kind }) => kind === 'create')) await requireProjectChoice(client)
    for (const line of changes.flatMap(linesOf)) context.print(masked(line, variables))
    context.print(summaryOf(changes))
    const target = { client, project }
    const errors = await errorsIn(changes, target)
    for (const line of errors) context.note(`  ${masked(line, variables)}`)
    if (errors.length > 0 && flags['allow-errors'] !== true) throw new BadSetting(REFUSED)
    if (flags['dry-run'] === true) context.print('Nothing was changed (--dry-run).')
    else await applyAll(changes, target, context.note)
    return 0
  },
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
