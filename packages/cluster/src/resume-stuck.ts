/**
 * Resumes the executions that got stuck while no worker was there. One whose attempts fail for another reason gets stuck
 * again; after a few times it is left to a person, so that it cannot keep the workers busy for ever.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { RestateAdmin, text } from './restate-admin.ts'
import { EXECUTION_SERVICE } from './service-name.ts'

export interface ResumeStuckOptions {
  /** The address of Restate's admin API. */
  readonly admin: string
  /** Ends the retries. */
  readonly signal: AbortSignal
  /** Called for every failed attempt. */
  readonly onFailure: (error: unknown) => void
}

/** An execution that was stuck this many times is not resumed any more. */
export const MAX_TIMES_STUCK = 3
const PAGE = 100
const AGAIN_MS = 5_000

/** Resolves with the number of resumed executions when none is left, or when the signal is aborted. */
export async function resumeStuck({ admin, signal, onFailure }: ResumeStuckOptions): Promise<number> {
  const restate = new RestateAdmin(admin)
  let resumed = 0
  for (let after = ''; !signal.aborted; ) {
    try {
      const page = await pausedAfter(restate, after)
      for (const id of await withFewPauses(restate, page)) {
        if (signal.aborted) return resumed
        await restate.resume(id)
        resumed++
      }
      const last = page.at(-1)
      if (last === undefined || page.length < PAGE) return resumed
      after = last
    } catch (error) {
      onFailure(error)
      await sleep(AGAIN_MS, undefined, { ref: false, signal }).catch(() => {})
    }
  }
  return resumed
}

async function pausedAfter(restate: RestateAdmin, after: string): Promise<readonly string[]> {
  const rows = await restate.select(
    `select id from sys_invocation_status where status = 'paused' and target_service_name = '${EXECUTION_SERVICE}' and id > '${after}' order by id limit ${PAGE}`,
  )
  return rows.map(({ id }) => text(id))
}

async function withFewPauses(restate: RestateAdmin, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const events = await restate.select(
    `select id, count(*) as pauses from sys_journal_events where event_type = 'Paused' and id in (${ids.map((id) => `'${id}'`).join(', ')}) group by id`,
  )
  const pauses = new Map(events.map((row) => [text(row.id), Number(row.pauses)]))
  return ids.filter((id) => (pauses.get(id) ?? 1) < MAX_TIMES_STUCK)
}
