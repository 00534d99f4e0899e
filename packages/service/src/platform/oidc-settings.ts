/** The settings of an OpenID Connect provider; `settings.ts` adds them to its table. */
import { readFileSync } from 'node:fs'
import { PERSON_ROLES, type PersonRole } from '@millrace/model'
import * as parse from './setting-values.ts'

export const OIDC_SETTINGS = {
  oidcIssuer: {
    argument: 'URL',
    description: 'let people sign in at this OpenID Connect provider; needs --public-url and --oidc-client-id',
    parse: parse.keysUrl,
  },
  oidcClientId: { argument: 'ID', description: 'id of this service at the provider', parse: parse.nonEmpty },
  oidcClientSecret: {
    description: 'secret of this service at the provider; default: a public client',
    parse: parse.nonEmpty,
  },
  oidcClientSecretFile: {
    argument: 'FILE',
    description: 'file with the secret of this service at the provider',
    parse: secretIn,
  },
  oidcScopes: {
    argument: 'TEXT',
    default: 'openid profile email',
    description: 'scopes that are requested from the provider',
    parse: parse.nonEmpty,
  },
  oidcRoleClaim: {
    argument: 'NAME',
    default: 'groups',
    description: 'claim with the groups or roles of a person; may be a path such as realm_access.roles',
    parse: parse.nonEmpty,
  },
  oidcRoleMap: {
    argument: 'LIST',
    default: '',
    description: 'role of each group, such as flow-admins=admin,staff=operator; default: groups are named like roles',
    parse: roleMap,
  },
  oidcDefaultRole: {
    argument: 'ROLE',
    default: 'none',
    description:
      'role of people without a group of the map; member: only their projects; none refuses them without one',
    parse: parse.oneOf(['none', ...PERSON_ROLES]),
  },
  oidcName: {
    argument: 'NAME',
    default: 'single sign-on',
    description: 'name of the provider on the sign-in page',
    parse: parse.nonEmpty,
  },
  oidcSessionHours: {
    argument: 'HOURS',
    default: '12',
    description: 'hours after which people go through the provider again and get their current role',
    parse: parse.count(1, 168),
  },
} as const

/** The message names the file; never its content. */
function secretIn(file: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new Error(`cannot be read: ${file} (${(error as NodeJS.ErrnoException).code})`)
  }
  if (text === '') throw new Error(`is empty: ${file}`)
  return text
}

function roleMap(text: string): ReadonlyMap<string, PersonRole> {
  return new Map(
    parse.list(text).map((entry) => {
      const cut = entry.lastIndexOf('=')
      const role = PERSON_ROLES.find((one) => one === entry.slice(cut + 1).trim())
      const group = entry.slice(0, Math.max(cut, 0)).trim()
      if (group === '' || role === undefined)
        throw new Error(`must list GROUP=ROLE, with a known role (got "${entry}")`)
      return [group, role] as const
    }),
  )
}
