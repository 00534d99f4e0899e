/** Executions that no worker of a cluster could continue. */
export const stuckStrings = {
  status: 'Stuck',
  notice: (reason: string) =>
    `No worker could continue this execution, and it is no longer retried. Last error: ${reason}`,
}
