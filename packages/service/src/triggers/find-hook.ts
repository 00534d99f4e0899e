/** Finds the webhook node of a call, by path and method. */
import { liveRevision, Problem, withoutTrailingSlashes } from '@millrace/model'
import type { Store, StoredTrigger } from '@millrace/store'
import { KeptReads } from '../platform/kept-reads.ts'

export type FindHook = (path: string, method: string) => StoredTrigger | Promise<StoredTrigger>

/** Throws a Problem if no webhook of this path and method can start. */
export function createFindHook(store: Pick<Store, 'triggers' | 'writeStamp'>): FindHook {
  const { triggers } = store
  /** By method. Not by a key of method and path: V8 would have to hash a new text for every call. */
  const known = new Map<string, KeptReads<StoredTrigger>>()

  async function find(path: string, method: string): Promise<StoredTrigger> {
    const hooks = await triggers.webhooks(path)
    if (hooks.length === 0) throw await whyNothing(path)
    // HEAD must be safe, so it starts nothing, not even for a webhook that accepts every method.
    const own = hooks.find((hook) => hook.method === method)
    const open = method === 'HEAD' ? undefined : hooks.find((hook) => hook.method === 'ANY')
    const found = own ?? open
    if (found === undefined) throw new Problem('METHOD_NOT_ALLOWED', { allow: [...methodsOf(hooks)].sort() })
    return found
  }

  /** A webhook may be known and start nothing. */
  async function whyNothing(path: string): Promise<Problem> {
    const found = await triggers.inertWebhook(path)
    if (found?.isActive === false) return new Problem('WORKFLOW_INACTIVE')
    if (found !== undefined && liveRevision(found) === null) return new Problem('NOT_PUBLISHED')
    return new Problem('NOT_FOUND', { message: 'There is no webhook at this path.' })
  }

  return (called, method) => {
    const path = withoutTrailingSlashes(called)
    const ofMethod = known.get(method) ?? new KeptReads<StoredTrigger>(store)
    known.set(method, ofMethod)
    return ofMethod.get(path) ?? ofMethod.read(path, () => find(path, method))
  }
}

const ANY_METHOD = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT']

function methodsOf(hooks: readonly StoredTrigger[]): Set<string> {
  return new Set(hooks.flatMap(({ method }) => (method === 'ANY' ? ANY_METHOD : [method])))
}
