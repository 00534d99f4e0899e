/** Random workflows by seed: nested loops, forks, failures and choices that output the path they took. */
import { type Drawing, edge, node } from '../../executions/testing/client.ts'

type Pick = (below: number) => number

function picker(seed: number): Pick {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return (state >> 8) % below
  }
}

const port = (name: string, dataType = 'mixed') => ({ name, dataType })
const ECHO = { component_type: 'llm_config', name: 'echo', provider: 'echo', model_id: 'echo' }
const DEEPEST = 1

class Pencil {
  readonly nodes: object[] = []
  readonly edges: object[] = []
  readonly #pick: Pick
  #count = 0

  constructor(pick: Pick) {
    this.#pick = pick
  }

  add(letter: string, type: string, config: object = {}): string {
    const id = `${letter}${this.#count++}`
    this.nodes.push(node(id, type, config))
    return id
  }

  join(from: string, to: string): void {
    this.edges.push(edge(from, to))
  }

  /** Adds a text of its inputs; returns its output. */
  say(template: string, sources: Readonly<Record<string, string>>): string {
    const dynamicInputs = Object.keys(sources).map((name) => port(name))
    const config = {
      llm_config: ECHO,
      prompt_template: template,
      dynamicInputs,
      dynamicOutputs: [port('text', 'string')],
    }
    const id = this.add('p', 'agentspec.llm_node', config)
    for (const [name, from] of Object.entries(sources)) this.join(from, `${id}:${name}`)
    return `${id}:text`
  }

  /** One to three parts in sequence. */
  row(last: string): string {
    let at = last
    for (let left = 1 + this.#pick(3); left > 0; left--) at = this.#part(at, 0)
    return at
  }

  #part(last: string, depth: number): string {
    const kind = this.#pick(depth > DEEPEST ? 2 : 6)
    if (kind === 2) return this.#loop(last, depth)
    if (kind === 3) return this.#fork(last, depth)
    if (kind === 4) return this.#failure(last)
    if (kind === 5) return this.#choice(last, depth)
    return this.say('a{{x}}', { x: last })
  }

  #maybeMore(last: string, depth: number): string {
    return this.#pick(2) === 0 ? last : this.#part(last, depth + 1)
  }

  #loop(last: string, depth: number): string {
    const id = this.add('l', 'foreach', this.#pick(2) === 0 ? {} : { concurrency: 2 })
    this.join('start:list', `${id}:items`)
    const round = this.say('{{i}}/{{x}}', { i: `${id}:item`, x: last })
    this.join(this.#maybeMore(round, depth), `${id}:loop_back`)
    return this.say('[{{x}}]', { x: `${id}:results` })
  }

  #fork(last: string, depth: number): string {
    const arms = Array.from({ length: 2 + this.#pick(2) }, () =>
      this.#maybeMore(this.say('f{{x}}', { x: last }), depth),
    )
    const named = arms.map((arm, at) => [`x${at}`, arm] as const)
    return this.say(named.map(([name]) => `{{${name}}}`).join('+'), Object.fromEntries(named))
  }

  /** A node that may fail (its URL is not allowed), with an error path. */
  #failure(last: string): string {
    const fails = this.#pick(2) === 0
    const id = fails
      ? this.add('h', 'http_request', { url: 'http://127.0.0.1:1/' })
      : this.add('h', 'chat_model', { provider: 'echo', model: 'echo' })
    this.join(last, `${id}:${fails ? 'body' : 'message'}`)
    const good = this.say('g{{x}}', { x: `${id}:${fails ? 'body' : 'response'}` })
    const bad = this.say('b{{x}}', { x: last })
    this.join(`${id}:error`, bad.replace(':text', ':trigger'))
    return this.#either(good, bad)
  }

  #choice(last: string, depth: number): string {
    const id = this.add('q', 'if_else', { matchText: 'w', caseSensitive: true })
    this.join(this.#pick(2) === 0 ? last : 'start:word', `${id}:data`)
    const [met, unmet] = [this.say('t{{x}}', { x: last }), this.say('n{{x}}', { x: last })]
    this.join(`${id}:True`, met.replace(':text', ':trigger'))
    this.join(`${id}:False`, unmet.replace(':text', ':trigger'))
    return this.#either(this.#maybeMore(met, depth), unmet)
  }

  /** A node that accepts either of two sources. */
  #either(one: string, other: string): string {
    const said = this.say('j{{x}}', { x: one })
    this.join(other, said.replace(':text', ':x'))
    return said
  }
}

/** Has the inputs `list` and `word` and the output `out`. */
export function randomDrawing(seed: number): Drawing {
  const pencil = new Pencil(picker(seed * 7919))
  pencil.nodes.push(
    node('start', 'agentspec.start_node', { dynamicOutputs: [port('list', 'array'), port('word', 'string')] }),
  )
  const last = pencil.row('start:word')
  pencil.nodes.push(node('end', 'agentspec.end_node', { dynamicInputs: [port('out')] }))
  pencil.join(last, 'end:out')
  return { nodes: pencil.nodes, edges: pencil.edges }
}
