/** The values that an expression of a node can use, with samples of the last run or pins, else from schemas. Pure. */
import { configOf, type NodePort, type NodeType, portsOf, type WorkflowNode } from '@millrace/model'
import { typeOf as typeOfNode } from '../graph/node-look.ts'
import { isCut, isNotKept } from './cut-value.ts'
import { expressionPath } from './expression-path.ts'
import type { NodeData, PortData, UpstreamNode } from './node-data.ts'
import { type Variable, variablesIn } from './variables.ts'

export interface ValueRow {
  /** The value in an expression, for example `nodes.fetch.body.items[0].id`. */
  readonly path: string
  /** The last part of the path. */
  readonly label: string
  /** 0 for the values of a group, 1 for their parts, … */
  readonly depth: number
  /** Heading: the inputs, a node, or the execution. */
  readonly group: string
  readonly isInput?: true
  readonly type: string
  /** The sample value; undefined if there is none. */
  readonly sample?: unknown
}

export interface ValueSources {
  readonly node: WorkflowNode
  readonly types: ReadonlyMap<string, NodeType>
  readonly data: NodeData
  readonly upstream: readonly UpstreamNode[]
  readonly workflowName: string
  readonly titles: { readonly inputs: string; readonly execution: string }
}

const MAX_DEPTH = 5
/** Rows of one group: a sample may have thousands of keys. */
const MAX_ROWS = 200

export function valueRows(sources: ValueSources): ValueRow[] {
  const { node, types, data, upstream, titles } = sources
  return [
    ...portRows({ start: '', group: titles.inputs, ports: portsIn(node, types, 'inputs'), values: data.inputs }).map(
      (row) => ({ ...row, isInput: true as const }),
    ),
    ...upstream.flatMap(({ reference, title, node: before, outputs }) =>
      portRows({ start: reference, group: title, ports: portsIn(before, types, 'outputs'), values: outputs }),
    ),
    ...executionRows(sources),
  ]
}

function executionRows({ data, workflowName, titles }: ValueSources): ValueRow[] {
  const row = (path: string, type: string, sample?: unknown): ValueRow => ({
    path,
    label: path,
    depth: 0,
    group: titles.execution,
    type,
    ...(sample === undefined ? {} : { sample }),
  })
  return [
    row('launch', 'object'),
    row('execution.id', 'string', data.executionId),
    row('workflow.name', 'string', workflowName),
    row('now', 'string'),
  ]
}

/** Ports without a value are left out. */
const VALUELESS = new Set(['trigger', 'tool', 'branch'])

function portsIn(node: WorkflowNode, types: ReadonlyMap<string, NodeType>, side: 'inputs' | 'outputs'): NodePort[] {
  const type = typeOfNode(node, types)
  if (type === undefined) return []
  return [...portsOf(type, configOf(node))[side].values()].filter(
    ({ id, dataType }) => !VALUELESS.has(dataType) && id !== 'error',
  )
}

interface Group {
  /** The expression of the object that has the ports; empty for the inputs. */
  readonly start: string
  readonly group: string
  readonly ports: readonly NodePort[]
  readonly values: PortData
}

function portRows({ start, group, ports, values }: Group): ValueRow[] {
  const rows: ValueRow[] = []
  const declared = new Set(ports.map(({ id }) => id))
  const others = Object.keys(values).filter((id) => !declared.has(id))
  for (const id of [...declared, ...others]) {
    const path = expressionPath(start, [id])
    if (Object.hasOwn(values, id)) {
      collect(values[id], { path, label: id, depth: 0, group }, rows)
      continue
    }
    const port = ports.find((one) => one.id === id)
    rows.push({ path, label: id, depth: 0, group, type: port?.dataType ?? '' })
    for (const { name, type } of variablesIn(port?.schema, id, path).slice(1)) {
      const parts = name.slice(path.length + 1).split('.')
      rows.push({ path: name, label: parts.at(-1) ?? name, depth: parts.length, group, type })
    }
  }
  return rows.slice(0, MAX_ROWS)
}

/** The rows of one sample value and its parts. */
export function sampleRows(value: unknown, place: Pick<ValueRow, 'path' | 'label' | 'group'>): ValueRow[] {
  const rows: ValueRow[] = []
  collect(value, { ...place, depth: 0 }, rows)
  return rows
}

type Place = Pick<ValueRow, 'path' | 'label' | 'depth' | 'group'>

/** A value of which a run shows no parts. */
function isOpaque(value: unknown): boolean {
  return isCut(value) || isNotKept(value)
}

function collect(value: unknown, place: Place, rows: ValueRow[]): void {
  if (rows.length >= MAX_ROWS) return
  rows.push({ ...place, type: typeOf(value), ...(isOpaque(value) ? {} : { sample: value }) })
  if (place.depth >= MAX_DEPTH || typeof value !== 'object' || value === null || isOpaque(value)) return
  const steps = Array.isArray(value) ? (value.length > 0 ? [0] : []) : Object.keys(value)
  for (const step of steps) {
    const inner = (value as Record<string | number, unknown>)[step]
    const path = expressionPath(place.path, [step])
    const label = typeof step === 'number' ? `[${step}]` : step
    collect(inner, { ...place, path, label, depth: place.depth + 1 }, rows)
  }
}

function typeOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
}

const SHORT = 60

/** A sample in one line. */
export function sampleText(row: ValueRow): string {
  if (!('sample' in row)) return row.type
  const text = typeof row.sample === 'string' ? row.sample : (JSON.stringify(row.sample) ?? '')
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > SHORT ? `${line.slice(0, SHORT)}…` : line
}

/** A row as a completion of the editor. */
export function completionOf(row: ValueRow): Variable {
  return { port: '', name: row.path, type: sampleText(row), description: '', section: row.group }
}

/** The rows for a search text: every word must be part of the path, the heading or the sample. */
export function matchingRows(rows: readonly ValueRow[], query: string): readonly ValueRow[] {
  const words = query.trim().toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return rows
  return rows.filter((row) => {
    const text = `${row.path} ${row.group} ${sampleText(row)}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
