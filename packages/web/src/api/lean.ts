/**
 * Argument for operations that return workflows: nodes refer to their types instead of containing copies. The page has
 * the catalogue, and large workflows stay small enough to be saved.
 */
export const LEAN = { types: 'referenced' } as const
