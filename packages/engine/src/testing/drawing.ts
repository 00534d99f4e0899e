/**
 * Parses plans drawn as text, one edge a line:
 *   a -> b             the value of a (port `out`) goes to b (port `in`)
 *   ask -yes-> buy     branch `yes` of ask runs buy
 *   a -error-> handle  a failure of a goes to handle
 *   a -done-> b.x      port `done` of a goes to port `x` of b
 *   a => b             order only
 *   walk a             the plan is sequential and begins with a; `=>` and branches set the order, `->` only copies values
 * Names that begin with `each` are foreach loops, with `while` while loops; `out…` are outputs of the execution.
 */
import {
  catalogueOf,
  compile,
  defineNode,
  type NodeDefinition,
  type Plan,
  Type,
  type WorkflowNode,
} from '@millrace/model'

const LOOP_PORTS = ['item', 'index', 'total', 'is_first', 'is_last', 'value']
const PLAIN = new Set(['out', 'trigger', 'error', 'results', 'result', 'completed', ...LOOP_PORTS])

interface Part {
  readonly inputs: Set<string>
  readonly outputs: Set<string>
  readonly branches: Set<string>
}

export interface NodeOptions {
  readonly config?: Record<string, unknown>
  readonly extensions?: Record<string, unknown>
  readonly required?: readonly string[]
  /** Data type of its `in` port. */
  readonly takes?: string
  /** Data type of its `out` port. */
  readonly gives?: string
}

export function planOf(drawing: string, options: Record<string, NodeOptions> = {}): Plan {
  const parts = new Map<string, Part>()
  const part = (name: string) => {
    const known = parts.get(name) ?? { inputs: new Set(['in']), outputs: new Set(['out']), branches: new Set() }
    parts.set(name, known)
    return known
  }
  const edges = drawing.split('\n').flatMap((line, at) => {
    const text = line.trim()
    if (text === '' || WALK.test(text)) return []
    const match = /^(\w+)\s*(?:(=>)|-(?:([\w]+)-)?-?>)\s*([\w.]+)$/.exec(text)
    if (match === null) {
      part(text)
      return []
    }
    const [, source = '', order, label, end = ''] = match
    const port = order ? 'trigger' : (label ?? 'out')
    const [target = '', given] = end.split('.')
    const isBranch = !PLAIN.has(port)
    const into = given ?? (isBranch || order || port === 'completed' ? 'trigger' : 'in')
    const from = part(source)
    ;(isBranch ? from.branches : from.outputs).add(port)
    part(target).inputs.add(into)
    return [
      {
        id: `e${at}`,
        source,
        target,
        sourceHandle: `${source}-output-${port}`,
        targetHandle: `${target}-input-${into}`,
      },
    ]
  })
  const nodes: WorkflowNode[] = [...parts].map(([name, { branches }]) => ({
    id: name,
    data: {
      label: name,
      metadata: { node_type_id: name },
      config: {
        ...(branches.size > 0 ? { branches: [...branches].map((b) => ({ name: b })) } : {}),
        ...options[name]?.config,
      },
      extensions: options[name]?.extensions ?? {},
    },
  }))
  const types = [...parts].map(([name, known]) => definitionOf(name, known, options[name] ?? {}))
  const plan = compile({ nodes, edges }, catalogueOf(types))
  const begin = WALK.exec(drawing)?.[1]
  if (begin === undefined) return plan
  return { ...plan, walk: { start: plan.nodes.findIndex(({ id }) => id === begin), maxSteps: MAX_WALK } }
}

const WALK = /^\s*walk (\w+)\s*$/m
const MAX_WALK = 15

function definitionOf(
  id: string,
  { inputs, outputs }: Part,
  { required = [], takes = 'mixed', gives = 'mixed' }: NodeOptions,
): NodeDefinition {
  const isEach = id.startsWith('each')
  const isWhile = id.startsWith('while')
  const inPorts = isEach ? ['items', 'loop_back', ...inputs] : isWhile ? ['value', 'loop_back', ...inputs] : inputs
  const typeOf = (port: string) => ({ completed: 'trigger', items: 'array', in: takes, out: gives })[port] ?? 'mixed'
  const ports = (names: Iterable<string>) =>
    Object.fromEntries(
      [...names]
        .filter((name) => name !== 'trigger' && name !== 'error')
        .map((name) => [name, { dataType: typeOf(name), required: required.includes(name) }]),
    )
  return defineNode({
    id,
    version: '1.0.0',
    name: id,
    description: id,
    category: 'logic',
    icon: 'mdi:circle',
    tags: [],
    config: Type.Object({}),
    inputs: ports(inPorts),
    outputs: ports(isEach || isWhile ? [...outputs, ...LOOP_PORTS, 'results', 'result', 'completed'] : outputs),
    ...(isEach ? { loop: { kind: 'foreach' as const, each: ['item', 'index', 'total', 'is_first', 'is_last'] } } : {}),
    ...(isWhile ? { loop: { kind: 'while' as const, each: ['value', 'index'] } } : {}),
    ...(id.startsWith('out') ? { isOutput: true } : {}),
  })
}
