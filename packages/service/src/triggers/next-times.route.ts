import { NextTimes, NextTimesQuery } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { cronProblem, nextTimes } from '../platform/cron.ts'
import { iso } from '../platform/iso.ts'
import type { TriggerServices } from './services.ts'

/** The times that editors show for a schedule. */
const COUNT = 5

export default defineRoute({
  operation: 'nextTimes',
  method: 'GET',
  path: '/schedules/next',
  access: 'read',
  scope: 'shared',
  summary: 'The next five times of a cron expression in a time zone',
  description: 'An invalid expression or time zone is not an error: `times` is empty and `problem` describes it.',
  tags: ['Schedules'],
  query: NextTimesQuery,
  reply: envelope(NextTimes, 'Times computed'),
  errors: [],
  example: {
    query: { cron: '0 9 * * 1-5', timezone: 'Europe/Berlin' },
    reply: { times: ['2026-01-02T08:00:00.000Z'] },
  },

  async handle({ query }, { scheduleClock }: TriggerServices) {
    const problem = cronProblem(query)
    if (problem !== undefined) return { times: [], problem: problem.message }
    return { times: nextTimes(query, scheduleClock.now(), COUNT).map((time) => iso(time)) }
  },
})
