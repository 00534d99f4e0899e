/** The virtual object of Restate that has one key for each execution. */
export const EXECUTION_SERVICE = 'Execution'
