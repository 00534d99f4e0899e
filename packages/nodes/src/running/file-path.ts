import { badInput, textOr } from './input-values.ts'

/** The file path: connected, else from the settings. The effects decide whether it may be used. */
export function pathIn(inputs: Readonly<Record<string, unknown>>, setting: string | undefined): string {
  const path = textOr(inputs, 'path', setting)
  if (path === undefined) throw badInput('path', 'is required: connect a path or set one in the settings')
  return path
}
