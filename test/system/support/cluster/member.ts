/** One process of a cluster: the built program as an API process or a worker, which can be ended and started again. */
import { fileURLToPath } from 'node:url'
import { type Ended, type GuardedProcess, spawnGuarded } from '@millrace/cluster/testing/guarded-process'
import { poll } from '../crash-service.ts'

const PROGRAM = fileURLToPath(new URL('../../../../dist/millrace.cjs', import.meta.url))
const READY_MS = 60_000

export class Member {
  readonly name: string
  /** Its own address, without the balancer. */
  readonly origin: string
  readonly #args: readonly string[]
  #program = PROGRAM
  #env: Readonly<Record<string, string>> = {}
  #process: GuardedProcess | undefined
  #earlierOutput = ''

  constructor(name: string, port: number, args: readonly string[]) {
    this.name = name
    this.origin = `http://127.0.0.1:${port}`
    this.#args = ['--port', String(port), ...args]
  }

  get pid(): number {
    return this.#process?.pid ?? 0
  }

  /** Everything that it and its predecessors have printed. */
  get output(): string {
    return this.#earlierOutput + (this.#process?.output() ?? '')
  }

  /** Starts it and waits until it is ready. */
  async start(): Promise<void> {
    this.launch()
    await this.ready()
  }

  /** Starts it without waiting. */
  launch(): void {
    this.#earlierOutput = this.output
    this.#process = spawnGuarded(process.execPath, [this.#program, ...this.#args], this.#env)
  }

  async ready(): Promise<void> {
    const started = this.#process
    const over = started?.ended.then(() => 'ended' as const)
    const found = await poll(() => Promise.race([this.#isReady(), over]), READY_MS)
    if (found !== true) throw new Error(`${this.name} is not ready: ${found ?? 'in time'}\n${this.output.slice(-4000)}`)
  }

  async #isReady(): Promise<true | undefined> {
    const status = await fetch(`${this.origin}/readyz`, { signal: AbortSignal.timeout(READY_MS) }).then(
      (response) => response.arrayBuffer().then(() => response.status),
      () => 0,
    )
    return status === 200 ? true : undefined
  }

  signal(name: NodeJS.Signals): void {
    this.#process?.signal(name)
  }

  /** Ends it; by SIGTERM it finishes what it is working on. */
  async stop(name: NodeJS.Signals = 'SIGTERM'): Promise<Ended | undefined> {
    return this.#process?.stop(name)
  }

  async kill(): Promise<void> {
    await this.stop('SIGKILL')
  }

  /** A graceful end and a start with another version of the program. */
  async update(program: string): Promise<Ended | undefined> {
    const ended = await this.stop()
    this.#program = program
    await this.start()
    return ended
  }

  /** A graceful end and a new start, as a deployment does it; from then on with these variables of the environment. */
  async restart(env = this.#env): Promise<void> {
    await this.stop()
    this.#env = env
    await this.start()
  }
}
