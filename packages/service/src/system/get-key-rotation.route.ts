import { KeyRotationStatus } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import type { PlatformServices } from '../platform/services.ts'

/** The progress of the rotation that this process runs, or has run last. */
export default defineRoute({
  operation: 'getKeyRotation',
  method: 'GET',
  path: '/system/key-rotation',
  access: 'admin',
  summary: 'Get the progress of a key rotation',
  description: 'How many values were encrypted with the new key, and how many keys decrypt: two until it is finished.',
  tags: ['System'],
  reply: envelope(KeyRotationStatus, 'Rotation found'),
  errors: [],
  example: { reply: { state: 'done', keys: 2, encrypted: 18, unreadable: 0 } },

  handle(_request, { keyRotation }: PlatformServices) {
    return keyRotation.status()
  },
})
