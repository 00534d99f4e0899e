/** The settings reference and the roles in docs/how-to/operating.md match the code. */
import { ROLES } from '@millrace/model'
import { expect, test } from 'vitest'
import { PERMISSIONS } from '../packages/service/src/platform/caller.ts'
import { readConfig, settingRows } from '../packages/service/src/platform/config.ts'
import { loadRoutes } from '../packages/service/src/routes.ts'
import { readPage, tableBelow, unquoted } from './markdown.ts'

const SETTING = /^ {2}(--\S+(?: \S+)?)? +(MILLRACE_\w+) +(.*?)(?: \(([^()]*)\))?$/

test('docs/reference/settings.md lists every setting as --help does', () => {
  const settings = settingRows()
    .map((line) => SETTING.exec(line))
    .filter((match) => match !== null)
    .map(([, flag = '–', twin, says, fallback = '–']) => [flag, twin, fallback, says])
  expect(settings.length).toBeGreaterThan(20)
  const rows = tableBelow(readPage('docs/reference/settings.md'), 'All settings')
  expect(
    rows.map(([flag, twin, fallback, says]) => [...[flag, twin, fallback].map((one) => unquoted(one!)), says]),
  ).toEqual(settings)
})

/** The routes of a permission, as `method path` up to the first parameter. */
async function routesFor(permission: string): Promise<string[]> {
  const routes = (await loadRoutes()).filter(({ route }) => route.access === permission)
  return [...new Set(routes.map(({ route: { path } }) => path.replace(/\/:.*$/, '')))].sort()
}

test('docs/how-to/operating.md names everything that is open to callers without a credential', async () => {
  expect(await routesFor('open')).toEqual([
    '/',
    '/agentspec/health',
    '/auth/methods',
    '/auth/password-choice',
    '/auth/session',
    '/docs',
    '/docs/guide',
    '/health',
    '/hooks',
    '/hooks-test',
    '/livez',
    '/nodes',
    '/oauth2/callback',
    '/readyz',
    '/sign-in',
    '/sign-in/oidc',
    '/sign-in/oidc/callback',
    '/system/version',
    '/web',
  ])
  const said = readPage('docs/how-to/operating.md').replace(/\s+/g, ' ')
  expect(said).toContain(
    'Every request needs a credential, except `/health`, `/livez`, `/readyz`, `/agentspec/health`, `/system/version`, ' +
      'the files of the page and of `/docs`, icons of custom nodes, the sign-in, the redirect URI of credentials and webhooks.',
  )
})

test('docs/how-to/operating.md lists the permissions of the roles', async () => {
  const rows = tableBelow(readPage('docs/how-to/operating.md'), 'Access').map((row) => row.map(unquoted))
  expect(rows.map(([role]) => role)).toEqual(ROLES)
  // Tokens, sessions, people, connections, credentials, the model of the assistant, registered tools and agents, the audit log, projects and moves between them, backups, the secret key, usage and budgets.
  expect(await routesFor('admin')).toEqual([
    '/agentspec/agents',
    '/agentspec/tools',
    '/assistant/settings',
    '/audit',
    '/audit/export',
    '/auth/sessions',
    '/auth/tokens',
    '/connections',
    '/credentials',
    '/credentials/oauth2/redirect-uri',
    '/error-workflow',
    '/people',
    '/projects',
    '/subscriptions',
    '/system/backup',
    '/system/key-rotation',
    '/system/resume',
    '/usage',
    '/usage/budgets',
    '/usage/export',
    '/usage/prices',
    '/workflows',
  ])
  // Workflows, test calls of their webhooks, and the assistant at `/workflows/:id/chat`.
  expect(await routesFor('write')).toEqual([
    '/hooks-test-calls',
    '/workflows',
    '/workflows/import',
    '/workflows/import/agentspec',
  ])
  expect(PERMISSIONS).toEqual({
    viewer: ['read'],
    operator: ['read', 'run'],
    editor: ['read', 'run', 'write'],
    admin: ['read', 'run', 'write', 'admin'],
  })
})

/** The operations of each permission that change something; those of admins are all others. */
const CHANGING = {
  // Sign-in, and webhooks, which have secrets of their own.
  open: [
    ...['callHookDelete', 'callHookPatch', 'callHookPost', 'callHookPut', 'callTestHookDelete', 'callTestHookPatch'],
    ...['callTestHookPost', 'callTestHookPut', 'choosePassword', 'createSession'],
  ],
  // Their own password, sessions and tickets, and checks that store nothing. Tools of MCP check their permission themselves.
  read: [
    ...['changePassword', 'createTicket', 'deleteSession', 'postMcp', 'previewExpression', 'signOut'],
    ...['validateAgentSpecFlow', 'validateWorkflow'],
  ],
  run: [
    ...['cancelAgentSpecExecution', 'cancelExecution', 'cancelInterrupt', 'createPipeline', 'createPlaygroundSession'],
    ...['deletePlaygroundSession', 'execute', 'executeAgentSpecFlow', 'executeWorkflow', 'pausePipeline'],
    ...['renamePlaygroundSession', 'rerunPipeline', 'resetPlaygroundSession', 'resolveInterrupt', 'resumePipeline'],
    ...['sendPlaygroundMessage', 'sendPlaygroundTurn', 'startPipeline', 'stopPlaygroundSession'],
  ],
  write: [
    ...['clearChat', 'createWorkflow', 'deleteWorkflow', 'deleteWorkflowDraft', 'importAgentSpec', 'importWorkflow'],
    ...['listenForCall', 'publishWorkflow', 'putWorkflowDraft', 'restoreWorkflowVersion', 'sendChatMessage'],
    'updateWorkflow',
  ],
}

/** The operations that only read, and need more than the role of a viewer. */
const READING = {
  admin: [
    ...['exportAudit', 'exportUsage', 'getAssistantSettings', 'getConnection', 'getCredential', 'getKeyRotation'],
    ...['getRedirectUri', 'getSubscription', 'listAudit', 'listBudgets', 'listConnections', 'listCredentialWorkflows'],
    ...['listCredentials', 'listDeliveries', 'listModelPrices', 'listPeople', 'listProjectMembers', 'listSessions'],
    ...['listSubscriptions', 'listTokens', 'listUsage'],
  ],
  run: [],
  write: ['getWorkflowDraft'],
}

test('every operation needs the role that docs/how-to/operating.md gives it to', async () => {
  const routes = (await loadRoutes()).map(({ route }) => route)
  const operations = (permission: string, isReading: boolean) =>
    routes
      .filter(({ access, method }) => access === permission && (method === 'GET') === isReading)
      .map(({ operation }) => operation)
      .sort()
  const found = (permissions: object, isReading: boolean) =>
    Object.fromEntries(Object.keys(permissions).map((permission) => [permission, operations(permission, isReading)]))
  expect(found(CHANGING, false)).toEqual(CHANGING)
  expect(found(READING, true)).toEqual(READING)
})

test('the log names the same command for a damaged database as docs/how-to/operating.md', () => {
  const [, command = ''] = /`sqlite3 millrace\.db ("[^"]+")`/.exec(readPage('docs/how-to/operating.md')) ?? []
  expect(command).not.toBe('')
  expect(readPage('packages/service/src/platform/storage-reports.ts')).toContain(`\`sqlite3 FILE ${command}\``)
})

test('docs/how-to/operating.md names the defaults that a service without settings has', () => {
  const config = readConfig([], {})
  if (config === 'help') throw new Error('--help is not supported in tests')
  const page = readPage('docs/how-to/operating.md').replace(/\s+/g, ' ')
  const named = [...page.matchAll(/`--([a-z-]+)` \((\d[\d,]*)[;)]/g)].map(([, flag = '', value = '']) => {
    const name = flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()) as keyof typeof config
    return { flag, page: Number(value.replaceAll(',', '')), service: config[name] }
  })
  expect(named.map(({ flag, service }) => ({ flag, page: service, service }))).toEqual(named)
  expect(named.map(({ flag }) => flag)).toEqual([
    'backup-every-hours',
    'backup-keep',
    'keep-executions-days',
    'keep-executions-per-workflow',
    'max-workflow-versions',
    'audit-retention-days',
  ])
})
