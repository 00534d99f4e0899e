/** The settings reference and the roles in docs/how-to/operating.md match the code. */
import { ROLES } from '@millrace/model'
import { expect, test } from 'vitest'
import { PERMISSIONS } from '../packages/service/src/platform/caller.ts'
import { helpText } from '../packages/service/src/platform/config.ts'
import { loadRoutes } from '../packages/service/src/routes.ts'
import { readPage, tableBelow, unquoted } from './markdown.ts'

const SETTING = /^ {2}(--\S+(?: \S+)?)? +(MILLRACE_\w+) +(.*?)(?: \(([^()]*)\))?$/

test('docs/reference/settings.md lists every setting as --help does', () => {
  const settings = helpText()
    .split('\n')
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
    '/auth/session',
    '/docs',
    '/health',
    '/hooks',
    '/hooks-test',
    '/livez',
    '/readyz',
    '/sign-in',
    '/system/version',
    '/web',
  ])
  const said = readPage('docs/how-to/operating.md').replace(/\s+/g, ' ')
  expect(said).toContain(
    'Every request needs a credential, except `/health`, `/livez`, `/readyz`, `/agentspec/health`, `/system/version`, ' +
      'the files of the page and of `/docs`, the sign-in and webhooks.',
  )
})

test('docs/how-to/operating.md lists the permissions of the roles', async () => {
  const rows = tableBelow(readPage('docs/how-to/operating.md'), 'Access').map((row) => row.map(unquoted))
  expect(rows.map(([role]) => role)).toEqual(ROLES)
  // Tokens, sessions, connections, the model of the assistant, registered tools and agents, backups.
  expect(await routesFor('admin')).toEqual([
    '/agentspec/agents',
    '/agentspec/tools',
    '/assistant/settings',
    '/auth/sessions',
    '/auth/tokens',
    '/connections',
    '/system/backup',
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

test('the log names the same command for a damaged database as docs/how-to/operating.md', () => {
  const [, command = ''] = /`sqlite3 millrace\.db ("[^"]+")`/.exec(readPage('docs/how-to/operating.md')) ?? []
  expect(command).not.toBe('')
  expect(readPage('packages/service/src/platform/storage-reports.ts')).toContain(`\`sqlite3 FILE ${command}\``)
})
