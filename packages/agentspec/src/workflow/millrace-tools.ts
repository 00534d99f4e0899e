/**
 * Exports nodes that only Millrace can run as tool nodes. The tool is named after the node type, data ports are inputs,
 * and every setting is an input with its value as default. Questions to people become client tools.
 */
import { ARGUMENTS_EXTENSION, isObject, type NodePort, RESULTS_EXTENSION } from '@millrace/model'
import type { ClientTool, Fields, Property, ServerTool, ToolNode } from '../components.ts'
import { isDataPort } from './canvas.ts'
import { isQuestionType } from './millrace-types.ts'
import { dropIdle, isConnected, type NodeContext } from './node-context.ts'
import { propertyOf } from './property-types.ts'
import { settingInputs, settingsOf } from './settings.ts'

/** A node as a tool node with all its settings. */
export function millraceTool(context: NodeContext, more: readonly Property[] = []): ToolNode {
  const { id, name, node, needsMillrace } = context
  dropIdle(context)
  const fed = fedInputs(context)
  const settings = settingInputs(settingsOf(node), new Set(context.inputs.values()))
  const inputs = [...fed, ...settings.inputs]
  const outputs = [...more, ...givenOutputs(context)]
  const metadata: Fields = {
    ...settings.metadata,
    ...renamed(ARGUMENTS_EXTENSION, context.inputs),
    ...renamed(RESULTS_EXTENSION, context.outputs),
  }
  const base = {
    id: context.freeId(`${id}/tool`),
    name: node.typeId,
    ...(node.type?.description ? { description: node.type.description } : {}),
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
    inputs,
    outputs,
  }
  const isQuestion = isQuestionType(node.typeId)
  if (isQuestion) {
    const asked: ClientTool = { kind: 'client', ...base }
    return { kind: 'tool', id, name, tool: asked, inputs, outputs }
  }
  const tool: ServerTool = { kind: 'server', ...base }
  needsMillrace(tool, node.name)
  return { kind: 'tool', id, name, tool, inputs, outputs }
}

/** Data ports with a connection, and ports that the setting of the same name fills. */
export function fedInputs(context: NodeContext): Property[] {
  return context.node.inputs.flatMap((port): Property[] => {
    const title = context.inputs.get(port.id)
    if (title === undefined) return []
    const typed = propertyOf(port, title)
    if (!isConnected(context, port.id, 'inputs')) {
      const value = context.node.config[port.id]
      return [value === undefined || value === '' ? typed : openProperty(typed, value)]
    }
    // On a canvas an optional input may get no value; in a flow it needs a default.
    if (port.required !== true) return [openProperty(typed, null)]
    // Official tools connect a source of any type only to strings and inputs of any type.
    return [
      typed.type === 'string' ? typed : { title, ...(typed.description ? { description: typed.description } : {}) },
    ]
  })
}

/** A property of any type with a default, so that the default is always valid. */
function openProperty({ title, description }: Property, value: unknown): Property {
  return { title, ...(description ? { description } : {}), default: value }
}

/** The outputs of a node. JSON ports may carry lists, strings or null. */
export function givenOutputs(context: NodeContext): Property[] {
  return context.node.outputs.flatMap((port): Property[] => {
    const title = context.outputs.get(port.id)
    if (title === undefined) return []
    return [
      isOpen(port)
        ? { title, ...(port.description ? { description: port.description } : {}), default: null }
        : propertyOf(port, title),
    ]
  })
}

function isOpen(port: NodePort): boolean {
  return isDataPort(port) && !isObject(port.schema) && ['json', 'mixed', 'object'].includes(port.dataType)
}

function renamed(key: string, titles: ReadonlyMap<string, string>): Fields {
  const entries = [...titles].filter(([port, title]) => port !== title).map(([port, title]) => [title, port])
  return entries.length > 0 ? { [key]: Object.fromEntries(entries) } : {}
}
