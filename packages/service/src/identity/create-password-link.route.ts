import { AccountParams, PasswordLink } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import type { PlatformServices } from '../platform/services.ts'
import { passwordLink } from './password-link.ts'
import { exampleLink, examplePerson } from './person-record.ts'
import type { IdentityServices } from './services.ts'

/** Creates a link with which a person chooses a new password. Only this reply contains it. */
export default defineRoute({
  operation: 'createPasswordLink',
  method: 'POST',
  path: '/people/:id/password-link',
  access: 'admin',
  audit: 'person.link_created',
  hasCredential: true,
  summary: 'Create a link to choose a password',
  description:
    'Works once, for 24 hours; for a person who has not chosen a password yet, for a week. Earlier links of the ' +
    'person become invalid; the current password stays valid until a new one is chosen.',
  tags: ['People'],
  params: AccountParams,
  reply: envelope(PasswordLink, 'Link created; it is shown only once'),
  status: 201,
  errors: ['NOT_FOUND'],
  example: { params: { id: examplePerson.id }, reply: exampleLink },

  async handle({ params, headers, note }, { accounts, passwords, config }: PlatformServices & IdentityServices) {
    const person = await accounts.get(params.id)
    note({ subject: { name: person.name } })
    return passwordLink(person, await passwords.createLink(person), { headers, config })
  },
})
