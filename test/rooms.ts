import type { FolderTable } from './import-graph.ts'

/** Which room may import which. The map in docs/contributing/architecture.md is held against this table. */
export const MAY_IMPORT: Record<string, readonly string[]> = {
  model: [],
  agentspec: ['model'],
  nodes: ['model', 'agentspec'],
  engine: ['model'],
  store: ['model', 'engine'],
  cluster: ['model', 'engine', 'store'],
  service: ['model', 'agentspec', 'nodes', 'engine', 'store', 'cluster', 'client'],
  client: [],
  'node-sdk': ['model', 'nodes'],
  web: ['model', 'agentspec', 'client'],
}

/** Files of the model that have a name of their own: the thread of the SQLite store starts without the rest of it. */
export const SIDE_DOORS: ReadonlySet<string> = new Set([
  '@millrace/model/statuses',
  '@millrace/model/listing',
  '@millrace/model/default-project',
])

/** Inside `web`: which folder may import which. `''` are the entry files beside the folders. */
export const INSIDE_WEB: FolderTable = {
  graph: [],
  i18n: [],
  api: ['i18n'],
  ui: ['i18n', 'api'],
  navigation: ['api'],
  canvas: ['graph', 'i18n', 'ui'],
  data: ['graph', 'i18n', 'api', 'ui'],
  projects: ['i18n', 'api', 'ui'],
  credentials: ['i18n', 'api', 'ui', 'projects'],
  forms: ['i18n', 'api', 'ui', 'data', 'credentials'],
  questions: ['i18n', 'api', 'ui', 'forms'],
  editor: ['graph', 'i18n', 'api', 'ui', 'canvas', 'data', 'forms'],
  viewer: ['graph', 'i18n', 'api', 'ui', 'canvas', 'data', 'questions'],
  versions: ['graph', 'i18n', 'api', 'ui', 'editor'],
  palette: ['graph', 'i18n', 'navigation', 'ui', 'editor'],
  assistant: ['graph', 'i18n', 'api', 'ui', 'editor'],
  inbox: ['i18n', 'api', 'ui', 'navigation', 'questions'],
  playground: ['i18n', 'api', 'ui', 'navigation', 'forms', 'questions', 'editor'],
  triggers: ['i18n', 'ui', 'editor'],
  executions: ['graph', 'i18n', 'api', 'ui', 'navigation', 'data', 'projects', 'forms', 'editor', 'viewer', 'triggers'],
  home: ['i18n', 'api', 'ui', 'navigation', 'projects', 'viewer'],
  settings: ['i18n', 'api', 'ui', 'navigation', 'projects', 'credentials'],
  mount: [
    'i18n',
    'api',
    'ui',
    'editor',
    'viewer',
    'versions',
    'assistant',
    'playground',
    'executions',
    'triggers',
    'palette',
  ],
  page: [
    '',
    'i18n',
    'api',
    'ui',
    'navigation',
    'mount',
    'editor',
    'home',
    'executions',
    'inbox',
    'playground',
    'settings',
  ],
  '': ['i18n', 'api', 'viewer', 'mount'],
}

const FOUNDATION = ['platform', 'http']

/**
 * Inside `service`: which capability may import which, lowest first. `''` are the files beside the folders, which put
 * the capabilities together.
 */
export const INSIDE_SERVICE: FolderTable = {
  platform: [],
  effects: ['platform'],
  http: ['platform'],
  metrics: FOUNDATION,
  traces: FOUNDATION,
  identity: [...FOUNDATION, 'effects'],
  catalogue: FOUNDATION,
  models: [...FOUNDATION, 'effects', 'catalogue'],
  credentials: [...FOUNDATION, 'effects'],
  workflows: [...FOUNDATION, 'catalogue'],
  executions: [...FOUNDATION, 'effects', 'workflows'],
  playground: [...FOUNDATION, 'workflows', 'executions'],
  people: [...FOUNDATION, 'workflows', 'executions', 'playground'],
  triggers: [...FOUNDATION, 'workflows', 'executions'],
  usage: [...FOUNDATION, 'effects'],
  notifications: [...FOUNDATION, 'effects', 'workflows', 'executions'],
  agentspec: [...FOUNDATION, 'effects', 'catalogue', 'workflows', 'executions'],
  mcp: [...FOUNDATION, 'workflows', 'executions', 'playground', 'people', 'triggers'],
  assistant: [...FOUNDATION, 'effects', 'catalogue', 'workflows', 'executions', 'models'],
  system: FOUNDATION,
  '': [
    ...FOUNDATION,
    'metrics',
    'traces',
    'effects',
    'identity',
    'catalogue',
    'models',
    'credentials',
    'workflows',
    'executions',
    'playground',
    'people',
    'triggers',
    'usage',
    'notifications',
    'agentspec',
    'assistant',
    'system',
    'mcp',
  ],
}
