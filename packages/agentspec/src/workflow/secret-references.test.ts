/** Secrets that an export omits are referenced if the official format has a reference for them. */
import { nodeTypeIdOf, type WorkflowNode } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { writeOfficial } from '../codec/write-official.ts'
import { writeSimpleFlow } from '../codec/write-simple.ts'
import { readAgentSpec } from '../read.ts'
import { catalogue, drawnWorkflow } from '../testing/canvas.ts'
import type { ExportedWorkflow } from './canvas.ts'
import { toFlow } from './to-flow.ts'
import { toWorkflow } from './to-workflow.ts'

const SECRET = 'very-secret-0815'

function exported(workflow: ExportedWorkflow) {
  const made = toFlow(workflow, catalogue, { dialect: 'official' })
  if (made.errors !== undefined) throw new Error(made.errors.join('\n'))
  return made
}

/** All references of a document that it does not resolve itself. */
function missingIn(document: unknown): string[] {
  const [named, known] = [new Set<string>(), new Set<string>()]
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) walk(one)
    else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        if (key === '$component_ref') named.add(String(inner))
        if (key === '$referenced_components') for (const id of Object.keys(inner)) known.add(id)
        if (key !== 'metadata') walk(inner)
      }
    }
  }
  walk(document)
  return [...named].filter((id) => !known.has(id)).sort()
}

const model = { provider: 'openai', model: 'small', apiKey: SECRET }
const llm = { component_type: 'llm_config', name: 'mine', provider: 'openai', model_id: 'small' }
const port = [{ name: 'text', dataType: 'string' }]

const DRAWN: Readonly<Record<string, [type: string, config: Record<string, unknown>, references: string[]]>> = {
  'a chat model': ['chat_model', model, ['n/model.api_key']],
  'an agent': ['simple_agent', model, ['n/model.api_key']],
  'a call with a token': [
    'http_request',
    { url: 'https://a.test', auth: 'bearer', token: SECRET },
    ['n.sensitive_headers'],
  ],
  'a call with a secret header': [
    'http_request',
    { url: 'https://a.test', headers: { Authorization: `Bearer ${SECRET}`, Accept: 'text/plain' } },
    ['n.sensitive_headers'],
  ],
  'a model node with an API key': [
    'agentspec.llm_node',
    {
      prompt_template: 'Hello',
      llm_config: llm,
      llm_config_ref: 'mine',
      api_key: SECRET,
      dynamicInputs: [],
      dynamicOutputs: port,
    },
    ['mine.api_key'],
  ],
  'an API node with secret headers': [
    'agentspec.api_node',
    { endpoint: 'https://a.test', method: 'GET', secret_headers: { 'X-Key': SECRET }, dynamicOutputs: port },
    ['n.sensitive_headers'],
  ],
}

function withoutTypes({ nodes }: { nodes: readonly WorkflowNode[] }): unknown {
  const secret = new Set(['apiKey', 'token', 'api_key', 'secret_headers'])
  return nodes.map((node) => {
    const config = Object.fromEntries(Object.entries(node.data?.config ?? {}).filter(([key]) => !secret.has(key)))
    return { ...node, data: { ...node.data, config, metadata: nodeTypeIdOf(node) } }
  })
}

describe.each(Object.entries(DRAWN))('%s', (_, [type, config, references]) => {
  const workflow = drawnWorkflow(
    { s: 'start', n: [type, config], e: 'end' },
    type.startsWith('agentspec') || type === 'http_request' ? 's -> n\nn -> e' : 's:inputs -> n:message\nn -> e',
  )

  test('references the omitted secret', () => {
    const made = exported(workflow)
    const document = writeOfficial(made.flow)
    expect(JSON.stringify([document, writeSimpleFlow(made.flow)])).not.toContain(SECRET)
    expect(missingIn(document)).toEqual(references)
    expect(made.warnings.some((text) => /secret/i.test(text))).toBe(true)
  })

  test('is restored without the secret', () => {
    const { flow } = exported(workflow)
    for (const document of [writeOfficial(flow), writeSimpleFlow(flow)]) {
      const read = readAgentSpec(JSON.stringify(document))
      if (read.errors !== undefined) throw new Error(read.errors.join('\n'))
      const back = toWorkflow(read, catalogue)
      const plain = JSON.parse(
        JSON.stringify(withoutTypes(workflow)).replace(`,"Authorization":"Bearer ${SECRET}"`, ''),
      )
      const known = JSON.stringify(plain).replace(`"Authorization":"Bearer ${SECRET}",`, '')
      if (!type.startsWith('agentspec')) expect(withoutTypes(back.workflow)).toEqual(JSON.parse(known))
      expect(back.warnings.filter((text) => text.includes('was changed'))).toEqual([])
    }
  })
})

test('sensitive fields of unchanged components are referenced', () => {
  const transport = {
    component_type: 'StreamableHTTPTransport',
    id: 'there',
    name: 'there',
    url: 'https://mcp.test',
    headers: { Authorization: SECRET },
  }
  const gemini = {
    component_type: 'GeminiConfig',
    id: 'gemini',
    name: 'gemini',
    model_id: 'flash',
    auth: { component_type: 'GeminiAIStudioAuthConfig', id: 'key', name: 'key', api_key: SECRET },
  }
  const agent = {
    component_type: 'Agent',
    id: 'bot',
    name: 'bot',
    system_prompt: 'Help.',
    llm_config: gemini,
    tools: [],
    toolboxes: [{ component_type: 'MCPToolBox', id: 'box', name: 'box', client_transport: transport }],
  }
  const edge = (from: string, to: string) => ({
    component_type: 'ControlFlowEdge',
    id: `${from} to ${to}`,
    name: 'edge',
    from_node: { $component_ref: from },
    to_node: { $component_ref: to },
  })
  const read = readAgentSpec({
    component_type: 'Flow',
    agentspec_version: '26.1.2',
    id: 'f',
    name: 'f',
    start_node: { $component_ref: 's' },
    nodes: ['s', 'a', 'e'].map((id) => ({ $component_ref: id })),
    control_flow_connections: [edge('s', 'a'), edge('a', 'e')],
    data_flow_connections: [],
    $referenced_components: {
      s: { component_type: 'StartNode', id: 's', name: 's', inputs: [] },
      a: { component_type: 'AgentNode', id: 'a', name: 'a', agent },
      e: { component_type: 'EndNode', id: 'e', name: 'e', outputs: [] },
    },
  })
  if (read.errors !== undefined) throw new Error(read.errors.join('\n'))
  const made = exported(toWorkflow(read, catalogue).workflow)
  const document = writeOfficial(made.flow)
  expect(JSON.stringify(document)).not.toContain(SECRET)
  expect(missingIn(document)).toEqual(['key.api_key', 'there.sensitive_headers'])
})
