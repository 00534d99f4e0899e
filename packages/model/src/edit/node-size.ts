/** The size of a node on the canvas: as measured, otherwise the usual size of its visual type. */
import type { Catalogue } from '../catalogue.ts'
import { isObject } from '../json.ts'
import { RESERVED_ROW, RESERVED_SIZES, RESERVED_USUAL, type Size } from '../node-sizes.ts'
import { configOf, type WorkflowNode } from '../workflow/workflow.ts'
import { portsOfNode, typeOfNode } from './find.ts'

/** Visual types that list their ports one below the other. */
const GROWING = new Set(['default', 'gateway'])

/** The size of a node. */
export function sizeOf(node: WorkflowNode, catalogue: Catalogue): Size {
  const drawn: Readonly<Record<string, unknown>> = { ...node }
  return measured(drawn.measured) ?? measured(drawn) ?? guessed(node, catalogue)
}

function measured(box: unknown): Size | undefined {
  if (!isObject(box)) return undefined
  const { width, height } = box
  return isLength(width) && isLength(height) ? { width, height } : undefined
}

function isLength(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value < 100_000
}

function guessed(node: WorkflowNode, catalogue: Catalogue): Size {
  const visual = visualTypeOf(node, catalogue)
  const size = (Object.hasOwn(RESERVED_SIZES, visual) && RESERVED_SIZES[visual]) || RESERVED_USUAL
  if (!GROWING.has(visual)) return size
  const ports = portsOfNode(node, catalogue)
  const rows = Math.max(ports?.inputs.size ?? 0, ports?.outputs.size ?? 0)
  return { width: size.width, height: size.height + rows * RESERVED_ROW }
}

/** The visual type of a node: from its config if its type allows it, otherwise that of its type. */
function visualTypeOf(node: WorkflowNode, catalogue: Catalogue): string {
  const type = typeOfNode(node, catalogue)
  const wanted = configOf(node).nodeType
  const supported = Array.isArray(type?.supportedTypes) ? type.supportedTypes : []
  if (typeof wanted === 'string' && supported.includes(wanted)) return wanted
  return supported[0] ?? type?.type ?? 'default'
}
