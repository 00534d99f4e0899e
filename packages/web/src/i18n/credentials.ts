/** Named credentials: the section of the settings, the dialog and the field of nodes. */

export const credentialStrings = {
  text: 'What nodes need to sign in to other services. Nodes refer to a credential by name, so that workflows contain no secret. Secrets are stored encrypted and never shown again.',
  create: 'New credential',
  new: 'New…',
  none: 'No credentials yet',
  noneText: 'Create one for each service that workflows call, and select it in the node.',
  columns: { name: 'Name', type: 'Type', hosts: 'Hosts', users: 'Used by', used: 'Last used', actions: 'Actions' },
  pages: 'Pages',
  pager: { previous: 'Previous', next: 'Next' },
  unused: 'No workflow',
  workflows: (count: number) => (count === 1 ? '1 workflow' : `${count} workflows`),
  never: 'Never',
  failed: 'Failed',
  usersTitle: (name: string) => `Workflows that use “${name}”`,
  editOf: (name: string) => `Edit ${name}`,
  delete: 'Delete',
  deleteOf: (name: string) => `Delete ${name}`,
  deleteTitle: (name: string) => `Delete “${name}”?`,
  deleteUnused: 'No workflow uses it. Its secrets are deleted.',
  deleteUsed: (count: number) =>
    count === 1
      ? 'Its secrets are deleted, and this workflow fails from then on:'
      : `Its secrets are deleted, and these ${count} workflows fail from then on:`,
  deleteNotifications: (count: number) =>
    count === 1
      ? 'This e-mail notification fails from then on:'
      : `These ${count} e-mail notifications fail from then on:`,
  deleted: (name: string) => `Deleted “${name}”`,
  saved: (name: string) => `Saved “${name}”`,
  newTitle: 'New credential',
  editTitle: (name: string) => `Credential “${name}”`,
  save: 'Save',
  type: 'Type',
  name: 'Name',
  nameHint: 'Nodes refer to it by this name: lower-case letters, digits and underscores.',
  renamed: (count: number) =>
    count === 1 ? 'The workflow that uses it is not renamed.' : `The ${count} workflows that use it are not renamed.`,
  badName: 'The name must start with a lower-case letter and have only lower-case letters, digits and underscores.',
  description: 'Description',
  hosts: 'Hosts',
  hostsHint: 'The only hosts that it is sent to, one per line, such as api.shop.example or *.shop.example.',
  missing: (field: string) => `${field} is required.`,
  secretHint: 'Stored encrypted and never shown again. It may be a reference such as env:MILLRACE_CREDENTIAL_SHOP.',
  secretKept: (end: string) =>
    end === ''
      ? 'A value is stored. Leave empty to keep it.'
      : `A value ending in ${end} is stored. Leave empty to keep it.`,
  enterAgain: 'Enter it again, because the credential is now sent to another place.',
}
