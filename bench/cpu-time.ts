/** CPU time of processes, from `/proc`; undefined on systems without it. */
import { readdir, readFile } from 'node:fs/promises'

/** Linux counts in hundredths of a second on every common platform. */
const TICK_MS = 10

interface Stat {
  readonly parent: number
  readonly ms: number
}

/** CPU time of a process, user and system. */
export async function cpuMs(pid: number): Promise<number | undefined> {
  return (await statOf(String(pid)))?.ms
}

/** CPU time of the living children of a process. */
export async function childCpuMs(pid: number): Promise<number | undefined> {
  const entries = await readdir('/proc').catch(() => undefined)
  if (entries === undefined) return undefined
  const stats = await Promise.all(entries.filter((name) => /^\d+$/.test(name)).map(statOf))
  return stats.reduce((sum, stat) => sum + (stat?.parent === pid ? stat.ms : 0), 0)
}

async function statOf(pid: string): Promise<Stat | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  // The name of the program is in brackets and may contain spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return { parent: Number(fields[1]), ms: (Number(fields[11]) + Number(fields[12])) * TICK_MS }
}
