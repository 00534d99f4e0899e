import { CallerRecord } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { callerRecord, exampleCaller } from './caller-record.ts'

/** Returns the caller of the request. */
export default defineRoute({
  operation: 'getSession',
  method: 'GET',
  path: '/auth/session',
  access: 'read',
  hasCredential: true,
  summary: 'Get the current caller',
  tags: ['Authentication'],
  reply: envelope(CallerRecord, 'Signed in'),
  errors: [],
  example: { reply: exampleCaller },

  handle({ caller }) {
    return callerRecord(caller)
  },
})
