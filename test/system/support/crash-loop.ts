/** Repeatedly kills the started program at random moments under load and returns the violated guarantees. */
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { Random } from '@millrace/engine/testing/random'
import { freshFolder, killAll } from '../program.ts'
import { type CorpusWorkflow, corpus } from './crash-corpus.ts'
import { client, emptyMemory, type Load, type Memory } from './crash-load.ts'
import { CrashService } from './crash-service.ts'
import { lostSaves, stuck, verdicts } from './crash-verdict.ts'
import { type Recorder, startRecorder } from './recorder.ts'

export interface LoopOptions {
  readonly rounds: number
  readonly seed: number
  /** A Postgres database in place of the file. */
  readonly database?: string
  /** Called after every round. */
  readonly onRound?: (round: number, summary: Summary) => void
}

export interface Summary extends Readonly<Memory['counts']> {
  kills: number
  killsInStart: number
  checked: number
  calls: number
  slowestStartMs: number
  readonly violations: string[]
}

const CLIENTS = 4
/** After this many rounds all executions run to their end and are checked, so each survives several kills. */
const SETTLE_EVERY = 4
const SETTLE_MS = 120_000
const FLAGS = ['--egress-allow', '127.0.0.1', '--max-concurrent-executions', '20']

interface World {
  readonly service: CrashService
  readonly recorder: Recorder
  readonly workflows: readonly CorpusWorkflow[]
  readonly memory: Memory
  readonly random: Random
  readonly summary: Summary
}

export async function crashLoop({ rounds, seed, database, onRound }: LoopOptions): Promise<Summary> {
  const random = new Random(seed)
  const folder = freshFolder()
  const service = new CrashService(folder, FLAGS, database)
  await using recorder = await startRecorder(() => random.below(25))
  const memory = emptyMemory()
  const summary: Summary = Object.assign(memory.counts, {
    kills: 0,
    killsInStart: 0,
    checked: 0,
    calls: 0,
    slowestStartMs: 0,
    violations: [],
  })
  const world = { service, recorder, workflows: corpus(recorder.origin), memory, random, summary }
  try {
    await begin(world)
    for (let round = 1; round <= rounds && summary.violations.length === 0; round++) {
      await crash(world)
      await revive(world, round % SETTLE_EVERY === 0 || round === rounds)
      onRound?.(round, summary)
    }
  } catch (error) {
    summary.violations.push(`${error instanceof Error ? error.message : error}\n${service.log}`)
  } finally {
    killAll()
    rmSync(dirname(folder), { recursive: true, force: true })
  }
  return summary
}

async function begin({ service, workflows, memory }: World): Promise<void> {
  await service.start()
  for (const { name, document } of workflows) {
    const { status, body } = await service.call('POST', '/workflows', document)
    if (status !== 201 || body.data.machineName !== name) throw new Error(`${name}: ${JSON.stringify(body)}`)
  }
  for (let number = 0; number < CLIENTS; number++) {
    const { body } = await service.call('POST', '/workflows', { name: `saved by ${number}`, nodes: [], edges: [] })
    memory.saved.push({ id: body.data.id, asked: 0, promised: 0, revision: body.data.revision })
  }
}

/** Load, then the kill; now and then another one or two while it starts again. */
async function crash(world: World): Promise<void> {
  const { service, random, summary } = world
  const load: Load = { ...world, isOver: false }
  const promised = world.memory.open.size
  const clients = Array.from({ length: CLIENTS }, (_, number) => client(load, number))
  // On a busy machine nothing may have happened by then, and there would be nothing to lose.
  for (let waited = 0; waited < 5000 && world.memory.open.size <= promised + 1; waited += 10) {
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  await new Promise((resolve) => setTimeout(resolve, random.below(500)))
  await service.kill()
  summary.kills++
  load.isOver = true
  await Promise.all(clients)
  for (let more = random.below(6) - 3; more > 0; more--) {
    await service.startAndKill(random.below(900))
    summary.killsInStart++
  }
}

async function revive(world: World, isSettled: boolean): Promise<void> {
  const { service, memory, recorder, summary } = world
  const before = Date.now()
  await service.start()
  summary.slowestStartMs = Math.max(summary.slowestStartMs, Date.now() - before)
  const { violations } = summary
  violations.push(...summary.refused, ...service.faultsInFile(), ...(await lostSaves(service, memory)))
  if (!isSettled) return
  violations.push(...(await stuck(service, SETTLE_MS)))
  summary.checked += memory.open.size
  for (const calls of recorder.calls.values()) summary.calls += calls.length
  violations.push(...(await verdicts(service, memory, recorder)))
  if (violations.length > 0) violations.push(service.log)
}
