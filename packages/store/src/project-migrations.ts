/** Projects and their members, and the project of workflows and credentials. */
import { forBothDialects } from './migration-dialect.ts'

// The default project has no row: it always exists. Executions, sessions and questions have the project of their workflow,
// so that starting an execution writes nothing more. `subject` is the id of a person, or a group of the identity provider.
// The names of credentials outside of the default project start with the project; see `project-names.ts`.
export const projects = forBothDialects((is) => [
  `CREATE TABLE projects (
    id ${is.text} PRIMARY KEY NOT NULL,
    name ${is.text} NOT NULL,
    name_key ${is.text} NOT NULL,
    created_at ${is.integer} NOT NULL
  ) ${is.end}`,
  `CREATE TABLE project_members (
    project ${is.text} NOT NULL,
    kind ${is.text} NOT NULL,
    subject ${is.text} NOT NULL,
    role ${is.text} NOT NULL,
    added_at ${is.integer} NOT NULL,
    PRIMARY KEY (project, kind, subject)
  ) ${is.end}`,
  'CREATE INDEX project_members_by_subject ON project_members (kind, subject)',
  `ALTER TABLE workflows ADD COLUMN project ${is.text} NOT NULL DEFAULT 'default'`,
  'CREATE INDEX workflows_by_project ON workflows (project)',
  `ALTER TABLE credentials ADD COLUMN project ${is.text} NOT NULL DEFAULT 'default'`,
  'CREATE INDEX credentials_by_project ON credentials (project)',
  `ALTER TABLE tokens ADD COLUMN project ${is.text}`,
  `ALTER TABLE people ADD COLUMN member_groups ${is.text} NOT NULL DEFAULT '[]'`,
])
