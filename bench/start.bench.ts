import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, ms, type Row } from './row.ts'
import { firstAnswer, freePort, startService } from './service.ts'

const ROUNDS = 9
const EMPTY = `require('node:http').createServer((_, r) => r.end('{}')).listen(Number(process.env.PORT), '127.0.0.1')`

/** The time from the start of the process to the first response, and the memory it then uses. */
export async function bench(): Promise<Row[]> {
  const dir = mkdtempSync(join(tmpdir(), 'millrace-start-'))
  const ours: number[] = []
  const empty: number[] = []
  let memory = 0
  for (let round = 0; round < ROUNDS; round++) {
    const service = await startService({ dataDir: dir })
    ours.push(service.startMs)
    if (round === ROUNDS - 1) {
      await new Promise((resolve) => setTimeout(resolve, 2000))
      memory = residentMb(service.pid)
    }
    await service.stop()
    empty.push(await emptyServer())
  }
  rmSync(dir, { recursive: true })
  // The first start creates the data folder and fills the compile cache; users mostly see later ones.
  const figure = median(ours.slice(1)) / median(empty)
  return [
    {
      work: 'start of the service to its first answer',
      measured: ms(median(ours.slice(1))),
      limit: `node with an empty HTTP server: ${ms(median(empty))}`,
      figure,
      goal: 'at most 5',
      met: figure <= 5,
    },
    {
      work: 'memory when idle',
      measured: `${memory.toFixed(0)} MB`,
      limit: '–',
      figure: memory,
      goal: 'under 100 MB',
      met: memory < 100,
    },
  ]
}

async function emptyServer(): Promise<number> {
  const port = await freePort()
  const before = performance.now()
  const child = spawn(process.execPath, ['-e', EMPTY], {
    env: { ...process.env, PORT: String(port) },
    stdio: 'inherit',
  })
  await firstAnswer(port, child)
  const took = performance.now() - before
  child.kill()
  return took
}

function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}
