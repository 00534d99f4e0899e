/**
 * Stack traces of the built program name the sources. Node.js can do that too, but reads the maps at every start
 * (`--enable-source-maps`: 15 ms and 10 MB here); this reads one when a trace first needs it.
 */
import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

/** From here on, places in files below this address are given as places in what they were built from. */
export function showSources(builtBelow) {
  const maps = new Map()
  const mapOf = (file) => {
    if (!maps.has(file)) maps.set(file, readMap(file))
    return maps.get(file)
  }
  const shown = (frame) => {
    const text = frame.toString()
    const file = frame.getFileName()
    if (!file?.startsWith(builtBelow)) return text
    const [line, column] = [frame.getLineNumber(), frame.getColumnNumber()]
    const source = mapOf(file)?.findEntry(line - 1, column - 1)
    if (source?.originalSource === undefined) return text
    const path = fileURLToPath(new URL(source.originalSource, file))
    return text.replace(`${file}:${line}:${column}`, `${path}:${source.originalLine + 1}:${source.originalColumn + 1}`)
  }
  Error.prepareStackTrace = (error, frames) =>
    [headOf(error), ...frames.map((frame) => `    at ${shown(frame)}`)].join('\n')
}

/** The map of a built file; undefined if it cannot be read, and then its own places have to do. */
function readMap(file) {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(file)}.map`, 'utf8')))
  } catch {
    return undefined
  }
}

function headOf(error) {
  try {
    return Error.prototype.toString.call(error)
  } catch {
    return 'Error'
  }
}
