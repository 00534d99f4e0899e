/** What `millrace apply` is going to change: the files of a folder compared with the workflows of a service. */
import { readdir } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import type { Client } from '@millrace/client'
import { isObject, sameJson } from '@millrace/model'
import { BadSetting } from '../platform/bad-setting.ts'
import { refuseUnsavable } from './apply-checks.ts'
import { type Variables, withVariables } from './file-variables.ts'
import type { PlannedChange } from './planned-change.ts'
import { openSecrets, type PortableWorkflow, portableOf, reconciled } from './portable.ts'
import { readDocument } from './read-document.ts'
import { namesOf, type RemoteWorkflow } from './remote-workflows.ts'

/** The workflows of the files in a folder, with the values of the variables. Refuses all if one is not a workflow. */
export async function workflowsIn(folder: string, variables: Variables): Promise<readonly PortableWorkflow[]> {
  const files = (await readdir(folder)).filter((name) => /\.(?:ya?ml|json)$/.test(name)).sort()
  if (files.length === 0) throw new BadSetting(`${folder} has no workflow files (.yaml, .yml or .json).`)
  const found = new Map<string, PortableWorkflow>()
  for (const name of files) {
    const file = join(folder, name)
    const value = await readDocument(file).catch((error: unknown) => {
      throw new BadSetting(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
    })
    const workflow = workflowOf(withVariables(value, variables, file), file)
    if (found.has(workflow.machineName)) throw new BadSetting(`Two files have the workflow "${workflow.machineName}".`)
    found.set(workflow.machineName, workflow)
  }
  return [...found.values()]
}

function workflowOf(value: unknown, file: string): PortableWorkflow {
  if (!isObject(value) || !Array.isArray(value.nodes) || !Array.isArray(value.edges) || typeof value.name !== 'string')
    throw new BadSetting(`${file} is not a workflow: it needs a name, nodes and edges.`)
  const machineName = typeof value.machineName === 'string' ? value.machineName : basename(file, extname(file))
  if (!/^[a-z0-9_]+$/.test(machineName))
    throw new BadSetting(`${file}: "${machineName}" is not a machine name; use small letters, digits and "_".`)
  refuseUnsavable(value, file)
  return portableOf({ ...value, machineName }, new Map())
}

export interface PlanNeeds {
  readonly client: Client
  /** The workflows of the service. */
  readonly workflows: readonly RemoteWorkflow[]
  /** The project that is changed; undefined for all that the caller sees. */
  readonly project: string | undefined
  readonly sendSecrets: boolean
  readonly isPruned: boolean
}

/** Throws if a file names a workflow of another project and one project is changed. */
export async function planOf(files: readonly PortableWorkflow[], needs: PlanNeeds): Promise<readonly PlannedChange[]> {
  const { client, workflows, project, sendSecrets, isPruned } = needs
  const names = namesOf(workflows)
  const known = new Set(names.values())
  const inFiles = new Set(files.map(({ machineName }) => machineName))
  const isElsewhere = (workflow: RemoteWorkflow) => project !== undefined && workflow.project !== project
  refuseOthers(
    workflows.filter((workflow) => isElsewhere(workflow) && inFiles.has(workflow.machineName)),
    project,
  )
  const changes: PlannedChange[] = []
  for (const file of files) {
    if (!known.has(file.machineName)) {
      changes.push({ kind: 'create', wanted: file, missingSecrets: openSecrets(file) })
      continue
    }
    const remote = await client.getWorkflow({ id: file.machineName, types: 'referenced' })
    const stored = portableOf({ ...remote }, names)
    const wanted = reconciled(file, stored, sendSecrets) as PortableWorkflow
    const from = { id: remote.id, revision: remote.revision, config: remote.config ?? {} }
    changes.push(sameJson(wanted, stored) ? { kind: 'same', wanted } : { kind: 'update', wanted, stored, from })
  }
  const others = workflows.filter((workflow) => !isElsewhere(workflow) && !inFiles.has(workflow.machineName))
  const deleted = (isPruned ? others : []).map(
    ({ machineName }) => ({ kind: 'delete', wanted: { machineName } }) as const,
  )
  return [...changes, ...deleted]
}

function refuseOthers(others: readonly RemoteWorkflow[], project: string | undefined): void {
  if (others.length === 0) return
  const list = others.map((workflow) => `${workflow.machineName} (in "${workflow.project}")`).join(', ')
  throw new BadSetting(
    `Workflows of the files belong to another project than "${project}": ${list}. Nothing was changed.`,
  )
}
