/** Checks the workflows that `millrace apply` is going to save, before the first of them is changed. */
import type { Client } from '@millrace/client'
import { type Graph, graphProblems, issuesOf, NewWorkflow } from '@millrace/model'
import { BadSetting } from '../platform/bad-setting.ts'
import { type ApplyTarget, bodyOf } from './apply-changes.ts'
import type { PlannedChange } from './planned-change.ts'

/** Throws if a service would refuse to save the document. */
export function refuseUnsavable(value: unknown, file: string): void {
  const [issue] = issuesOf(NewWorkflow, value)
  if (issue !== undefined)
    throw new BadSetting(`${file} is not a workflow: ${issue.path || 'the document'} ${issue.message}.`)
  // How many nodes a workflow may have is a setting of the service, which checks it.
  const [problem] = graphProblems(value as Graph, Number.POSITIVE_INFINITY)
  if (problem !== undefined) throw new BadSetting(`${file} is not a workflow: ${problem.message}.`)
}

/**
 * The errors of the workflows that are created or updated, as the service reports them: it knows its own node types,
 * credentials and limits. One line each, with the machine name.
 */
export async function errorsIn(changes: readonly PlannedChange[], target: ApplyTarget): Promise<string[]> {
  const lines: string[] = []
  for (const change of changes) {
    if (change.kind !== 'create' && change.kind !== 'update') continue
    const { problems = [] } = await check(change, target)
    for (const { severity, code, nodeId, message } of problems)
      if (severity === 'error')
        lines.push([change.wanted.machineName, code, nodeId].filter(Boolean).join(' ').concat(`: ${message}`))
  }
  return lines
}

type Saving = Extract<PlannedChange, { kind: 'create' | 'update' }>

/** The placeholder of a secret stays in the body: a secret that is entered later is not missing. */
function check(change: Saving, { client, project }: ApplyTarget): ReturnType<Client['validateWorkflow']> {
  const body = bodyOf(change.wanted)
  if (change.kind === 'create') return client.validateWorkflow({ project, body })
  // By its id the service finds the project, whose credentials are known.
  return client.validateWorkflow({ body: { ...body, id: change.from.id } as typeof body })
}
