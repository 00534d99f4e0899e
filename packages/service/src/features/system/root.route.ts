import { defineRoute, page, text } from '../../http/define-route.ts'

/** The address itself leads to the page of the interface. */
export default defineRoute({
  operation: 'getRoot',
  method: 'GET',
  path: '/',
  mount: 'root',
  access: 'open',
  summary: 'Leads to /docs',
  tags: ['System'],
  reply: page('text/html'),
  alsoAnswers: { 302: 'To the page of the interface.' },
  errors: [],

  handle() {
    return text('text/html; charset=utf-8', '', { status: 302, headers: { location: '/docs' } })
  },
})
