/** New nodes, in a form that both our editor and the public one can draw. */
import { defaultsOf } from '../catalogue.ts'
import type { Point } from '../geometry.ts'
import type { NodeType } from '../node-type.ts'
import type { WorkflowNode } from '../workflow/workflow.ts'

/**
 * The only component that the public editor registers on its canvas: it draws a node with any other `type` without ports
 * and drops the edges. The node type is in the metadata.
 */
const CANVAS_TYPE = 'universalNode'

/** A node of a type: default settings, and in its data a copy of the type and its id, from which that editor draws. */
export function newNode(type: NodeType, { id, label, at }: { id: string; label: string; at: Point }): WorkflowNode {
  return {
    id,
    type: CANVAS_TYPE,
    position: { x: at.x, y: at.y },
    data: { label, nodeId: id, config: defaultConfigOf(type), metadata: structuredClone({ ...type }) },
  }
}

/** The default settings of a new node. */
export function defaultConfigOf(type: NodeType): Record<string, unknown> {
  return structuredClone({ ...defaultsOf(type.configSchema), ...type.config })
}

/** `<type>.<n>`, one more than the highest number in use, so that the ids of a batch are predictable. */
export function nextId(typeId: string, taken: Iterable<string>): string {
  const prefix = `${typeId}.`
  let highest = 0
  for (const id of taken) {
    if (!id.startsWith(prefix)) continue
    const number = id.slice(prefix.length)
    if (/^\d{1,9}$/.test(number)) highest = Math.max(highest, Number(number))
  }
  return `${prefix}${highest + 1}`
}

const USABLE = /^[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,99}$/u

/** Whether a name can be an id: one plain word that does not look like a handle. */
export function isUsableId(name: string): boolean {
  return USABLE.test(name) && !name.includes('-input-') && !name.includes('-output-')
}
