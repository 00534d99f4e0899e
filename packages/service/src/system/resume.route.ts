import { ResumedService } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import type { PlatformServices } from '../platform/services.ts'

export default defineRoute({
  operation: 'resumeService',
  method: 'POST',
  path: '/system/resume',
  access: 'admin',
  audit: 'service.resumed',
  summary: 'Resume a service that was restored with --paused',
  description:
    'Schedules, webhooks and new executions work again, and executions that were in progress at the time of the backup continue. `was_paused` is false if the service was not paused.',
  tags: ['System'],
  reply: envelope(ResumedService, 'Service resumed'),
  errors: [],
  example: { reply: { was_paused: true } },

  async handle({ note }, { lifecycle }: PlatformServices) {
    const wasPaused = await lifecycle.resume()
    if (!wasPaused) note({ isNothing: true })
    return { was_paused: wasPaused }
  },
})
