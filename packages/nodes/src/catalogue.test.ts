import { branchesOf, catalogueOf, isObject, issuesOf, type NodeType, type Schema } from '@millrace/model'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadBuiltInNodes } from './load-nodes.ts'
import { AGENT_SPEC, CHOICES, MAPPED, NATIVE, type Row } from './testing/catalogue-table.ts'

const RESERVED = new Set(['trigger', 'error'])
let types: ReadonlyMap<string, NodeType>

beforeAll(async () => {
  types = catalogueOf(await loadBuiltInNodes()).types
})

function typeOf(id: string): NodeType {
  const type = types.get(id)
  if (type === undefined) throw new Error(`unknown type ${id}`)
  return type
}

function propertiesOf(id: string): Record<string, Record<string, unknown>> {
  return typeOf(id).configSchema.properties as Record<string, Record<string, unknown>>
}

function printed(ports: NodeType['inputs'], keeps: (id: string) => boolean): string[] {
  return ports
    .filter(({ id }) => keeps(id))
    .map(({ id, dataType, required }) => `${id}:${dataType}${required ? '*' : ''}`)
}

function expectRow(row: Row, keeps: (id: string) => boolean): void {
  const type = typeOf(row.id)
  expect({ visual: type.type, category: type.category }).toEqual({ visual: row.visual, category: row.category })
  expect(printed(type.inputs, keeps)).toEqual(row.inputs)
  expect(printed(type.outputs, keeps)).toEqual(row.outputs)
  expect(Object.keys(propertiesOf(row.id))).toEqual(expect.arrayContaining(row.keys))
  expect(type.configSchema.required ?? []).toEqual(row.requiredKeys)
}

test('the catalogue has exactly the specified types and fits one page of a client', () => {
  expect([...types.keys()].sort()).toEqual([...NATIVE, ...AGENT_SPEC].map((row) => row.id).sort())
  expect(types.size).toBeLessThanOrEqual(100)
})

describe('native types', () => {
  test.each(NATIVE)('$id has the specified ports, config keys and visual types', (row) => {
    // The tool output is covered by the tool column.
    expectRow(row, (id) => !RESERVED.has(id) && !(row.isTool && id === 'tool'))
    const type = typeOf(row.id)
    expect(type.outputs.some((port) => port.id === 'tool' && port.dataType === 'tool')).toBe(
      row.isTool || row.id === 'mcp_tools',
    )
    expect(type.portDataType).toBe(row.isTool ? 'tool' : undefined)
  })

  test('all types that run have the reserved ports; notes, groups and ideas have none', () => {
    for (const { id } of NATIVE) {
      const { inputs, outputs, extensions } = typeOf(id)
      const reserved = [printed(inputs, (port) => RESERVED.has(port)), printed(outputs, (port) => RESERVED.has(port))]
      const isDrawnOnly = id === 'notes' || id === 'idea' || id === 'group'
      expect([id, ...reserved]).toEqual(
        isDrawnOnly ? [id, [], []] : [id, ['trigger:trigger'], ['trigger:trigger', 'error:json']],
      )
      expect(extensions['millrace:annotation']).toEqual(isDrawnOnly ? { enabled: true } : undefined)
    }
  })

  test('a terminal hides the trigger port that cannot be connected', () => {
    const hidden = NATIVE.flatMap(({ id }) => {
      const { inputs, outputs } = typeOf(id)
      const isHidden = (port: NodeType['inputs'][number]) => port.id === 'trigger' && port.exposedByDefault === false
      return [...(inputs.some(isHidden) ? [`${id} in`] : []), ...(outputs.some(isHidden) ? [`${id} out`] : [])]
    })
    expect(hidden.sort()).toEqual([
      'end out',
      'error_trigger in',
      'fail out',
      'schedule_trigger in',
      'start in',
      'stop out',
      'webhook_trigger in',
    ])
  })
})

describe('Agent Spec types', () => {
  test.each(AGENT_SPEC)('$id has exactly the ports of its component', (row) => {
    expectRow(row, () => true)
    const { formats, extensions } = typeOf(row.id)
    expect(formats).toEqual(['agentspec'])
    expect(extensions).toEqual({ 'agentspec:component_type': row.id.replace('agentspec.', '') })
  })
})

test('types with a secret can name a credential instead', () => {
  const isSecret = (schema: unknown) => isObject(schema) && schema.type === 'string' && schema.format === 'hidden'
  const settingsOf = (id: string) => Object.values(propertiesOf(id) ?? {})
  const withSecret = [...NATIVE, ...AGENT_SPEC].filter(({ id }) =>
    settingsOf(id).some((setting) => isSecret(setting) || isSecret(setting.additionalProperties)),
  )
  expect(withSecret.map(({ id }) => id)).toEqual(expect.arrayContaining(['mcp_tools', 'agentspec.map_node']))
  const open = withSecret.filter(({ id }) => !settingsOf(id).some((setting) => 'x-credential' in setting))
  expect(open.map(({ id }) => id)).toEqual([])
})

test('native types list the native formats, and Agent Spec if they have an equivalent', () => {
  const mapped = NATIVE.flatMap(({ id }) => {
    const component = typeOf(id).extensions['agentspec:component_type']
    expect(typeOf(id).formats).toEqual(['millrace', 'flowdrop', ...(component === undefined ? [] : ['agentspec'])])
    return component === undefined ? [] : [[id, component]]
  })
  expect(Object.fromEntries(mapped)).toEqual(MAPPED)
})

test('loop and output types are marked for the workflow compiler', () => {
  const said = [...types.values()].flatMap(({ id, extensions }) => {
    const loop = extensions['millrace:loop']
    return [...(loop ? [[id, loop]] : []), ...(extensions['millrace:output'] ? [[id, 'output']] : [])]
  })
  expect(Object.fromEntries(said)).toEqual({
    foreach: { kind: 'foreach', each: ['item', 'index', 'total', 'is_first', 'is_last'] },
    while: { kind: 'while', each: ['value', 'index'] },
    output: 'output',
  })
})

test.each(Object.entries(CHOICES))('%s offers the specified values', (place, values) => {
  const [id = '', key = ''] = place.split('/')
  expect(new Set(propertiesOf(id)[key]?.enum as string[])).toEqual(new Set(values.split(' ')))
})

test('limits and defaults match the specification', () => {
  expect(propertiesOf('foreach').maxIterations).toMatchObject({ default: 1000, minimum: 1, maximum: 100_000 })
  expect(propertiesOf('foreach').concurrency).toMatchObject({ default: 1, minimum: 1, maximum: 100 })
  expect(propertiesOf('simple_agent').maxTurns).toMatchObject({ default: 10, minimum: 1 })
  expect(propertiesOf('agentspec.agent_node').max_turns).toMatchObject({ default: 10, minimum: 1 })
  expect(propertiesOf('agentspec.map_node').input_collection).toMatchObject({ default: 'collection' })
  expect(propertiesOf('agentspec.map_node').output_collection).toMatchObject({ default: 'results' })
  expect(propertiesOf('start').variant).toMatchObject({ default: 'start' })
})

test('gateways have default branches, and only two types allow editing them', () => {
  const branches = Object.fromEntries(
    [...types.values()]
      .filter((type) => type.type === 'gateway')
      .map((type) => [type.id, branchesOf(type, {}).map(({ name, value }) => [name, value])]),
  )
  expect(branches).toEqual({
    if_else: [
      ['True', true],
      ['False', false],
    ],
    switch: [
      ['case_1', 'option1'],
      ['case_2', 'option2'],
      ['default', undefined],
    ],
    confirmation: [
      ['confirmed', true],
      ['declined', false],
    ],
    review: [
      ['all_accepted', true],
      ['changed', false],
    ],
    'agentspec.branching_node': [
      ['branch_1', undefined],
      ['default', undefined],
    ],
  })
  const edited = Object.keys(branches).filter((id) => propertiesOf(id).branches?.format !== 'hidden')
  expect(edited.sort()).toEqual(['agentspec.branching_node', 'switch'])
})

/** Paths of string fields with a format, at any depth. */
function fieldsOf(format: string): string[] {
  const found: string[] = []
  const visit = (schema: unknown, place: string): void => {
    if (!isObject(schema)) return
    if (schema.format === format && schema.type === 'string') found.push(place)
    visit(schema.items, `${place}[]`)
    for (const [key, inner] of Object.entries(isObject(schema.properties) ? schema.properties : {})) {
      visit(inner, `${place}/${key}`)
    }
  }
  for (const type of types.values()) visit(type.configSchema, type.id)
  return found.sort()
}

test('exactly the fields with secrets are marked as hidden', () => {
  expect(fieldsOf('hidden')).toEqual([
    'agentspec.agent_node/api_key',
    'agentspec.llm_node/api_key',
    'chat_model/apiKey',
    'embeddings/apiKey',
    'http_request/token',
    'information_extractor/apiKey',
    'mcp_tools/headers',
    'simple_agent/apiKey',
    'sql_query/connection',
    'summarizer/apiKey',
    'text_classifier/apiKey',
    'vector_store/apiKey',
    'webhook_trigger/secret',
  ])
})

test('expression and template fields are marked for validation', () => {
  expect(fieldsOf('template')).toEqual(['prompt_template/template'])
  expect(fieldsOf('expression').filter((place) => !place.includes('branches'))).toEqual([
    'data_mapper/mappings[]/expression',
    'data_operations/expression',
    'if_else/expression',
    'json_transform/expression',
    'while/condition',
  ])
})

test('autocomplete fields use the specified endpoints', () => {
  const common = { queryParam: 'q', labelField: 'label', valueField: 'value', fetchOnFocus: true, allowFreeText: true }
  expect(propertiesOf('sub_workflow').workflow?.autocomplete).toEqual({
    url: '/autocomplete/workflows',
    minChars: 0,
    debounceMs: 200,
    ...common,
  })
  expect(propertiesOf('chat_model').model?.autocomplete).toMatchObject({
    url: '/autocomplete/models',
    params: { provider: 'provider' },
    ...common,
  })
})

test('the default config of a new node is valid except for required fields', () => {
  for (const type of types.values()) {
    const required = (type.configSchema.required ?? []) as string[]
    const open = issuesOf(type.configSchema as Schema, type.config ?? {}).map(
      ({ path, message }) => `${path} ${message}`,
    )
    expect([type.id, open]).toEqual([type.id, required.map((key) => `/${key} is required`)])
  }
})

test('an independent validator accepts every config schema and its defaults', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  for (const type of types.values()) {
    const { required: _, ...schema } = type.configSchema
    expect([type.id, ajv.compile(schema)(type.config ?? {})]).toEqual([type.id, true])
  }
})

test('every type and field has a title and a description', () => {
  const names = [...types.values()].map((type) => type.name)
  expect(new Set(names).size).toBe(names.length)
  for (const type of types.values()) {
    expect(type.description).toMatch(/^\p{Lu}.*\.$/su)
    expect(type.icon).toMatch(/^mdi:[a-z-]+$/)
    for (const [key, property] of Object.entries(propertiesOf(type.id))) {
      expect([type.id, key, property.title]).toEqual([type.id, key, expect.any(String)])
    }
  }
})
