import { KeyRotationRequest, KeyRotationStatus } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import type { PlatformServices } from '../platform/services.ts'

/** Starts the rotation of the secret key, or continues an interrupted one. It runs after the response. */
export default defineRoute({
  operation: 'rotateKey',
  method: 'POST',
  path: '/system/key-rotation',
  access: 'admin',
  audit: 'service.key_rotated',
  summary: 'Rotate the secret key',
  description:
    'Creates a new key and encrypts all stored secrets with it, after the response and in small steps. The old key still decrypts until a call with `finish`. An interrupted rotation continues.',
  tags: ['System'],
  body: KeyRotationRequest,
  bodyOptional: true,
  reply: envelope(KeyRotationStatus, 'Rotation started'),
  status: 202,
  errors: [],
  example: { body: { finish: false }, reply: { state: 'encrypting', keys: 2, encrypted: 0, unreadable: 0 } },

  handle({ body }, { keyRotation }: PlatformServices) {
    return keyRotation.start({ finish: body?.finish === true })
  },
})
