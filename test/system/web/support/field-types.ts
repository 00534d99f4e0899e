/** A node type with every kind of field, and one that provides data for it. */
const port = (id: string, type: 'input' | 'output', dataType: string, more = {}) => ({
  id,
  name: id,
  type,
  dataType,
  ...more,
})

function nodeType(id: string, name: string, more: object) {
  return {
    node_type_id: id,
    name,
    description: `${name} of a host`,
    category: 'processing',
    version: '1.0.0',
    icon: 'mdi:cog',
    color: '#0d9488',
    type: 'default',
    supportedTypes: ['default'],
    inputs: [],
    outputs: [],
    tags: [],
    formats: [],
    extensions: {},
    configSchema: { type: 'object', properties: {} },
    ...more,
  }
}

const PERSON = {
  type: 'object',
  properties: {
    name: { type: 'string', description: 'As on the letter' },
    address: { type: 'object', properties: { city: { type: 'string' } } },
  },
}

export const SOURCE = nodeType('host.source', 'Source', {
  outputs: [port('person', 'output', 'json', { schema: PERSON })],
})

export const SIMPLE = nodeType('host.simple', 'Simple', {
  configSchema: {
    type: 'object',
    required: ['word'],
    properties: {
      last: { type: 'string', title: 'Without a place' },
      word: {
        type: 'string',
        title: 'Word',
        placeholder: 'one word',
        minLength: 2,
        maxLength: 8,
        pattern: '^[a-z]+$',
        'x-display-order': 1,
      },
      lines: { type: 'string', title: 'Lines', format: 'multiline', height: '90px', 'x-display-order': 2 },
      key: { type: 'string', title: 'Key', format: 'hidden', 'x-display-order': 3 },
      size: { type: 'string', title: 'Size', enum: ['small', 'not_large'], default: 'small', 'x-display-order': 4 },
      mood: {
        type: 'string',
        title: 'Mood',
        oneOf: [
          { const: 'a', title: 'Calm', description: 'Takes its time' },
          { const: 'b', title: 'Quick', description: 'Does not' },
        ],
        'x-display-order': 5,
      },
      days: { type: 'array', title: 'Days', enum: ['mon', 'tue', 'wed'], multiple: true, 'x-display-order': 6 },
      count: { type: 'integer', title: 'Count', minimum: 2, maximum: 6, step: 2, default: 4, 'x-display-order': 7 },
      share: {
        type: 'number',
        title: 'Share',
        format: 'range',
        minimum: 0,
        maximum: 1,
        step: 0.25,
        'x-display-order': 8,
      },
      on: {
        type: 'boolean',
        title: 'Switched on',
        description: 'Whether it works',
        default: true,
        'x-display-order': 9,
      },
      fixed: { type: 'string', title: 'Fixed', default: 'as it is', readOnly: true, 'x-display-order': 10 },
      mail: { type: 'string', title: 'Mail', format: 'email', 'x-display-order': 11 },
      day: { type: 'string', title: 'Day', format: 'date', 'x-display-order': 12 },
      link: {
        type: 'string',
        title: 'Link',
        format: 'uri',
        placeholderExample: 'https://example.com',
        'x-display-order': 13,
      },
      whatever: { title: 'Whatever', 'x-display-order': 14 },
    },
  },
})

export const NESTED = nodeType('host.nested', 'Nested', {
  configSchema: {
    type: 'object',
    properties: {
      tags: { type: 'array', title: 'Tags', items: { type: 'string' }, minItems: 1, maxItems: 3, default: ['a'] },
      rows: {
        type: 'array',
        title: 'Rows',
        items: {
          type: 'object',
          properties: {
            name: { type: 'string', title: 'Row name' },
            size: { type: 'integer', title: 'Row size', default: 1 },
          },
        },
      },
      grid: { type: 'array', title: 'Grid', items: { type: 'array', items: { type: 'number' } } },
      place: {
        type: 'object',
        title: 'Place',
        properties: {
          city: { type: 'string', title: 'City' },
          spot: { type: 'object', title: 'Spot', properties: { floor: { type: 'integer', title: 'Floor' } } },
        },
      },
      sealed: {
        type: 'object',
        title: 'Sealed',
        readOnly: true,
        properties: { inside: { type: 'string', title: 'Inside', default: 'kept' } },
      },
    },
  },
})

export const SUGGESTED = nodeType('host.suggested', 'Suggested', {
  configSchema: {
    type: 'object',
    properties: {
      country: { type: 'string', title: 'Country' },
      city: {
        type: 'string',
        title: 'City',
        autocomplete: {
          url: '/host/cities',
          queryParam: 'text',
          minChars: 2,
          debounceMs: 20,
          labelField: 'name',
          valueField: 'code',
          allowFreeText: false,
          params: { land: 'country' },
        },
      },
      people: {
        type: 'array',
        title: 'People',
        autocomplete: { url: '/host/people', debounceMs: 20, fetchOnFocus: true, multiple: true, allowFreeText: true },
      },
    },
  },
})

export const WRITTEN = nodeType('host.written', 'Written', {
  inputs: [port('data', 'input', 'json')],
  configSchema: {
    type: 'object',
    properties: {
      letter: {
        type: 'string',
        title: 'Letter',
        format: 'template',
        variables: { ports: ['data'], showHints: true, includePortName: false },
      },
      prefixed: {
        type: 'string',
        title: 'Prefixed',
        format: 'template',
        variables: { ports: ['data'], showHints: true, includePortName: true },
      },
      script: {
        type: 'string',
        title: 'Script',
        format: 'code',
        autoFormat: true,
        height: '120px',
        showStatusBar: true,
      },
      page: { type: 'string', title: 'Page', format: 'html' },
      shape: { type: 'object', title: 'Shape', format: 'json', autoFormat: true, darkTheme: true },
      raw: { type: 'string', title: 'Raw', format: 'json' },
      note: { type: 'string', title: 'Note', format: 'markdown', showToolbar: true, spellChecker: true },
      plain: { type: 'string', title: 'Plain', format: 'markdown', showToolbar: false },
    },
  },
})

export const FIELD_TYPES = [SOURCE, SIMPLE, NESTED, SUGGESTED, WRITTEN]

const node = (id: string, type: string, x: number) => ({
  id,
  type,
  position: { x, y: 60 },
  data: { label: id, config: {}, metadata: { node_type_id: type } },
})

export const FIELDS_WORKFLOW = {
  name: 'Fields',
  nodes: [
    node('source', 'host.source', 0),
    node('simple', 'host.simple', 300),
    node('nested', 'host.nested', 600),
    node('suggested', 'host.suggested', 900),
    node('written', 'host.written', 1200),
  ],
  edges: [
    {
      id: 'e',
      source: 'source',
      target: 'written',
      sourceHandle: 'source-output-person',
      targetHandle: 'written-input-data',
    },
  ],
}
