/** The groups of operations in the OpenAPI document. */
import type { Endpoint } from './load-routes.ts'

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  'Agent Spec': 'Validate and run Agent Spec flows, and register the tools and agents that they refer to.',
  Audit: 'Who did what: an append-only log for admins.',
  Authentication: 'Sign in and out, and manage API tokens, browser sessions and tickets for streams.',
  Autocomplete: 'Suggestions for fields that take the name of a workflow, a connection, a credential or a model.',
  Catalogue: 'Node types, their categories and the rules for connecting their ports.',
  Chat: 'The assistant, which changes a workflow by chat, and the model that it uses.',
  Connections: 'Stored addresses and keys of model providers.',
  Credentials: 'Stored secrets that nodes refer to by name, and the workflows that use them.',
  Drafts: 'Unsaved work of one person on one workflow.',
  Executions: 'Start workflows, follow and control their executions, and read values and logs.',
  Interrupts: 'Questions of running workflows to people, and their answers.',
  Notifications: 'Subscriptions to events of executions and questions, their deliveries, and the error workflow.',
  MCP: 'Workflows as tools of the Model Context Protocol.',
  People: 'People with an account: invite them, change their role, sign them out, disable them.',
  Playground: 'Conversations with a workflow: sessions, messages and their executions.',
  Projects: 'Projects, which keep workflows and credentials apart, and their members.',
  Schedules: 'The times at which a schedule starts a workflow.',
  System: 'Version, health, settings and backup of the service, its pages and this document.',
  Usage: 'What models used, monthly budgets, and prices of models.',
  Versions: 'Earlier saves of a workflow: list, compare and restore them.',
  Webhooks: 'Addresses that start a workflow when they are called.',
  Workflows: 'Create, find, change, validate, publish, import and export workflows.',
}

/** The tags of the endpoints, sorted by name. Throws for a tag without a description. */
export function tagsOf(endpoints: readonly Endpoint[]): { name: string; description: string }[] {
  const names = new Set(endpoints.flatMap(({ route }) => route.tags ?? []))
  return [...names].sort().map((name) => {
    const description = DESCRIPTIONS[name]
    if (description === undefined) throw new Error(`the tag ${name} has no description in openapi-tags.ts`)
    return { name, description }
  })
}
