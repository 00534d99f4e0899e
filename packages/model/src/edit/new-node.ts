/** Nodes as the service makes them: drawn by our editor and by the public one alike. */
import { defaultsOf } from '../catalogue.ts'
import type { NodeType } from '../node-type.ts'
import type { WorkflowNode } from '../workflow/workflow.ts'
import type { Point } from './line-reader.ts'

/** The one component that the public editor registers on its canvas. What a node is stands in its metadata. */
const CANVAS_TYPE = 'universalNode'

/** A node of a type, with the defaults of its settings and a full copy of the type, which the public editor reads. */
export function newNode(type: NodeType, { id, label, at }: { id: string; label: string; at: Point }): WorkflowNode {
  return {
    id,
    type: CANVAS_TYPE,
    position: { x: at.x, y: at.y },
    data: { label, config: defaultConfigOf(type), metadata: structuredClone({ ...type }) },
  }
}

/** The settings that a new node of a type starts with. */
export function defaultConfigOf(type: NodeType): Record<string, unknown> {
  return structuredClone({ ...defaultsOf(type.configSchema), ...type.config })
}

/** `<type>.<n>`, one more than the highest number in use, so that the ids of a batch can be told beforehand. */
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

/** Whether a name may be an id: one plain word, and nothing that looks like a handle from the inside. */
export function isUsableId(name: string): boolean {
  return USABLE.test(name) && !name.includes('-input-') && !name.includes('-output-')
}
