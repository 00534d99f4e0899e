import { Type, Uuid } from '@millrace/model'
import { EXAMPLE_ID } from './example.ts'

/** Path parameters that several operations share. */
export const WorkflowParams = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 200, description: 'Id or machine name of the workflow.' }),
})

export const VersionParams = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 200, description: 'Id or machine name of the workflow.' }),
  revision: versionKey('The revision (number of the save) or the versionId.'),
})

/** Names a version: its revision, or its version id, which is a UUID. */
export function versionKey(description: string) {
  return Type.String({ pattern: `^[1-9][0-9]{0,14}$|${Uuid.pattern}`, description })
}

/** The revision as a number, or the version id. */
export function versionIn(key: string): number | string {
  return /^\d+$/.test(key) ? Number(key) : key.toLowerCase()
}

export const exampleParams = { id: EXAMPLE_ID }
