/** CPU time of another process, on systems that report it. */
import { readFile } from 'node:fs/promises'

/** Linux reports it in hundredths of a second. */
const TICK_MS = 10

/** CPU time of a process in milliseconds; undefined if it is unknown. */
export async function processTimeMs(pid: number | undefined): Promise<number | undefined> {
  if (pid === undefined || process.platform !== 'linux') return undefined
  try {
    // The program name may contain blanks and parentheses, so count the fields from its end.
    const text = await readFile(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = Number(fields[11]) + Number(fields[12])
    return Number.isFinite(ticks) ? ticks * TICK_MS : undefined
  } catch {
    return undefined
  }
}
