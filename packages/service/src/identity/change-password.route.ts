import { PasswordChange } from '@millrace/model'
import { defineRoute, done } from '../http/define-route.ts'
import type { IdentityServices } from './services.ts'

/** Changes the password of the caller, and signs out their other browsers. */
export default defineRoute({
  operation: 'changePassword',
  method: 'PUT',
  path: '/auth/password',
  access: 'read',
  scope: 'shared',
  audit: 'person.password_set',
  summary: 'Change your password',
  description: 'For people with a local account. Ends their other browser sessions.',
  tags: ['Authentication'],
  body: PasswordChange,
  maxBodyBytes: 64 * 1024,
  reply: done('Password changed'),
  errors: [],
  example: { body: { current: 'the old password', password: 'a long sentence is good' } },

  async handle({ body, caller, from, note }, { passwords }: IdentityServices) {
    note({ subject: { id: caller.id, name: caller.name } })
    await passwords.change(caller, body, from)
  },
})
