/**
 * Stack traces of the bundle that refer to the sources. The source maps of Node.js are parsed when a file is
 * loaded, which costs memory and time of every start; here a map is read with the first stack trace that needs it.
 */
import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, resolve } from 'node:path'

const maps = new Map<string, SourceMap | undefined>()

/** Maps the stack traces of this thread that contain files of this folder. */
export function mapStackTraces(folder: string): void {
  Error.prepareStackTrace = (error, frames) =>
    [headOf(error), ...frames.map((frame) => `    at ${sourceFrame(frame, folder)}`)].join('\n')
}

/** The same text as without this; an error may have a `toString` that throws. */
function headOf(error: Error): string {
  try {
    return String(error)
  } catch {
    return '<error>'
  }
}

function sourceFrame(frame: NodeJS.CallSite, folder: string): string {
  const text = frame.toString()
  const file = frame.getFileName()
  const [line, column] = [frame.getLineNumber(), frame.getColumnNumber()]
  if (file?.startsWith(folder) !== true || line === null || column === null) return text
  const entry = mapOf(file)?.findEntry(line - 1, column - 1)
  if (entry === undefined || !('originalSource' in entry)) return text
  const source = resolve(dirname(file), entry.originalSource)
  return text.replace(`${file}:${line}:${column}`, `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`)
}

function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) maps.set(file, readMap(`${file}.map`))
  return maps.get(file)
}

/** Undefined if there is no map: a stack trace must never fail. */
function readMap(path: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return undefined
  }
}
