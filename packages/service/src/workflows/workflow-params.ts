import { EXAMPLE_ID } from './example.ts'

/** The revision as a number, or the version id. */
export function versionIn(key: string): number | string {
  return /^\d+$/.test(key) ? Number(key) : key.toLowerCase()
}

export const exampleParams = { id: EXAMPLE_ID }
