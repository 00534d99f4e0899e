/** Workflows for the crash tests: one of every kind of graph, with how each of them must end wherever it is cut off. */

interface Node {
  readonly id: string
  readonly type: string
  readonly config?: Readonly<Record<string, unknown>>
  readonly extensions?: Readonly<Record<string, unknown>>
}

export interface CorpusWorkflow {
  readonly name: string
  readonly document: Readonly<Record<string, unknown>>
  /** What it is launched with; the token is another one each time. */
  launch(token: string): Readonly<Record<string, unknown>>
  /** The outputs of a run that was never in doubt about anything. */
  outputs(token: string): Readonly<Record<string, unknown>>
  /** Nodes that may not run twice, so that a crash may leave them INTERRUPTED_BY_CRASH; the outputs are open then. */
  readonly once: readonly string[]
  /** Whether the failure of such a node ends the run badly. */
  readonly mayFail: boolean
  /** The file that it leaves behind. */
  file?(token: string): string
}

/** `a.port -> b.port` a line. */
function documentOf(name: string, nodes: readonly Node[], drawing: string) {
  const edges = drawing
    .trim()
    .split('\n')
    .map((line, at) => {
      const [source = '', out = '', target = '', into = ''] = line.trim().split(/\s*->\s*|\./)
      return {
        id: `e${at}`,
        source,
        target,
        sourceHandle: `${source}-output-${out}`,
        targetHandle: `${target}-input-${into}`,
      }
    })
  return {
    name,
    nodes: nodes.map(({ id, type, config = {}, extensions = {} }, at) => ({
      id,
      type: 'universalNode',
      position: { x: at * 100, y: 0 },
      data: { label: id, config, extensions, metadata: { node_type_id: type } },
    })),
    edges,
  }
}

const RETRY = { 'millrace:retry': { maxAttempts: 4, delayMs: 40, factor: 1.5, maxDelayMs: 200, jitter: 0.5 } }
const PLAIN = { launch: () => ({}), once: [], mayFail: false } as const

/** The workflows, those that others call first. `origin` is that of the recorder. */
export function corpus(origin: string): CorpusWorkflow[] {
  const get = (id: string, n: number, path = 'work'): Node => ({
    id,
    type: 'http_request',
    config: { url: `${origin}/${path}?n=${n}` },
  })
  const post = (id: string, n: number): Node => ({ ...get(id, n), config: { ...get(id, n).config, method: 'POST' } })
  const out = (id: string): Node => ({ id, type: 'output', config: { name: id } })
  const urls = (count: number) => Array.from({ length: count }, (_, n) => `${origin}/work?n=${n}`)
  const results = (count: number) => Array.from({ length: count }, (_, n) => ({ n }))
  const list = (value: readonly unknown[]): Node[] => [
    { id: 'json', type: 'json_input', config: { defaultValue: value } },
    { id: 'list', type: 'json_transform', config: { expression: '$' } },
  ]
  const call: Node = { id: 'call', type: 'http_request' }
  const each = (config: Record<string, unknown> = {}): Node => ({ id: 'each', type: 'foreach', config })
  const loop = `json.value -> list.data
    list.result -> each.items
    each.item -> call.url
    call.json -> each.loop_back
    each.results -> all.value`

  return [
    {
      ...PLAIN,
      name: 'crash_inner',
      document: documentOf(
        'crash inner',
        [get('a', 1), get('b', 2), out('inner')],
        'a.trigger -> b.trigger\nb.json -> inner.value',
      ),
      outputs: () => ({ inner: { n: 2 } }),
    },
    {
      ...PLAIN,
      name: 'crash_chain',
      document: documentOf(
        'crash chain',
        [
          { id: 'text', type: 'text_input' },
          get('a', 1),
          get('b', 2),
          { id: 'save', type: 'file_write' },
          out('saved'),
        ],
        `text.text -> save.content
        a.trigger -> b.trigger
        b.trigger -> save.trigger
        save.content -> saved.value`,
      ),
      launch: (token) => ({ text: { text: token }, save: { path: `chain/${token}.txt` } }),
      outputs: (token) => ({ saved: token }),
      file: (token) => `chain/${token}.txt`,
    },
    {
      ...PLAIN,
      name: 'crash_branches',
      document: documentOf(
        'crash branches',
        [
          { id: 'text', type: 'text_input' },
          { id: 'ask', type: 'if_else', config: { operator: 'contains', matchText: '7' } },
          get('yes', 1),
          get('no', 2),
          get('beside', 3),
          { id: 'join', type: 'merge' },
          out('joined'),
        ],
        `text.text -> ask.data
        ask.True -> yes.trigger
        ask.False -> no.trigger
        yes.json -> join.a
        no.json -> join.b
        beside.json -> join.c
        join.merged -> joined.value`,
      ),
      launch: (token) => ({ text: { text: token } }),
      outputs: (token) => ({
        joined: token.includes('7') ? { a: { n: 1 }, c: { n: 3 } } : { b: { n: 2 }, c: { n: 3 } },
      }),
    },
    {
      ...PLAIN,
      name: 'crash_each',
      document: documentOf('crash each', [...list(urls(5)), each(), call, out('all')], loop),
      outputs: () => ({ all: results(5) }),
    },
    {
      ...PLAIN,
      name: 'crash_each_at_once',
      document: documentOf(
        'crash each at once',
        [
          ...list(urls(8)),
          each({ concurrency: 4, continueOnError: true }),
          { ...call, config: { method: 'POST' } },
          out('all'),
        ],
        loop,
      ),
      outputs: () => ({ all: results(8) }),
      once: ['call'],
    },
    {
      ...PLAIN,
      name: 'crash_nested',
      document: documentOf(
        'crash nested',
        [...list([urls(2), urls(3)]), { ...each({ concurrency: 2 }), id: 'outer' }, each(), call, out('all')],
        `json.value -> list.data
    list.result -> outer.items
        outer.item -> each.items
        each.item -> call.url
        call.json -> each.loop_back
        each.results -> outer.loop_back
        outer.results -> all.value`,
      ),
      outputs: () => ({ all: [results(2), results(3)] }),
    },
    {
      ...PLAIN,
      name: 'crash_while',
      document: documentOf(
        'crash while',
        [
          { id: 'zero', type: 'json_input', config: { defaultValue: { n: 0 } } },
          { id: 'until', type: 'while', config: { condition: 'value.n < 4' } },
          { id: 'add', type: 'json_transform', config: { expression: '{"n": n + 1}' } },
          { id: 'keep', type: 'key_value', config: { operation: 'set', namespace: 'crash' } },
          out('last'),
        ],
        `zero.value -> until.value
        until.value -> add.data
        add.result -> keep.value
        keep.value -> until.loop_back
        until.result -> last.value`,
      ),
      launch: (token) => ({ keep: { key: token } }),
      outputs: () => ({ last: { n: 4 } }),
    },
    {
      ...PLAIN,
      name: 'crash_retry',
      document: documentOf(
        'crash retry',
        [{ ...get('a', 1, 'flaky'), extensions: RETRY }, out('got')],
        'a.json -> got.value',
      ),
      outputs: () => ({ got: { n: 1 } }),
    },
    {
      ...PLAIN,
      name: 'crash_timer',
      document: documentOf(
        'crash timer',
        [get('a', 1), { id: 'sleep', type: 'delay', config: { seconds: 0.3 } }, get('b', 2), out('rested')],
        'a.json -> sleep.value\nsleep.trigger -> b.trigger\nsleep.value -> rested.value\nb.trigger -> rested.trigger',
      ),
      outputs: () => ({ rested: { n: 1 } }),
    },
    {
      ...PLAIN,
      name: 'crash_child',
      document: documentOf(
        'crash child',
        [
          ...list([{}, {}]),
          each({ concurrency: 2 }),
          { id: 'sub', type: 'sub_workflow', config: { workflow: 'crash_inner' } },
          out('all'),
        ],
        `json.value -> list.data
    list.result -> each.items
        each.item -> sub.inputs
        sub.outputs -> each.loop_back
        each.results -> all.value`,
      ),
      outputs: () => ({ all: [{ inner: { n: 2 } }, { inner: { n: 2 } }] }),
    },
    {
      ...PLAIN,
      name: 'crash_errors',
      document: documentOf(
        'crash errors',
        [get('a', 1, 'broken'), get('repair', 2), out('repaired')],
        'a.error -> repair.trigger\nrepair.json -> repaired.value',
      ),
      outputs: () => ({ repaired: { n: 2 } }),
    },
    {
      ...PLAIN,
      name: 'crash_pay',
      document: documentOf(
        'crash pay',
        [post('pay', 1), get('repair', 2), out('paid'), out('repaired')],
        `pay.json -> paid.value
        pay.error -> repair.trigger
        repair.json -> repaired.value`,
      ),
      outputs: () => ({ paid: { n: 1 } }),
      once: ['pay'],
    },
    {
      ...PLAIN,
      name: 'crash_pay_twice',
      document: documentOf(
        'crash pay twice',
        [post('first', 1), { ...post('second', 2), extensions: RETRY }, out('paid')],
        'first.trigger -> second.trigger\nsecond.json -> paid.value',
      ),
      outputs: () => ({ paid: { n: 2 } }),
      once: ['first', 'second'],
      mayFail: true,
    },
  ]
}
