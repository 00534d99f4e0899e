/** Finds the line of a node file that an import failed at. */
import { execFile } from 'node:child_process'
import { dirname, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const CHECK_MS = 10_000

/** The place as ` (name.ts:3)`, relative to the folder of the file; empty if the error names none. */
export async function placeOf(error: unknown, path: string): Promise<string> {
  const folder = dirname(path) + sep
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const place = placeIn(stack, folder) ?? (error instanceof SyntaxError ? await syntaxErrorIn(path) : undefined)
  return place === undefined ? '' : ` (${place})`
}

/** The first line of a stack trace that is in the folder. The address of a reloaded file has a version. */
function placeIn(stack: string, folder: string): string | undefined {
  const starts = [folder, pathToFileURL(folder).href].map((text) => RegExp.escape(text)).join('|')
  const found = new RegExp(`(?:${starts})([^\\s:?()]+)(?:\\?[^\\s:]*)?:(\\d+)`).exec(stack)
  return found === null ? undefined : `${found[1]}:${found[2]}`
}

/** Node.js keeps the line of a syntax error in JavaScript to itself, except on the command line. */
async function syntaxErrorIn(path: string): Promise<string | undefined> {
  try {
    await run(process.execPath, ['--check', path], { timeout: CHECK_MS })
    return undefined
  } catch (error) {
    return placeIn(String((error as { stderr?: unknown }).stderr ?? ''), dirname(path) + sep)
  }
}
