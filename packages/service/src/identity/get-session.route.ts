import { CallerRecord } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { callerRecord, exampleCaller } from './caller-record.ts'

/** Returns the caller of the request. */
export default defineRoute({
  operation: 'getSession',
  method: 'GET',
  path: '/auth/session',
  access: 'read',
  scope: 'shared',
  hasCredential: true,
  summary: 'Get the current caller',
  description: 'Name, role and permissions of the caller, and when the credential expires.',
  tags: ['Authentication'],
  reply: envelope(CallerRecord, 'Signed in'),
  errors: [],
  example: { reply: exampleCaller },

  handle({ caller }) {
    return callerRecord(caller)
  },
})
