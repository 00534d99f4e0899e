import { CallerRecord } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { callerRecord, exampleCaller } from './caller-record.ts'

/** Tells a caller who they are here. */
export default defineRoute({
  operation: 'getSession',
  method: 'GET',
  path: '/auth/session',
  access: 'read',
  summary: 'Who am I?',
  tags: ['Authentication'],
  reply: envelope(CallerRecord, 'Signed in'),
  errors: [],
  example: { reply: exampleCaller },

  handle({ caller }) {
    return callerRecord(caller)
  },
})
