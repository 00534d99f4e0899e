import { badInput, textOr } from './input-values.ts'

/** The path of a file: connected, else of the settings. Whether it may be used is for the effects to say. */
export function pathIn(inputs: Readonly<Record<string, unknown>>, setting: string | undefined): string {
  const path = textOr(inputs, 'path', setting)
  if (path === undefined) throw badInput('path', 'is missing, and the settings have none')
  return path
}
