/** The processes of this machine. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

interface Listed {
  readonly pid: number
  readonly parent: number
}

/** All that run; without those that have ended and whose parent has not noticed. */
async function runningProcesses(): Promise<readonly Listed[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,stat='])
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  return rows
    .filter(([, , state = '']) => !state.startsWith('Z'))
    .map(([pid, parent]) => ({ pid: Number(pid), parent: Number(parent) }))
}

/** A process and all that it and its children have started, as far as their parents still run. */
export async function processTree(root: number): Promise<readonly number[]> {
  const all = await runningProcesses()
  const found = new Set([root])
  // The loop also visits what it adds.
  for (const pid of found) for (const child of all) if (child.parent === pid) found.add(child.pid)
  return [...found]
}

/** Those of some processes that have not ended. */
export async function stillRunning(pids: readonly number[]): Promise<readonly number[]> {
  const running = new Set((await runningProcesses()).map(({ pid }) => pid))
  return pids.filter((pid) => running.has(pid))
}
