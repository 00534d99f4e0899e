/** A graph as a few boxes and lines, for a thumbnail in a list. */
import type { Box, Catalogue, Point, Thumbnail } from '@millrace/model'
import type { Template } from './templates/template.ts'

export interface ThumbnailNode extends Box {
  readonly id: string
  readonly kind: 'box' | 'pill' | 'note'
  readonly color: string
}

export interface ThumbnailEdge {
  readonly source: string
  readonly target: string
}

export interface ThumbnailGraph {
  readonly nodes: readonly ThumbnailNode[]
  readonly edges: readonly ThumbnailEdge[]
}

const SLATE = 'var(--fd-node-slate)'

const SIZES: Readonly<Record<string, Pick<ThumbnailNode, 'width' | 'height' | 'kind'>>> = {
  default: { width: 236, height: 96, kind: 'box' },
  gateway: { width: 236, height: 96, kind: 'box' },
  simple: { width: 190, height: 44, kind: 'pill' },
  tool: { width: 190, height: 44, kind: 'pill' },
  terminal: { width: 150, height: 44, kind: 'pill' },
  square: { width: 64, height: 64, kind: 'box' },
  note: { width: 280, height: 180, kind: 'note' },
  idea: { width: 250, height: 92, kind: 'note' },
}

interface Look {
  readonly visual: string
  readonly color: string
}

function miniNode(id: string, at: Point, { visual, color }: Look): ThumbnailNode {
  const size = SIZES[visual] ?? { width: 236, height: 96, kind: 'box' as const }
  return { id, ...at, ...size, color }
}

/** The appearance of a node type; undefined until the catalogue is loaded. */
export type LookOfType = (typeId: string) => Look | undefined

/** The appearance of types in the catalogue. */
export function lookIn(catalogue: Catalogue | undefined): LookOfType {
  return (id) => {
    const type = catalogue?.types.get(id)
    return type && { visual: type.type, color: type.color ?? SLATE }
  }
}

/** The thumbnail of a listed workflow. Notes are omitted. */
export function miniatureOfSummary({ nodes: listed, edges }: Thumbnail, lookOf: LookOfType): ThumbnailGraph {
  const nodes = listed.flatMap(({ x, y, type }, at) => {
    const look = lookOf(type) ?? { visual: 'default', color: SLATE }
    return look.visual === 'note' ? [] : [miniNode(String(at), { x, y }, look)]
  })
  const pairs = edges.map(([source, target]) => ({ source: String(source), target: String(target) }))
  return { nodes, edges: edgesAmong(nodes, pairs) }
}

/** The thumbnail of a template; `lookOf` returns types once the catalogue is loaded. */
export function miniatureOfTemplate(template: Template, lookOf: LookOfType): ThumbnailGraph {
  const nodes = Object.entries(template.nodes).flatMap(
    ([
      id,
      {
        type,
        at: [x, y],
      },
    ]) => (type === 'notes' ? [] : [miniNode(id, { x, y }, lookOf(type) ?? { visual: 'default', color: SLATE })]),
  )
  const edges = template.edges.map((edge) => {
    const [source = '', target = ''] = edge.split(' ').map((end) => end.slice(0, end.indexOf(':')))
    return { source, target }
  })
  return { nodes, edges: edgesAmong(nodes, edges) }
}

function edgesAmong(nodes: readonly ThumbnailNode[], edges: readonly ThumbnailEdge[]): ThumbnailEdge[] {
  const known = new Set(nodes.map(({ id }) => id))
  return edges
    .filter(({ source, target }) => known.has(source) && known.has(target))
    .map(({ source, target }) => ({ source, target }))
}

/** Bounding box of all nodes, with a margin. */
export function boundsOf(nodes: readonly ThumbnailNode[]): Box {
  if (nodes.length === 0) return { x: 0, y: 0, width: 100, height: 60 }
  const left = Math.min(...nodes.map(({ x }) => x))
  const top = Math.min(...nodes.map(({ y }) => y))
  const right = Math.max(...nodes.map(({ x, width }) => x + width))
  const bottom = Math.max(...nodes.map(({ y, height }) => y + height))
  const margin = 24
  return { x: left - margin, y: top - margin, width: right - left + 2 * margin, height: bottom - top + 2 * margin }
}
