/** What a turn starts with, stored until its execution exists. Sealed, because launch inputs may contain secrets. */
import { parseInSlices, printInSlices } from '@millrace/model'
import type { StoredTurn } from '@millrace/store'
import type { UnsavedWorkflow } from '../executions/preparer.ts'
import type { Caller } from '../platform/caller.ts'
import type { Vault } from '../platform/secrets.ts'

export interface TurnLaunch {
  readonly inputs: Readonly<Record<string, unknown>>
  /** The inputs as they were sent, for a message that replaces this one; absent if there were none. */
  readonly sent?: Readonly<Record<string, unknown>> | undefined
  /** The document to run; absent for the stored workflow. */
  readonly workflow?: UnsavedWorkflow | undefined
  readonly by: string
  /** Absent in turns of earlier releases. */
  readonly byId?: string
  /** The caller's permissions; absent in turns of earlier releases. */
  readonly role?: Caller['role']
  /** The caller's credential; absent in turns of earlier releases. */
  readonly via?: Caller['via']
  readonly trace?: Caller['trace']
}

export async function sealLaunch(vault: Vault, executionId: string, launch: TurnLaunch): Promise<StoredTurn['inputs']> {
  return { sealed: Buffer.from(vault.seal(await printInSlices(launch), executionId)).toString('base64') }
}

export async function openLaunch(
  vault: Vault,
  { inputs, executionId }: Pick<StoredTurn, 'inputs' | 'executionId'>,
): Promise<TurnLaunch> {
  return (await parseInSlices(vault.open(Buffer.from(String(inputs.sealed), 'base64'), executionId))) as TurnLaunch
}
