/** A random workflow with random nodes, as a drawing, so that a failing seed is readable. */
import type { NodeOptions } from './drawing.ts'
import type { Random } from './random.ts'
import { asks, type Script } from './simulate.ts'

export interface RandomCase {
  readonly drawing: string
  readonly nodes: Record<string, NodeOptions>
  readonly scripts: Record<string, Script>
  readonly quick: string[]
  /** Nodes that are pure and take a while. */
  readonly pure: string[]
}

const RETRY = { 'millrace:retry': { maxAttempts: 3, delayMs: 50 } }

export function randomCase(random: Random): RandomCase {
  const drawn = random.chance(0.2) ? randomWalk(random) : randomGraph(random)
  const names = [...new Set(drawn.drawing.match(/\b(?:n\d|body|list|handlen\d)\b/g))]
  return { ...drawn, pure: names.filter((name) => !drawn.quick.includes(name) && random.chance(0.5)) }
}

/** A sequential plan with random branches, some leading back: it ends by itself or at the step limit. */
function randomWalk(random: Random): Omit<RandomCase, 'pure'> {
  const size = 2 + random.below(5)
  const names = Array.from({ length: size }, (_, at) => `n${at}`)
  const any = () => names[random.below(size)] ?? 'n0'
  const scripts: Record<string, Script> = {}
  const nodes: Record<string, NodeOptions> = {}
  const lines = ['walk n0', 'out']
  for (const name of names) {
    const kind = random.below(6)
    if (kind < 3) {
      scripts[name] = turning
      lines.push(`${name} -left-> ${any()}`, `${name} -right-> ${random.chance(0.4) ? 'out' : any()}`)
    } else {
      lines.push(`${name} => ${random.chance(0.2) ? 'out' : any()}`)
      if (kind === 4) scripts[name] = sleepy
      if (kind === 5 && random.chance(0.3)) scripts[name] = asks()
    }
    if (kind === 3) {
      scripts[name] = flaky
      nodes[name] = { extensions: RETRY }
    }
    lines.push(`${name} -> ${any()}`, `${name} -> out`)
  }
  return { drawing: lines.join('\n'), nodes, scripts, quick: names.filter(() => random.chance(0.4)) }
}

/** Chooses a branch by its input and by the number of visits. */
const turning: Script = ({ inputs, scope }) => ({
  outputs: { out: digest([inputs, scope]) },
  taken: [digest([inputs, scope]) % 3 === 0 ? 'right' : 'left'],
})

function randomGraph(random: Random): Omit<RandomCase, 'pure'> {
  const lines: string[] = []
  const nodes: Record<string, NodeOptions> = {}
  const scripts: Record<string, Script> = {}
  const quick: string[] = []
  const names: string[] = []
  const size = 2 + random.below(7)
  for (let at = 0; at < size; at++) {
    const name = `n${at}`
    // Edges lead only to later nodes, so there is no cycle except loops.
    for (const from of names)
      if (random.chance(1.2 / (names.length + 0.5))) lines.push(edge(from, name, { random, scripts }))
    names.push(name)
    lines.push(name)
    if (random.chance(0.4)) quick.push(name)
    behaviour(name, { random, scripts, nodes, lines })
  }
  if (random.chance(0.4)) loop(names[random.below(names.length)] ?? 'n0', { random, scripts, nodes, lines })
  for (const [at, name] of names.entries()) if (at > 0 && random.chance(0.25)) addExpression(name, nodes)
  return { drawing: lines.join('\n'), nodes, scripts, quick }
}

/** The input comes from an expression unless an edge delivers it. */
function addExpression(name: string, nodes: Record<string, NodeOptions>): void {
  const { extensions, ...rest } = nodes[name] ?? {}
  const expressions = { in: '{{ nodes.n0.out }} in {{ execution.id }}' }
  nodes[name] = { ...rest, extensions: { ...extensions, 'millrace:expressions': expressions } }
}

interface Making {
  readonly random: Random
  readonly scripts: Record<string, Script>
  readonly nodes: Record<string, NodeOptions>
  readonly lines: string[]
}

function edge(from: string, to: string, { random, scripts }: Pick<Making, 'random' | 'scripts'>): string {
  const isGateway = scripts[from] === gateway
  if (isGateway) return `${from} -${random.chance(0.5) ? 'left' : 'right'}-> ${to}${random.chance(0.5) ? '.in' : ''}`
  return random.chance(0.3) ? `${from} => ${to}` : `${from} -> ${to}`
}

const digest = (value: unknown) =>
  [...JSON.stringify(value ?? null)].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)

const gateway: Script = ({ inputs }) => ({ outputs: {}, taken: [digest(inputs) % 2 === 0 ? 'left' : 'right'] })
const late: Script = async ({ inputs }) => {
  await new Promise((resolve) => setImmediate(resolve))
  return { outputs: { out: digest(inputs) } }
}
const flaky: Script = ({ attempt, inputs }) =>
  attempt < 3 ? { failure: { code: 'BUSY', message: 'busy', retryable: true } } : { outputs: { out: digest(inputs) } }
const sleepy: Script = ({ clock, inputs }) => ({ sleepUntil: clock.now() + 100, outputs: { out: digest(inputs) } })
const broken: Script = () => ({ failure: { code: 'BROKEN', message: 'broken' } })

function behaviour(name: string, { random, scripts, nodes, lines }: Making): void {
  const kind = random.below(9)
  if (kind === 0) scripts[name] = gateway
  if (kind === 1) scripts[name] = late
  if (kind === 2) {
    scripts[name] = flaky
    nodes[name] = { extensions: RETRY }
  }
  if (kind === 3) scripts[name] = sleepy
  if (kind === 8) scripts[name] = asks()
  if (kind === 4) {
    scripts[name] = broken
    lines.push(`${name} -error-> handle${name}`)
  }
}

function loop(after: string, { random, scripts, nodes, lines }: Making): void {
  const total = random.below(4)
  scripts.list = () => ({ outputs: { out: Array.from({ length: total }, (_, at) => at) } })
  lines.push(
    `${after} => list`,
    'list -> each.items',
    'each -item-> body',
    'body -> each.loop_back',
    'each -results-> outlist',
  )
  if (random.chance(0.5)) scripts.body = late
  nodes.each = { config: { concurrency: 1 + random.below(3) } }
}
