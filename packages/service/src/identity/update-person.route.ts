import { AccountParams, PersonChange, PersonRecord, Problem } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { examplePerson, listedPerson, personRecord } from './person-record.ts'
import type { IdentityServices } from './services.ts'

/** Changes name or role of a local account, or disables an account. */
export default defineRoute({
  operation: 'updatePerson',
  method: 'PATCH',
  path: '/people/:id',
  access: 'admin',
  audit: 'person.changed',
  summary: 'Change or disable a person',
  description:
    'Name and role can be changed for local accounts; those of a provider come from the provider. A new role and ' +
    'disabling sign the person out.',
  tags: ['People'],
  params: AccountParams,
  body: PersonChange,
  reply: envelope(PersonRecord, 'Person changed'),
  errors: ['NOT_FOUND'],
  example: {
    params: { id: examplePerson.id },
    body: { isDisabled: true },
    reply: { ...examplePerson, status: 'disabled', sessions: 0 },
  },

  async handle({ params, body, caller, note }, { accounts }: IdentityServices) {
    const { role, isDisabled } = body
    if (params.id === caller.person?.id && (isDisabled === true || role !== undefined)) {
      throw new Problem('VALIDATION_ERROR', { message: 'Another admin must change your role or disable your account.' })
    }
    note({ details: { ...(role && { role }), ...(isDisabled !== undefined && { disabled: isDisabled }) } })
    return personRecord(listedPerson(await accounts.update(params.id, body)), caller)
  },
})
