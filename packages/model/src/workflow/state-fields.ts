import { Type } from '../schema.ts'

/** Keys of a workflow on the wire that describe its state and are not part of the document. */
export const STATE_FIELDS = {
  published_revision: Type.Nullable(
    Type.Integer({ description: 'The revision that triggers and callers use; null if it was never published.' }),
  ),
  active: Type.Boolean({ description: 'False if triggers do not start it.' }),
  has_triggers: Type.Boolean({ description: 'Whether it has webhooks or schedules.' }),
  has_unpublished_changes: Type.Boolean({ description: 'Whether the newest version is not the published one.' }),
  project: Type.String({ description: 'The project that it belongs to.' }),
}
