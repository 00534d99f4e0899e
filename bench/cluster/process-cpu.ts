/** CPU time of processes with the precision of the scheduler; `/proc/<pid>/stat` counts in hundredths of a second. */
import { readdir, readFile } from 'node:fs/promises'

/** CPU time of the living threads of a process, in microseconds. */
export async function processCpuUs(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const times = await Promise.all(threads.map((thread) => schedstat(`/proc/${pid}/task/${thread}/schedstat`)))
  return times.reduce((sum, time) => sum + time, 0)
}

/** CPU time of a process and its living children, in microseconds. */
export async function familyCpuUs(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const pids = [
    pid,
    ...children
      .split(' ')
      .filter((text) => text !== '')
      .map(Number),
  ]
  const times = await Promise.all(pids.map(processCpuUs))
  return times.reduce((sum, time) => sum + time, 0)
}

async function schedstat(path: string): Promise<number> {
  const text = await readFile(path, 'utf8').catch(() => '0')
  return Number.parseInt(text, 10) / 1000
}
