import { PageQuery, PersonRecord } from '@millrace/model'
import { defineRoute, envelopeList } from '../http/define-route.ts'
import { pageAnswer } from '../http/paged-list.ts'
import { examplePerson, personRecord } from './person-record.ts'
import type { IdentityServices } from './services.ts'

/** Lists people with an account by name, then browsers that signed in with a token. */
export default defineRoute({
  operation: 'listPeople',
  method: 'GET',
  path: '/people',
  access: 'admin',
  summary: 'List people',
  description: 'People with an account, by name; then callers without one who are signed in with a token or a link.',
  tags: ['People'],
  query: PageQuery,
  reply: envelopeList(PersonRecord, 'People found'),
  errors: [],
  example: { reply: [examplePerson] },

  async handle({ query, caller }, { accounts }: IdentityServices) {
    return pageAnswer(await accounts.list(query), query, (person) => personRecord(person, caller))
  },
})
