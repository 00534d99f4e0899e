/**
 * Every change in how a recorded history is interpreted (E7). `started.v` is the version that an execution was started
 * with. The execution keeps that behaviour, so that older histories always fold to the same view.
 */

export const BEHAVIOUR_CHANGES = [
  { version: 1, since: '0.1.0', what: 'The first recorded behaviour.', why: 'The format of 0.1.0.' },
  {
    version: 2,
    since: '0.2.0',
    what: 'A failure that ends the run opens no further rounds and also fails the heads of the loops around it; a node that ends the run as failed is itself failed. The idempotency key of a step no longer contains its attempt. The count of a job numbers the runs of its node.',
    why: 'The failed round was hidden behind a skipped one, its loop was shown as cancelled and the node that failed the run as completed. A receiver could not recognise a retry by its key.',
  },
] as const

export type Behaviour = (typeof BEHAVIOUR_CHANGES)[number]['version']

/** The behaviour that new executions are started with. */
export const BEHAVIOUR = 2 satisfies Behaviour

/** True if the execution was started with this behaviour or a later one. */
export function hasBehaviour(
  { started }: { readonly started: { readonly v: Behaviour } | undefined },
  version: Behaviour,
): boolean {
  return (started?.v ?? 1) >= version
}
