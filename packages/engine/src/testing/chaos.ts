/**
 * Several executions with few slots, and everything that can happen to them at once: people who answer twice, cancel,
 * pause and resume; timers; deadlines; writes that are slow or fail; processes that are stopped. Only the journal
 * survives a process.
 */
import { BATCH_LIMITS } from '../driver/batch.ts'
import { isSuspended } from '../driver/suspension.ts'
import type { Outcome, Task, Written } from '../ports.ts'
import { planOf } from './drawing.ts'
import { FakeClock } from './fake-clock.ts'
import { FaultyJournal, turn } from './faulty-journal.ts'
import type { Random } from './random.ts'
import { type RandomCase, randomCase } from './random-case.ts'
import { appendsOf, asks, endOf, recordOf, type Script, type Simulation, simulation } from './simulate.ts'

const INNER = planOf('first -> inside \n inside -> out')
const LIVES = 4
const DANGER = 0.03
const NOTES = ['one', 'two', 'three']
const ignore = () => {}

export interface ChaosOptions {
  /** No cancels and no deadlines, so that everything must end as it does without faults. */
  readonly isGentle: boolean
}

export class Chaos {
  readonly journal = new FaultyJournal()
  readonly clock = new FakeClock()
  /** Recorded results that were computed again. */
  readonly repeated: string[] = []
  readonly one: RandomCase
  readonly #random: Random
  readonly #isGentle: boolean
  readonly #ids: readonly string[]
  readonly #promised = new Set<string>()
  readonly #answered: { readonly question: string; readonly by: string }[] = []
  #waiting = new Map<string, (written: Written) => void>()

  constructor(random: Random, { isGentle }: ChaosOptions) {
    this.#random = random
    this.#isGentle = isGentle
    this.one = withCalls(randomCase(random), random)
    this.#ids = Array.from({ length: 1 + random.below(4) }, (_, at) => `e${at}`)
  }

  /** Runs until everything has ended. */
  async withoutFaults(): Promise<void> {
    await this.#life(false)
    await this.#rest()
  }

  async withFaults(): Promise<void> {
    for (let life = 0; life < LIVES; life++) await this.#life(true)
    await this.#life(false)
    await this.#rest()
  }

  /** The ends of all executions, by id. */
  async ends(): Promise<Record<string, unknown>> {
    const run = this.#simulation()
    const ids = [...this.journal.rows.keys()].sort()
    return Object.fromEntries(await Promise.all(ids.map(async (id) => [id, endOf(await run.state(id))])))
  }

  /** The violated guarantees, once nothing more happens. */
  broken(): string[] {
    const { rows, questions } = this.journal
    const broken = [...this.#promised].filter((id) => !rows.has(id)).map((id) => `${id} is not there`)
    for (const [id, { head, events }] of rows) {
      if (!events.some(({ type }) => type === 'finished')) broken.push(`${id} is ${head.status}`)
      if (head.isActive || head.wakeAt !== null) broken.push(`${id} is still to be looked at`)
    }
    for (const { id, status } of questions.values()) if (status === 'pending') broken.push(`${id} is open`)
    for (const { question, by } of this.#answered) {
      const said = questions.get(question)?.responses.filter((response) => response.by.id === by)
      if (said?.length !== 1) broken.push(`${by} was heard on ${question}, which has ${said?.length} of that`)
    }
    return broken
  }

  /** One process: recovers existing executions, starts the others, and is stopped. */
  async #life(hasFaults: boolean): Promise<void> {
    const random = this.#random
    const done = this.#recorded()
    const run = this.#simulation()
    this.journal.random = hasFaults ? random : undefined
    this.journal.danger = random.chance(0.5) ? DANGER : 0
    await this.#asTimePasses(run.engine.recover().catch(ignore))
    for (const id of this.#ids) if (!this.journal.rows.has(id)) void this.#start(run, id)
    if (hasFaults) {
      for (let turns = 5 + random.below(60); turns > 0; turns--) {
        await turn()
        if (random.chance(0.25)) this.#somethingHappens(run)
      }
    } else {
      await run.settle()
      await this.#people(run)
    }
    await this.#stop(run, done)
  }

  /** Waits for work that may be blocked by a failing journal; moves the clock so that retries happen. */
  async #asTimePasses(work: Promise<unknown>): Promise<void> {
    let isOver = false
    void work.finally(() => {
      isOver = true
    })
    for (let turns = 1; !isOver; turns++) {
      await turn()
      if (turns % 50 === 0) this.clock.moveTo(this.clock.next() ?? this.clock.now())
    }
  }

  async #start(run: Simulation, id: string): Promise<void> {
    const random = this.#random
    const record = recordOf(id, planOf(this.one.drawing, this.one.nodes), this.clock)
    const timeoutMs = !this.#isGentle && random.chance(0.15) ? 20 + random.below(200) : undefined
    await run.engine.start(record, { inputs: {}, ...(timeoutMs && { timeoutMs }) }).then(
      () => this.#promised.add(id),
      () => {},
    )
  }

  async #stop(run: Simulation, done: ReadonlySet<string>): Promise<void> {
    await run.engine.close()
    // Writes in flight may still complete.
    for (let turns = 0; turns < 8; turns++) await turn()
    const runs = new Set<string>()
    for (const task of run.tasks) {
      if (done.has(keyOf(task))) this.repeated.push(keyOf(task))
      // As long as no write fails, one process runs everything once.
      const once = `${keyOf(task)}:${task.attempt}:${task.replies.length}:${task.round}`
      if (this.journal.danger === 0 && runs.has(once)) this.repeated.push(`${once} in one life`)
      runs.add(once)
    }
  }

  /** Resumes every paused execution and answers every question. */
  async #rest(): Promise<void> {
    const done = this.#recorded()
    const run = this.#simulation()
    await run.engine.recover()
    for (const id of this.journal.rows.keys()) await run.engine.resume(id)
    await run.settle()
    await this.#people(run)
    await this.#stop(run, done)
  }

  async #people(run: Simulation): Promise<void> {
    for (let rounds = 0; rounds < 50; rounds++) {
      const open = this.#open()
      if (open.length === 0) return
      for (const id of open) await this.#answer(run, id)
      await run.settle()
    }
  }

  #somethingHappens(run: Simulation): void {
    const random = this.#random
    const ids = [...this.journal.rows.keys()]
    const id = ids[random.below(ids.length)]
    if (id === undefined) return
    const kind = random.below(7)
    if (kind === 0 && !this.#isGentle) run.engine.cancel(id).catch(ignore)
    if (kind === 1) run.engine.pause(id).catch(ignore)
    if (kind === 2 || kind === 3) run.engine.resume(id).catch(ignore)
    if (kind === 4) this.clock.moveTo(this.clock.next() ?? this.clock.now())
    if (kind < 5) return
    const open = this.#open()
    const question = open[random.below(open.length)]
    if (question === undefined) return
    for (let times = 1 + random.below(3); times > 0; times--) this.#answer(run, question).catch(ignore)
  }

  #open(): string[] {
    return [...this.journal.questions.values()].flatMap(({ id, status }) => (status === 'pending' ? [id] : []))
  }

  async #answer(run: Simulation, question: string): Promise<void> {
    const by = this.#random.chance(0.5) ? 'ada' : 'grace'
    const execution = this.journal.questions.get(question)?.executionId ?? ''
    const { accepted } = await run.engine.answer({
      ...{ execution, question, by: { id: by, name: by } },
      answer: { value: true },
    })
    if (accepted) this.#answered.push({ question, by })
  }

  /** Steps whose end is in the journal. */
  #recorded(): Set<string> {
    const done = new Set<string>()
    for (const [id, { events, record }] of this.journal.rows) {
      for (const event of events) {
        const isEnd = event.type === 'step-completed' || (event.type === 'step-failed' && event.retryAt === undefined)
        if (isEnd) done.add(`${id}:${record.plan.nodes[event.node]?.id}:${event.scope ?? ''}`)
      }
    }
    return done
  }

  #simulation(): Simulation {
    this.#waiting = new Map()
    const waiting = this.#waiting
    const scripts: Record<string, Script> = {
      ...this.one.scripts,
      call: () => ({ child: { workflow: 'inner', inputs: {}, wait: true } }),
      send: () => ({ child: { workflow: 'inner', inputs: {}, wait: false } }),
      agent: (task) => this.#agent(task),
      tool: (task) => this.#tool(task, run),
      inside: asks(),
    }
    const run: Simulation = simulation(scripts, {
      nodes: this.one.nodes,
      quick: this.one.quick,
      pure: this.one.pure,
      journal: this.journal,
      clock: this.clock,
      maxActive: 2,
      batchLimits: this.#random.chance(0.5) ? BATCH_LIMITS : appendsOf(1 + this.#random.below(4)),
      children: { inner: INNER },
      onEvents: (written) => {
        if (written.state.finishedAt !== undefined) waiting.get(written.record.id)?.(written)
      },
    })
    return run
  }

  /** Does three things and stores a note of each; a noted one is not repeated. */
  async #agent({ notes, note, record }: Task): Promise<Outcome> {
    for (const key of NOTES) {
      if (key in notes) continue
      const has = this.journal.rows.get(record.id)?.events.some((event) => 'key' in event && event.key === key)
      if (has) this.repeated.push(`${record.id}: ${key} is noted`)
      await turn()
      await note(key, true, { logs: [{ level: 'info', message: key }] })
    }
    return { outputs: { out: 'done' } }
  }

  /** Runs a workflow like the tool of an agent: within the step, and found again when the step runs again. */
  async #tool(task: Task, run: Simulation): Promise<Outcome> {
    const { record, node, scope, signal, note } = task
    const id = `${record.id}-tool`
    const ending = Promise.withResolvers<string | undefined>()
    this.#waiting.set(id, ({ state }) => ending.resolve(state.status))
    if (!this.journal.rows.has(id)) {
      await note(`child:${id}`, true)
      const parent = { execution: record.id, node, scope }
      const child = { ...recordOf(id, INNER, this.clock), parent, depth: 1, about: { root: record.id } }
      await run.engine.start(child, { inputs: {} }, { holdsPlace: true, signal }).catch((error: unknown) => {
        if (!this.journal.rows.has(id)) throw Object.assign(new Error('not started'), { cause: error })
      })
    }
    const stop = () => {
      ending.resolve(undefined)
      if (!isSuspended(signal)) run.engine.cancel(id).catch(ignore)
    }
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    const before = await run.state(id)
    if (before.finishedAt !== undefined) ending.resolve(before.status)
    const status = await run.engine.idle(record.id, () => ending.promise)
    return { outputs: { out: status ?? 'given up' } }
  }
}

function keyOf({ record, node, scope }: Task): string {
  return `${record.id}:${record.plan.nodes[node]?.id}:${scope}`
}

/** The same workflow, with nodes that start children, store notes or have tools. */
function withCalls(one: RandomCase, random: Random): RandomCase {
  const names = ['call', 'send', 'agent', 'tool'].filter(() => random.chance(0.45))
  const lines = names.map((name) => (random.chance(0.5) ? name : `n0 => ${name}`))
  return { ...one, drawing: [one.drawing, ...lines].join('\n') }
}
