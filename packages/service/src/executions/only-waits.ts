/** Whether an execution can continue only when a person answers. */
import { type Known, notedChildren, type Step } from '@millrace/engine'

/** True if all work of an execution and of those it called waits for answers. */
export async function waitsOnlyForPeople(id: string, read: (id: string) => Promise<Known>): Promise<boolean> {
  const { state } = await read(id)
  if (state.finishedAt !== undefined || state.ready.size > 0 || state.active.size + state.open.size === 0) return false
  for (const step of new Set([...state.active, ...[...state.open].map((asked) => asked.step)]))
    if (!(await isWaiting(step, read))) return false
  return true
}

async function isWaiting(step: Step, read: (id: string) => Promise<Known>): Promise<boolean> {
  // A question with a time limit continues by itself.
  if (step.until !== undefined) return false
  if (step.status === 'interrupted') return true
  const children = [...(step.child === undefined ? [] : [step.child]), ...notedChildren(step)]
  for (const child of children) if (await waitsOnlyForPeople(child, read)) return true
  return false
}
