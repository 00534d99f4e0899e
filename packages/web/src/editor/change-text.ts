/** Describes changes with visible names and short values. */
import { type Change, type Graph, titleOf, type WorkflowDiff } from '@millrace/model'
import type { TextOf, Texts } from '../i18n/texts.ts'

const MAX_LENGTH = 60

/** One line per change; a moved node has one line. */
export function changeLines(changes: readonly Change[], t: Texts): string[] {
  const lines = changes.filter(({ path }) => !path.startsWith('/position')).map((change) => changeLine(change, t))
  return changes.some(({ path }) => path.startsWith('/position')) ? [...lines, t.versions.moved] : lines
}

function changeLine({ path, from, to }: Change, t: Texts): string {
  const name = nameOf(path, t)
  if (to === undefined) return t.versions.gone(name, valueText(from, t))
  if (from === undefined) return t.versions.made(name, valueText(to, t))
  return t.versions.change(name, valueText(from, t), valueText(to, t))
}

const NAMES: Readonly<Record<string, TextOf>> = {
  '/data/label': (t) => t.versions.renamed,
  '/type': (t) => t.versions.type,
  '/name': (t) => t.versions.renamed,
}

/** `/data/config/template` is the setting `template`. */
function nameOf(path: string, t: Texts): string {
  const known = NAMES[path]
  if (known !== undefined) return known(t)
  return path
    .replace(/^\/data\/(config|extensions)\//, '')
    .replace(/^\/(metadata\/)?/, '')
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join(' › ')
}

export function valueText(value: unknown, t: Texts): string {
  if (value === undefined || value === null || value === '') return t.versions.nothing
  const text = typeof value === 'string' ? `“${value.replace(/\s+/g, ' ')}”` : JSON.stringify(value)
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text
}

/** Short summary such as "2 nodes added, 1 connection removed". */
export function summaryOf({ workflow, nodes, edges }: WorkflowDiff, t: Texts): string {
  const parts = [
    [nodes.added, t.versions.summary.nodesAdded],
    [nodes.removed, t.versions.summary.nodesRemoved],
    [nodes.changed, t.versions.summary.nodesChanged],
    [edges.added, t.versions.summary.edgesAdded],
    [edges.removed, t.versions.summary.edgesRemoved],
    [edges.changed, t.versions.summary.edgesChanged],
  ] as const
  const counts = parts.flatMap(([list, words]) => (list.length === 0 ? [] : [words(list.length)]))
  return [...counts, ...(workflow.length === 0 ? [] : [t.versions.summary.workflow])].join(', ')
}

/** Connections described by the titles of their nodes, if the graph has them. */
export function namedEdges(
  { added, removed, changed }: WorkflowDiff['edges'],
  { nodes, edges }: Graph,
): WorkflowDiff['edges'] {
  const titles = new Map(nodes.map((node) => [node.id, titleOf(node) || node.id]))
  const byId = new Map(edges.map((edge) => [edge.id, edge]))
  const named = <T extends { id: string; label: string }>(part: T): T => {
    const edge = byId.get(part.id)
    if (edge === undefined) return part
    return { ...part, label: `${titles.get(edge.source) ?? edge.source} → ${titles.get(edge.target) ?? edge.target}` }
  }
  return { added: added.map(named), removed: removed.map(named), changed: changed.map(named) }
}
