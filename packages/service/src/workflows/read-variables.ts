/** The file of `--variables`: values for `%{NAME}` in the files of workflows. */
import { isObject } from '@millrace/model'
import { BadSetting } from '../platform/bad-setting.ts'
import type { Variables } from './file-variables.ts'
import { readDocument } from './read-document.ts'

/** The variables of a file; none without a file. */
export async function variablesIn(file: string | undefined): Promise<Variables> {
  if (file === undefined) return {}
  const value = await readDocument(file).catch((error: unknown) => {
    throw new BadSetting(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  })
  if (isObject(value)) return value
  throw new BadSetting(`${file} does not contain an object with variables.`)
}
