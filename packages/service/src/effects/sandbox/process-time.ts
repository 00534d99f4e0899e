/** Processing time of another process, where the system tells it. */
import { readFile } from 'node:fs/promises'

/** Linux counts in hundredths of a second for every program that reads it. */
const TICK_MS = 10

/** Milliseconds that a process has used; undefined if that cannot be known. */
export async function processTimeMs(pid: number | undefined): Promise<number | undefined> {
  if (pid === undefined || process.platform !== 'linux') return undefined
  try {
    // The name of the program may hold blanks and parentheses, so fields are counted from its end.
    const text = await readFile(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = Number(fields[11]) + Number(fields[12])
    return Number.isFinite(ticks) ? ticks * TICK_MS : undefined
  } catch {
    return undefined
  }
}
