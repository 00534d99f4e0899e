/** The project of everything that names no other one. It always exists. */
export const DEFAULT_PROJECT = 'default'
