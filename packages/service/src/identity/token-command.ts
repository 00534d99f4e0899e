/** `millrace token`: creates, lists and revokes API tokens of a service. */
import type { Client } from '@millrace/client'
import { ROLES, type Role } from '@millrace/model'
import type { Command, CommandContext } from '../platform/command.ts'
import { usageOf } from '../platform/command-help.ts'
import { BadSetting, readOwnArguments } from '../platform/config.ts'
import { PROJECT_FLAG, projectIdOf } from '../platform/remote-project.ts'
import { connect, REMOTE_FLAGS, REMOTE_HELP } from '../platform/remote-service.ts'

const FLAGS = { ...REMOTE_FLAGS, ...PROJECT_FLAG, role: { type: 'string' }, expires: { type: 'string' } } as const

export const tokenCommand: Command = {
  name: 'token',
  usage: ['token create NAME --role ROLE [--project PROJECT] [--expires TIME]', 'token list', 'token revoke ID'],
  summary: 'creates, lists and revokes API tokens; needs the role admin',
  help: [
    `  --role ROLE       ${ROLES.join(', ')}`,
    '  --project PROJECT the only project that it has access to, by its name or id; default: all',
    '  --expires TIME    such as 2027-01-01T00:00:00Z; default: never',
    '',
    'create prints only the secret of the token to stdout. It is shown this once.',
    '',
    ...REMOTE_HELP,
  ],
  async run(args, context) {
    const { flags, words } = readOwnArguments(args, FLAGS)
    const [action = '', subject, ...others] = words
    const isComplete = action === 'list' ? subject === undefined : subject !== undefined && others.length === 0
    if (!isComplete) throw new BadSetting(usageOf(tokenCommand))
    const name = subject ?? ''
    const act = ACTIONS.get(action)
    if (act === undefined) throw new BadSetting(usageOf(tokenCommand))
    const role = roleIn(action, flags.role)
    if (action !== 'create' && flags.project !== undefined) throw new BadSetting(usageOf(tokenCommand))
    const client = await connect(context, flags.url)
    const project = (await projectIdOf(client, flags.project)) ?? null
    await act(client, { name, role, project, expiresAt: flags.expires ?? null }, context)
    return 0
  },
}

interface Asked {
  /** The name of a new token, or the id of a known one. */
  readonly name: string
  readonly role: Role
  /** The id of the only project that it has access to. */
  readonly project: string | null
  readonly expiresAt: string | null
}

type Action = (client: Client, asked: Asked, context: CommandContext) => Promise<void>

const create: Action = async (client, body, { print, note }) => {
  const { id, token, expiresAt } = await client.createToken({ body })
  const place = body.project === null ? '' : ` in the project ${body.project}`
  note(`Token ${id} with the role ${body.role}${place}, expires: ${expiresAt ?? 'never'}`)
  print(token)
}

const list: Action = async (client, _, { print }) => {
  const { items } = await import('@millrace/client')
  for await (const token of items(client.listTokens, { limit: PAGE })) {
    const { id, role, name, expiresAt, lastUsedAt } = token
    const times = [`expires: ${expiresAt ?? 'never'}`, `used: ${lastUsedAt ?? 'never'}`]
    print([id, role.padEnd(WIDEST_ROLE), ...times, name].join('  '))
  }
}

const revoke: Action = async (client, { name }, { note }) => {
  await client.deleteToken({ id: name })
  note(`Token ${name} was revoked.`)
}

const ACTIONS: ReadonlyMap<string, Action> = new Map(Object.entries({ create, list, revoke }))

const PAGE = 100
const WIDEST_ROLE = Math.max(...ROLES.map(({ length }) => length))

function roleIn(action: string, text: string | undefined): Role {
  if (action !== 'create') return 'viewer'
  const role = ROLES.find((one) => one === text)
  if (role === undefined) throw new BadSetting(`--role must be one of ${ROLES.join(', ')}.`)
  return role
}
