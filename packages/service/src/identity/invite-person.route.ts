import { InvitedPerson, PersonRequest } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import type { PlatformServices } from '../platform/services.ts'
import { passwordLink } from './password-link.ts'
import { exampleLink, examplePerson, listedPerson, personRecord } from './person-record.ts'
import type { IdentityServices } from './services.ts'

/** Creates a local account. Only this reply contains the link with which the person chooses a password. */
export default defineRoute({
  operation: 'invitePerson',
  method: 'POST',
  path: '/people',
  access: 'admin',
  audit: 'person.invited',
  hasCredential: true,
  summary: 'Invite a person',
  description:
    'Creates a local account and a link with which its owner chooses a password. The link works once, for a week; ' +
    'send it to the person yourself.',
  tags: ['People'],
  body: PersonRequest,
  reply: envelope(InvitedPerson, 'Person invited; the link is shown only once'),
  status: 201,
  errors: ['ALREADY_EXISTS'],
  example: {
    body: { email: 'ada@example.com', name: 'Ada Lovelace', role: 'editor' },
    reply: { ...examplePerson, status: 'invited', lastSeenAt: null, sessions: 0, link: exampleLink },
  },

  async handle({ body, caller, headers }, { accounts, passwords, config }: PlatformServices & IdentityServices) {
    const person = await accounts.create(body)
    const link = passwordLink(person, await passwords.createLink(person), { headers, config })
    return { ...personRecord(listedPerson(person), caller), link }
  },
})
