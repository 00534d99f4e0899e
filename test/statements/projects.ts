/** What executes the statements of docs/how-to/projects.md. */
import type { Statements } from '../statements.ts'

const WALK = 'projects: %s'

export const STATEMENTS = {
  'A project keeps': [
    WALK,
    'project-isolation: keyed values of the same name are different in each project, and no name leads to those of another',
    'project-isolation: files of the same name are different in each project, and no name leads to those of another',
    'project-isolation: collections of vectors of the same name are different in each project, and no name leads to those of another',
  ],
  'With the service running': ['sessions: the session in %s gets the answers that it shows'],
  'With more than one': [
    'projects: the list shows a project, creates workflows in it and moves them',
    'projects: a token and a credential are created in a project',
    'projects: the settings create a project, change its members, and delete it only when it is empty',
    'projects: the switcher lists more projects than fit into one reply',
    'usage: filters by project and names what is counted',
    'usage: limits a project, a workflow, a person and a model that are chosen by name',
    'projects: the editor extracts nodes and creates credentials in the project of the workflow',
    'projects: a member edits workflows of one project and only reads those of another',
    'projects: a setting suggests credentials and workflows of the project of the workflow',
    'may-in: the role in the service or in the project counts, whichever is stronger; without a project, any',
    'project-roles: something new is created in the chosen project, else in the default one, else in the first with the role',
  ],
  'A role of the whole': ['project-members: a role of the whole service and a membership: the stronger one counts'],
  'A member is a person': [
    'project-members: a group of a JWT is a member while the JWT is sent, without sessions',
    'oidc: without a role is accepted if a group is a member of a project',
    'group-members: has the rights of the groups of the last sign-in, there and nowhere else',
    'project-members: a person sees a project from the moment of the membership until its end',
  ],
  'viewer, operator, editor and': [
    'projects: has the rights of the role there',
    'projects: administers credentials and members, without references to the operator',
    WALK,
  ],
  'What a member must not': [
    WALK,
    'projects: finds it in every list, and a filter by another project finds nothing',
    'remote-commands: token create with --project limits the token to the project',
    'project-members: a token of a project signs in, and its session sees the project only',
    'projects: a token of a project signs in to the page, which shows that project only',
  ],
  '?project= names': [
    'projects: finds it in every list, and a filter by another project finds nothing',
    'workflow-project: every reply with a workflow names its project, and a save does not change it',
  ],
  'A workflow uses': [
    'project-isolation: a node finds no credential of another project, by name and by id',
    'project-isolation: a node calls no model with a credential of another project, by name and by id',
    'project-isolation: a node queries no database with a credential of another project, by name and by id',
    'connection-precedence: takes precedence over a connection of the same name, in the workflows of its project only',
    'project-isolation: a workflow calls no workflow of another project, as a step and as an error workflow',
    'projects: administers credentials and members, without references to the operator',
    'project-isolation: collections of vectors of the same name are different in each project, and no name leads to those of another',
  ],
  'PUT /error-workflow?project= sets': [
    'project-isolation: a workflow calls no workflow of another project, as a step and as an error workflow',
  ],
  'POST /workflows/{id}/move moves': [
    'project-isolation: a moved workflow belongs to the other project at once',
    'project-contract: finds the project of everything, and moves a workflow with its executions',
  ],
  'Names of workflows': [
    'project-isolation: a path that a workflow of another project has is taken, without its name',
    'projects: has the rights of the role there',
  ],
  'millrace export flows --project': [
    'apply-command: export and apply with --project read and change only the workflows of the project',
    'apply-command: apply with --project refuses workflows of other projects and unknown projects, and changes nothing',
  ],
  'With the token of a project': [
    'apply-command: the token of a project limits export and apply to it without a flag',
    'apply-command: apply with a token of several projects asks for --project before it creates workflows',
  ],
  'DELETE /projects/{id} deletes': [
    'projects: a project with a workflow cannot be deleted; one without can',
    'project-contract: removes a project without workflows, with its tokens, budgets, values and vectors',
  ],
} satisfies Statements
