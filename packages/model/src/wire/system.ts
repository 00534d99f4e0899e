/** The service itself: version, health, limits, backups. */
import { DateTime, type Static, Type } from '../schema.ts'

const Count = Type.Integer({ minimum: 0 })

export const SystemConfig = Type.Object(
  {
    version: Type.String(),
    features: Type.Record(Type.Boolean()),
    limits: Type.Object({
      maxWorkflowNodes: Count,
      maxWorkflowVersions: Count,
      maxConcurrentExecutions: Count,
      maxBodyBytes: Count,
      maxWebhookBytes: Count,
      maxJsonDepth: Count,
      maxPortValueBytes: Count,
      requestsPerMinute: Type.Integer({ minimum: 0, description: 'For one caller; 0 means unlimited.' }),
    }),
  },
  { $id: 'SystemConfig' },
)
export type SystemConfig = Static<typeof SystemConfig>

export const Version = Type.Object(
  { version: Type.String(), build: Type.String(), api_version: Type.String() },
  { $id: 'Version' },
)
export type Version = Static<typeof Version>

export const Health = Type.Object(
  {
    status: Type.Literal('healthy'),
    timestamp: DateTime,
    version: Type.String(),
    service: Type.String(),
    uptime: Type.Integer({ minimum: 0, description: 'Whole seconds.' }),
  },
  { $id: 'Health' },
)
export type Health = Static<typeof Health>

export const Liveness = Type.Object({ status: Type.Literal('alive') }, { $id: 'Liveness' })
export type Liveness = Static<typeof Liveness>

export const Readiness = Type.Object(
  {
    status: Type.Literal('ready'),
    engine: Type.Enum(['embedded', 'restate']),
    role: Type.Enum(['all', 'api', 'worker'], { description: '`all` without a cluster.' }),
    database: Type.Literal('available'),
    restate: Type.Optional(
      Type.Enum(['reachable', 'unreachable'], {
        description: 'Only in a cluster. While it is unreachable, executions are accepted and start later.',
      }),
    ),
    registration: Type.Optional(
      Type.Enum(['registered', 'pending'], {
        description: 'Only of a worker: whether Restate knows the workers of this version.',
      }),
    ),
    invalidNodeFiles: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          'The number of files of custom node types that do not load, if there are any. The log has the reasons.',
      }),
    ),
  },
  { $id: 'Readiness' },
)
export type Readiness = Static<typeof Readiness>

export const BackupRequest = Type.Object(
  {
    name: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$',
        description: 'Name of the file; the time of the backup unless given.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type BackupRequest = Static<typeof BackupRequest>

export const Backup = Type.Object(
  {
    file: Type.String({ description: 'The copy of the database, on the machine of the service.' }),
    bytes: Type.Integer({ minimum: 0 }),
    files: Type.Nullable(Type.String({ description: 'The copy of the files of nodes, if there are any.' })),
    manifest: Type.String({ description: 'The sizes and checksums of the files, which a restore verifies.' }),
  },
  { $id: 'Backup' },
)
export type Backup = Static<typeof Backup>

export const ResumedService = Type.Object({ was_paused: Type.Boolean() }, { $id: 'ResumedService' })
export type ResumedService = Static<typeof ResumedService>

export const KeyRotationRequest = Type.Object(
  { finish: Type.Optional(Type.Boolean({ description: 'Also removes the old key when no value needs it any more.' })) },
  { additionalProperties: false },
)
export type KeyRotationRequest = Static<typeof KeyRotationRequest>

export const KeyRotationStatus = Type.Object(
  {
    state: Type.Enum(['none', 'encrypting', 'done', 'stopped']),
    keys: Type.Integer({ description: 'How many keys decrypt: two until the rotation is finished.' }),
    encrypted: Type.Integer({ description: 'Values that were encrypted with the new key.' }),
    unreadable: Type.Integer({ description: 'Values that no key decrypts; they stay as they are.' }),
  },
  { $id: 'KeyRotationStatus' },
)
export type KeyRotationStatus = Static<typeof KeyRotationStatus>

export const DocsFileParams = Type.Object({ file: Type.String() })

export const PageFileParams = Type.Object({ name: Type.String({ minLength: 1, maxLength: 200 }) })
