/** Exports an agent of our catalogue as an AgentNode. Nodes at its tool port become tools, MCP servers toolboxes. */
import { SETTINGS_EXTENSION } from '@millrace/model'
import type { Fields, FlowNodeComponent, Property, ServerTool } from '../components.ts'
import { type CanvasNode, isDataPort } from './canvas.ts'
import { literalText } from './literal-text.ts'
import { MCP_TOOLS, mcpToolBox } from './mcp-tool-box.ts'
import { MODEL_KEYS, modelOf } from './model-component.ts'
import {
  asText,
  keepOnly,
  type NodeContext,
  placeholder,
  propertiesOf,
  textIn,
  titlesOf,
  warnOfConfig,
} from './node-context.ts'
import { propertyOf } from './property-types.ts'
import { settingsOf } from './settings.ts'

export function agent(context: NodeContext): FlowNodeComponent {
  const { id, name, node } = context
  keepOnly(context, 'inputs', ['message'])
  keepOnly(context, 'outputs', ['response'])
  const { literal, inputs: added } = literalText(context)
  const system = literal(textIn(node.config.systemPrompt) ?? '')
  const inputs = [...propertiesOf(context, 'inputs').map(asText), ...added()]
  const outputs = propertiesOf(context, 'outputs').map(asText)
  const model = modelOf(node)
  const attached = node.arriving.filter(({ kind }) => kind === 'tool').map(({ source }) => source)
  const servers = attached.filter(({ typeId }) => typeId === MCP_TOOLS)
  const tools = attached.filter((one) => !servers.includes(one)).map((one) => serverTool(one, node.config))
  const toolboxes = servers.map((one) => mcpToolBox(one, context))
  warnOfConfig(context, [...MODEL_KEYS, 'systemPrompt', 'approveTools'])
  return {
    kind: 'agent',
    id,
    name,
    inputs,
    outputs,
    agent: {
      kind: 'agent',
      id: `${id}/agent`,
      name,
      ...(model ? { llmConfig: model } : {}),
      systemPrompt: [system, placeholder(context, 'message')].filter(Boolean).join('\n\n'),
      tools,
      ...(toolboxes.length > 0 ? { toolboxes } : {}),
      humanInTheLoop: false,
      inputs,
      outputs,
    },
  }
}

/** A node offered to an agent, as a server tool named after its type. */
function serverTool(node: CanvasNode, agentConfig: Fields): ServerTool {
  const side = (ports: CanvasNode['inputs']) => {
    const titles = titlesOf(ports)
    return ports.filter(isDataPort).map((port) => propertyOf(port, titles.get(port.id) ?? port.id))
  }
  // The model must not choose settings, so they are metadata and not inputs.
  const settings = settingsOf(node)
  const withSetValue = (input: Property): Property => {
    const value = node.config[input.title]
    return value === undefined || value === '' ? input : { title: input.title, default: value }
  }
  return {
    kind: 'server',
    id: `${node.id}/tool`,
    name: node.typeId,
    ...(node.type?.description ? { description: node.type.description } : {}),
    ...(Object.keys(settings).length > 0 ? { metadata: { [SETTINGS_EXTENSION]: settings } } : {}),
    inputs: side(node.inputs).map(withSetValue),
    outputs: side(node.outputs),
    ...(agentConfig.approveTools === true ? { requiresConfirmation: true } : {}),
  }
}
