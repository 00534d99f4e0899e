/** `millrace user`: invites, lists and disables people with an account at a service. */
import type { Client, Person } from '@millrace/client'
import { ROLES, type Role } from '@millrace/model'
import type { Command, CommandContext } from '../platform/command.ts'
import { usageOf } from '../platform/command-help.ts'
import { BadSetting, readOwnArguments } from '../platform/config.ts'
import { connect, REMOTE_FLAGS, REMOTE_HELP } from '../platform/remote-service.ts'

const FLAGS = { ...REMOTE_FLAGS, role: { type: 'string' }, name: { type: 'string' } } as const

export const userCommand: Command = {
  name: 'user',
  usage: [
    'user add EMAIL --role ROLE [--name NAME]',
    'user list',
    'user disable EMAIL',
    'user enable EMAIL',
    'user reset-link EMAIL',
  ],
  summary: 'invites, lists and disables people, and creates links to choose a password; needs the role admin',
  help: [
    `  --role ROLE       ${ROLES.join(', ')}`,
    '  --name NAME       shown to others; default: the e-mail address',
    '',
    'add and reset-link print only a one-time link to stdout. Send it to the person, who chooses a password with it.',
    'disable, enable and reset-link also accept the id of a person.',
    '',
    ...REMOTE_HELP,
  ],
  async run(args, context) {
    const { flags, words } = readOwnArguments(args, FLAGS)
    const [action = '', who, ...others] = words
    const act = ACTIONS.get(action)
    const isComplete = action === 'list' ? who === undefined : who !== undefined && others.length === 0
    if (act === undefined || !isComplete) throw new BadSetting(usageOf(userCommand))
    const asked = { who: who ?? '', name: flags.name ?? who ?? '', role: roleIn(action, flags.role) }
    await act(await connect(context, flags.url), asked, context)
    return 0
  },
}

interface Asked {
  /** The e-mail address, or the id of a known person. */
  readonly who: string
  readonly name: string
  readonly role: Role
}

type Action = (client: Client, asked: Asked, context: CommandContext) => Promise<void>

const add: Action = async (client, { who: email, name, role }, { print, note }) => {
  const { link } = await client.invitePerson({ body: { email, name, role } })
  note(`${email} was invited with the role ${role}. The link works once, until ${link.expiresAt}:`)
  print(link.url)
}

const list: Action = async (client, _, { print }) => {
  for await (const person of people(client)) {
    const { id, role, source, status, email, name, lastSeenAt } = person
    const columns = [id, role.padEnd(WIDEST_ROLE), source.padEnd(WIDEST_SOURCE), status.padEnd(WIDEST_STATUS)]
    print([...columns, `seen: ${lastSeenAt ?? 'never'}`, ...(email === null ? [] : [email]), name].join('  '))
  }
}

const disable: Action = async (client, { who }, { note }) => {
  await client.updatePerson({ id: await idOf(client, who), body: { isDisabled: true } })
  note(`${who} was disabled and signed out.`)
}

const enable: Action = async (client, { who }, { note }) => {
  await client.updatePerson({ id: await idOf(client, who), body: { isDisabled: false } })
  note(`${who} was enabled.`)
}

const resetLink: Action = async (client, { who }, { print, note }) => {
  const { url, expiresAt } = await client.createPasswordLink({ id: await idOf(client, who) })
  note(`The link works once, until ${expiresAt}:`)
  print(url)
}

const ACTIONS: ReadonlyMap<string, Action> = new Map<string, Action>([
  ['add', add],
  ['list', list],
  ['disable', disable],
  ['enable', enable],
  ['reset-link', resetLink],
])

const PAGE = 100
const WIDEST_ROLE = Math.max(...ROLES.map(({ length }) => length))
const WIDEST_SOURCE = 'local'.length
const WIDEST_STATUS = 'disabled'.length

async function* people(client: Client): AsyncGenerator<Person> {
  const { items } = await import('@millrace/client')
  yield* items(client.listPeople, { limit: PAGE })
}

async function idOf(client: Client, who: string): Promise<string> {
  const wanted = who.trim().toLowerCase()
  const found: string[] = []
  for await (const { id, email, source } of people(client)) {
    if (source !== 'token' && (id === wanted || email?.toLowerCase() === wanted)) found.push(id)
  }
  const [only] = found
  if (only === undefined) throw new BadSetting(`There is no account "${who}". "millrace user list" shows all of them.`)
  // A person may have a local account and one of a provider.
  if (found.length > 1) throw new BadSetting(`"${who}" has several accounts; name one by its id: ${found.join(', ')}.`)
  return only
}

function roleIn(action: string, text: string | undefined): Role {
  if (action !== 'add') return 'viewer'
  const role = ROLES.find((one) => one === text)
  if (role === undefined) throw new BadSetting(`--role must be one of ${ROLES.join(', ')}.`)
  return role
}
