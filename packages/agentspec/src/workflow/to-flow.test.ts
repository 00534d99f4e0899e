import { isObject, nodeTypeIdOf, type WorkflowNode } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { writeOfficial } from '../codec/write-official.ts'
import { writeSimpleFlow } from '../codec/write-simple.ts'
import type { Flow } from '../components.ts'
import { readAgentSpec } from '../read.ts'
import { renderTemplate } from '../templates.ts'
import { catalogue, drawnWorkflow } from '../testing/canvas.ts'
import { validateFlow } from '../validate/validate-flow.ts'
import type { ExportedWorkflow } from './canvas.ts'
import { checkExport, toFlow } from './to-flow.ts'
import { toWorkflow } from './to-workflow.ts'

const CHAT = {
  provider: 'openai',
  model: 'small',
  temperature: 0.2,
  apiKey: 'sk-very-secret-key',
  systemPrompt: 'Be kind.',
}

function flowOf(workflow: ExportedWorkflow, dialect: 'simple' | 'official' = 'simple'): Flow {
  const made = toFlow(workflow, catalogue, { dialect })
  if (made.errors !== undefined) throw new Error(made.errors.join('\n'))
  return made.flow
}

/** Control edges as `a -branch-> b`, by name. */
function pathOf(flow: Flow): string[] {
  const name = new Map(flow.nodes.map((node) => [node.id, node.name]))
  return flow.controlFlow
    .map(
      (edge) => `${name.get(edge.fromNode)} ${edge.fromBranch ? `-${edge.fromBranch}` : ''}-> ${name.get(edge.toNode)}`,
    )
    .map((line) => line.replace('  ', ' '))
    .sort()
}

/** A workflow without type copies and secrets. */
function content(workflow: {
  nodes: readonly WorkflowNode[]
  edges: readonly unknown[]
  name: string
  description?: string
}) {
  const nodes = workflow.nodes.map((node) => {
    const { apiKey: _, token: __, ...config } = node.data?.config ?? {}
    return { ...node, data: { ...node.data, config, metadata: nodeTypeIdOf(node) } }
  })
  return { name: workflow.name, description: workflow.description, nodes, edges: workflow.edges }
}

const chat = () =>
  drawnWorkflow(
    {
      start: ['start', { schema: { type: 'object', properties: { q: { type: 'string' } } } }],
      ask: 'chat_input',
      model: ['chat_model', CHAT],
      note: 'notes',
      tell: 'chat_output',
      done: 'end',
    },
    `
    start -> ask
    ask:message -> model:message
    model:response -> tell:message
    tell -> done
    model:response -> done:value
    `,
  )

describe('export errors', () => {
  test('reject an empty workflow', () => {
    expect(checkExport({ name: 'x', nodes: [], edges: [] }, catalogue).errors).toEqual(['Workflow has no nodes'])
    expect(checkExport(drawnWorkflow({ only: 'notes' }, ''), catalogue).errors).toEqual(['Workflow has no nodes'])
  })

  test('are reported all at once', () => {
    const workflow = drawnWorkflow(
      {
        s1: 'start',
        s2: 'start',
        a: 'split_text',
        b: ['chat_model', { model: 'm' }],
        c: 'nowhere',
        d: 'logger',
        e: 'calculator',
      },
      `
      s1 -> a
      a -> d
      d -> a
      s2 -> c
      `,
    )
    const { valid, errors } = checkExport(workflow, catalogue)
    expect(valid).toBe(false)
    expect(errors).toEqual([
      'Agent Spec requires exactly one StartNode. Found 2: s1, s2',
      'Missing required port: a:text',
      'Disconnected node: b',
      'Missing required port: b:message',
      'Node type not mappable: c',
      'Missing required port: d:message',
      'Disconnected node: e',
      'Cycle detected',
    ])
  })

  test('reject a custom type', () => {
    const workflow = drawnWorkflow({ s: 'start', w: 'my_node', e: 'end' }, 's -> w\nw -> e')
    expect(checkExport(workflow, catalogue).errors).toEqual(['Node type not mappable: w'])
  })

  test('do not include complex conditions, which a Millrace tool decides', () => {
    const branches = [
      { name: 'big', condition: 'value > 3' },
      { name: 'rest', isDefault: true },
    ]
    const workflow = drawnWorkflow(
      { s: 'start', w: ['switch', { branches }], e: 'end' },
      's:inputs -> w:value\nw:big -> e\nw:rest -> e',
    )
    expect(checkExport(workflow, catalogue)).toMatchObject({
      errors: [],
      warnings: expect.arrayContaining(['Only Millrace can run `w` (switch)']),
    })
    const flow = flowOf(workflow)
    expect(flow.nodes.map((node) => node.kind)).toEqual(['start', 'flow', 'end'])
    expect(pathOf(flow)).toEqual(['s -> w', 'w -big-> e', 'w -rest-> e'])
    expect(validateFlow(flow).errors).toEqual([])
    expect(content(toWorkflow({ flow }, catalogue).workflow)).toEqual(content(workflow))
  })

  test('include a cycle only in the simple dialect', () => {
    const spec = readAgentSpec({
      component_type: 'flow',
      name: 'loop',
      start_node: 's',
      nodes: [
        { component_type: 'start_node', name: 's' },
        { component_type: 'output_message_node', name: 'm', message: 'again' },
        {
          component_type: 'branching_node',
          name: 'b',
          branches: [{ name: 'more', condition: 'x == 1' }, { name: 'default' }],
        },
        { component_type: 'end_node', name: 'e' },
      ],
      control_flow_connections: [
        { name: '1', from_node: 's', to_node: 'm' },
        { name: '2', from_node: 'm', to_node: 'b' },
        { name: '3', from_node: 'b', to_node: 'm', from_branch: 'more' },
        { name: '4', from_node: 'b', to_node: 'e', from_branch: 'default' },
      ],
      data_flow_connections: [],
    })
    if (spec.errors !== undefined) throw new Error(spec.errors.join())
    const { workflow } = toWorkflow(spec, catalogue)
    expect(checkExport(workflow, catalogue).errors).toEqual(['Cycle detected'])
    expect(pathOf(flowOf(workflow, 'official'))).toEqual(['b -default-> e', 'b -more-> m', 'm -> b', 's -> m'])
  })
})

describe('the path through a workflow', () => {
  test('follows data edges and gets a start and an end', () => {
    const workflow = drawnWorkflow(
      { one: ['calculator', { expression: '1+1' }], two: 'calculator', three: ['text_prompt', { message: 'Sure?' }] },
      'one:result -> three:message\nthree:text -> two:expression',
    )
    const made = toFlow(workflow, catalogue)
    if (made.errors !== undefined) throw new Error(made.errors.join())
    expect(pathOf(made.flow)).toEqual(['Start -> one', 'one -> three', 'three -> two', 'two -> End'])
    expect(made.warnings).toEqual(
      expect.arrayContaining([
        expect.stringContaining('exactly one StartNode'),
        expect.stringContaining('at least one EndNode'),
      ]),
    )
    expect(made.flow.nodes.at(-1)?.inputs).toEqual([{ title: 'result', type: 'number' }])
    expect(validateFlow(made.flow).errors).toEqual([])
  })

  test('runs parallel nodes in sequence', () => {
    const workflow = drawnWorkflow(
      { s: 'start', a: 'calculator', b: 'calculator', c: 'calculator', e: 'end' },
      's -> b\ns -> a\na -> c\nb -> c\nc -> e',
    )
    const made = toFlow(workflow, catalogue)
    expect(made.warnings).toContainEqual(expect.stringContaining('one after the other'))
    expect(pathOf(flowOf(workflow))).toEqual(['a -> b', 'b -> c', 'c -> e', 's -> a'])
  })

  test('keeps nodes in their branch, and joined branches continue together', () => {
    const workflow = drawnWorkflow(
      {
        s: 'start',
        q: ['if_else', { matchText: 'yes', caseSensitive: true }],
        a: 'calculator',
        a2: 'calculator',
        b: 'calculator',
        j: 'calculator',
        e: 'end',
      },
      `
      s:inputs -> q:data
      q:True -> a
      a:result -> a2:expression
      q:False -> b
      a2 -> j
      b -> j
      j:result -> e:value
      `,
    )
    const flow = flowOf(workflow)
    expect(pathOf(flow)).toEqual(['a -> a2', 'a2 -> j', 'b -> j', 'j -> e', 'q -True-> a', 'q -default-> b', 's -> q'])
    expect(validateFlow(flow).errors).toEqual([])
    expect(writeSimpleFlow(flow).control_flow_connections).toContainEqual(
      expect.objectContaining({ from_node: 'q', from_branch: 'False', to_node: 'b' }),
    )
  })

  test('puts a node with alternative sources behind both', () => {
    const choice = ['if_else', { matchText: 'yes', caseSensitive: true }] as const
    const model = ['chat_model', { model: 'm' }] as const
    const workflow = drawnWorkflow(
      { s: 'start', q: choice, a: model, b: model, r: choice, c: model, d: model, j: model, k: model, e: 'end' },
      `
      s:inputs -> q:data
      s:inputs -> r:data
      q:True -> a
      q:False -> b
      s:inputs -> a:message
      s:inputs -> b:message
      r:True -> c
      r:False -> d
      a:response -> c:message
      a:response -> d:message
      c:response -> j:message
      d:response -> j:message
      j:response -> k:message
      b:response -> k:message
      k:response -> e:value
      `,
    )
    expect(pathOf(flowOf(workflow))).toEqual([
      ...['a -> r', 'b -> r', 'c -> j', 'd -> j', 'j -> k', 'k -> e'],
      ...['q -True-> a', 'q -default-> b', 'r -True-> c', 'r -default-> d', 's -> q'],
    ])
  })

  test('is deterministic', () => {
    expect(JSON.stringify(writeSimpleFlow(flowOf(chat())))).toBe(JSON.stringify(writeSimpleFlow(flowOf(chat()))))
  })
})

describe('native nodes in a flow', () => {
  test('a chat becomes messages and a model; notes are skipped', () => {
    const flow = flowOf(chat())
    expect(flow.nodes.map((node) => node.kind)).toEqual(['start', 'input_message', 'llm', 'output_message', 'end'])
    expect(pathOf(flow)).toEqual(['ask -> model', 'model -> tell', 'start -> ask', 'tell -> done'])
    expect(validateFlow(flow).errors).toEqual([])
    // The API key is referenced, which the first version does not support.
    expect(writeOfficial(flow).agentspec_version).toBe('25.4.2')
  })

  test('nodes at the tool port of an agent become its tools', () => {
    const workflow = drawnWorkflow(
      {
        s: 'start',
        c: 'chat_input',
        sum: 'calculator',
        bot: ['simple_agent', { model: 'm', approveTools: true }],
        e: 'end',
      },
      's -> c\nc:message -> bot:message\nsum:tool -> bot:tool\nbot:response -> e:value',
    )
    const flow = flowOf(workflow)
    const bot = flow.nodes.find((node) => node.kind === 'agent')
    expect(bot?.agent).toMatchObject({
      kind: 'agent',
      tools: [{ kind: 'server', name: 'calculator', requiresConfirmation: true }],
    })
    expect(
      validateFlow(flow, { tool: (name) => (name === 'calculator' ? { inputs: [], outputs: [] } : undefined) }).errors,
    ).toEqual([])
    expect(content(toWorkflow({ flow }, catalogue).workflow)).toEqual(content(workflow))
  })

  test('a tool of an agent keeps its settings hidden from the model', () => {
    const source = 'return data * 2'
    const workflow = drawnWorkflow(
      { s: 'start', c: ['code', { source }], bot: ['simple_agent', { model: 'm' }], e: 'end' },
      's:inputs -> bot:message\nc:tool -> bot:tool\nbot:response -> e:value',
    )
    const bot = flowOf(workflow).nodes.find((node) => node.kind === 'agent')
    const tools = bot?.agent.kind === 'agent' ? bot.agent.tools : []
    expect(tools).toMatchObject([{ name: 'code', metadata: { 'millrace:settings': { source } } }])
    expect(JSON.stringify(tools?.map((tool) => ('inputs' in tool ? tool.inputs : [])))).not.toContain('source')
  })

  test('secrets are never exported', () => {
    const workflow = drawnWorkflow(
      {
        s: 'start',
        call: [
          'http_request',
          {
            url: 'https://joe:pw123456@api.test/x?page=2&api_key=qk-987&sig={{sig}}',
            auth: 'bearer',
            token: 'tok-123456789',
            headers: { Authorization: 'Bearer abcdef-1234', Accept: 'text/plain' },
          },
        ],
        model: ['chat_model', CHAT],
        e: 'end',
      },
      's -> call\ncall:body -> model:message\nmodel:response -> e:value',
    )
    const made = toFlow({ ...workflow, config: { password: 'hunter2', other: 1 } }, catalogue)
    if (made.errors !== undefined) throw new Error(made.errors.join())
    for (const written of [writeOfficial(made.flow), writeSimpleFlow(made.flow)]) {
      const text = JSON.stringify(written)
      for (const secret of ['sk-very', 'tok-123', 'abcdef-1234', 'pw123456', 'hunter2', 'qk-987'])
        expect(text).not.toContain(secret)
      expect(text).toContain('text/plain')
      expect(text).toContain('https://api.test/x?page=2&api_key=&sig={{sig}}')
    }
    expect(made.warnings.filter((text) => text.startsWith('Secret '))).not.toEqual([])
  })

  test('warns about config without an equivalent', () => {
    expect(toFlow(chat(), catalogue).warnings).not.toContainEqual(expect.stringContaining('temperature'))
    const workflow = drawnWorkflow(
      { s: 'start', m: ['chat_model', { model: 'm', connection: 'mine' }], e: 'end' },
      's:inputs -> m:message\nm:response -> e:value',
    )
    expect(toFlow(workflow, catalogue).warnings).toContain('`m`: config `connection` has no Agent Spec equivalent')
  })

  test('braces of a prompt are literal text and are restored', () => {
    const prompt = 'Write {{name}} and {{{ other }}} as they are, {{open_braces}} too.'
    const drawnWith = (type: string) =>
      drawnWorkflow(
        { s: 'start', m: [type, { provider: 'openai', model: 'm', systemPrompt: prompt }], e: 'end' },
        's:inputs -> m:message\nm:response -> e:value',
      )
    for (const type of ['chat_model', 'simple_agent']) {
      const flow = flowOf(drawnWith(type))
      expect(validateFlow(flow).errors).toEqual([])
      const node = flow.nodes[1]
      const template =
        node?.kind === 'llm'
          ? node.systemPrompt
          : node?.kind === 'agent' && 'systemPrompt' in node.agent
            ? node.agent.systemPrompt
            : ''
      const defaults = Object.fromEntries(
        (node?.inputs ?? []).map(({ title, default: value }) => [title, value ?? 'M']),
      )
      expect(renderTemplate(String(template), defaults)).toBe(type === 'chat_model' ? prompt : `${prompt}\n\nM`)
      for (const document of [writeOfficial(flow), writeSimpleFlow(flow)]) {
        const spec = readAgentSpec(JSON.stringify(document))
        if (spec.errors !== undefined) throw new Error(spec.errors.join())
        expect(content(toWorkflow(spec, catalogue).workflow)).toEqual(content(drawnWith(type)))
      }
    }
  })

  test('the declared version is raised to the required one', () => {
    const spec = readAgentSpec({
      component_type: 'flow',
      name: 'old',
      start_node: 's',
      nodes: [
        { component_type: 'start_node', name: 's' },
        {
          component_type: 'llm_node',
          name: 'm',
          prompt_template: 'Hello',
          llm_config: { name: 'any', model_id: 'x', provider: 'mistral' },
        },
        { component_type: 'end_node', name: 'e' },
      ],
      control_flow_connections: [
        { name: '1', from_node: 's', to_node: 'm' },
        { name: '2', from_node: 'm', to_node: 'e' },
      ],
      data_flow_connections: [],
      metadata: { 'agentspec:version': '25.4.1' },
    })
    if (spec.errors !== undefined) throw new Error(spec.errors.join())
    const { workflow } = toWorkflow(spec, catalogue)
    const made = toFlow(workflow, catalogue, { dialect: 'official' })
    if (made.errors !== undefined) throw new Error(made.errors.join())
    expect(writeOfficial(made.flow).agentspec_version).toBe('26.1.2')
    expect(made.warnings).toContain('Version `25.4.1` is too low: `any` needs 26.1.2')
  })

  test('an invalid title is renamed together with its edges', () => {
    const dynamicInputs = [{ name: 'my port', label: 'My', dataType: 'string' }]
    const workflow = drawnWorkflow(
      { s: 'start', c: ['code', { source: 'return 1', dynamicInputs }], e: 'end' },
      's:inputs -> c:my port\nc:result -> e:value',
    )
    const flow = flowOf(workflow)
    expect(flow.dataFlow).toContainEqual(expect.objectContaining({ destinationInput: 'my_port' }))
    expect(validateFlow(flow).errors).toEqual([])
    expect(content(toWorkflow({ flow }, catalogue).workflow)).toEqual(content(workflow))
  })
})

describe('workflow to flow to workflow', () => {
  test.each(['simple', 'official'] as const)('a workflow survives the %s dialect unchanged', (dialect) => {
    const workflow = chat()
    const flow = flowOf(workflow)
    const text = JSON.stringify(dialect === 'simple' ? writeSimpleFlow(flow) : writeOfficial(flow))
    const spec = readAgentSpec(text)
    if (spec.errors !== undefined) throw new Error(spec.errors.join())
    const back = toWorkflow(spec, catalogue)
    expect(content(back.workflow)).toEqual(content(workflow))
    expect(back.workflow.config).toEqual(workflow.config)
    expect(back.workflow.metadata).toMatchObject({ tags: ['a'], author: 'Ada', format: 'millrace' })
  })

  test('a node that was changed elsewhere is not restored', () => {
    const flow = flowOf(chat())
    const nodes = flow.nodes.map((node) =>
      node.kind === 'llm' ? { ...node, promptTemplate: 'Say {{message}}' } : node,
    )
    const { workflow, warnings } = toWorkflow({ flow: { ...flow, nodes } }, catalogue)
    const model = workflow.nodes.find((node) => node.id === 'model')
    expect(nodeTypeIdOf(model as WorkflowNode)).toBe('agentspec.llm_node')
    expect(model?.data?.config).toMatchObject({ prompt_template: 'Say {{message}}' })
    expect(warnings).toContainEqual(expect.stringContaining('`model` was changed'))
  })

  test('positions are kept', () => {
    const flow = flowOf(chat())
    expect(flow.nodes.every((node) => isObject(node.metadata?.['millrace:position']))).toBe(true)
  })
})
