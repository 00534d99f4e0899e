import type { Job, PipelineDetail, Rerun } from '@millrace/model'
import type { Client } from '../api/client.ts'
import type { Texts } from '../i18n/texts.ts'
import type { MenuItem } from '../ui/menu.ts'
import { failedStepOf } from '../viewer/failed-step.ts'

/** The step that a failed execution can be retried from. */
export function retryStepOf({ status, jobs }: Pick<PipelineDetail, 'status' | 'jobs'>): Job | undefined {
  return status === 'failed' ? failedStepOf(jobs) : undefined
}

type Version = NonNullable<Rerun['version']>

/** Retries an execution from its failed step, or from the start if no step failed. Returns the id of the new one. */
export async function retryExecution(client: Client, id: string, version: Version): Promise<string> {
  const step = retryStepOf(await client.getPipeline({ id }))
  const body = { version, ...(step === undefined ? {} : { from: step.node_id }) }
  return (await client.rerunPipeline({ id, body })).pipeline_id
}

/** The two ways to retry, for a menu. */
export function retryItems(t: Texts, isStored: boolean, retry: (version: Version) => void): MenuItem[] {
  return [
    { label: t.runs.retryOriginal, icon: 'mdi:history', run: () => retry('original') },
    { label: t.runs.retryLatest, icon: 'mdi:update', disabled: !isStored, run: () => retry('latest') },
  ]
}
