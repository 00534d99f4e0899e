/** Facts about an execution besides its plan and its history: who started it, and what it belongs to. */
import { fits } from '../check.ts'
import { isObject } from '../json.ts'
import { KEPT_VALUES } from '../keep-values.ts'
import { type Static, Type } from '../schema.ts'
import { CREDENTIAL_KINDS } from '../statuses.ts'
import { KanbanConfig } from '../wire/jobs.ts'

/** How an execution was started; decides which callers may reuse its results. */
export const ExecutionOrigin = Type.Object({
  source: Type.Enum(['stored', 'unsaved', 'changed'], {
    description:
      'The workflow as stored; a document sent with the launch; one that uses secrets of the stored workflow.',
  }),
  byWriter: Type.Boolean({ description: 'The caller may write workflows.' }),
  hasClosedResults: Type.Optional(Type.Boolean({ description: 'It reused results that only writers may reuse.' })),
})
export type ExecutionOrigin = Static<typeof ExecutionOrigin>

const FACTS = {
  startedBy: Type.Optional(Type.String({ description: 'Name of the caller.' })),
  startedWith: Type.Optional(
    Type.Enum(CREDENTIAL_KINDS, {
      description: 'The credential of the caller; absent if a trigger or a step started it.',
    }),
  ),
  revision: Type.Optional(Type.Integer({ minimum: 1, description: 'The stored revision that runs.' })),
  queueKey: Type.Optional(Type.String({ description: 'Key of the caller in fair queues; names are not unique.' })),
  origin: Type.Optional(ExecutionOrigin),
  root: Type.Optional(
    Type.String({ description: 'The execution at the top of its callers; absent at the top itself.' }),
  ),
  rootNode: Type.Optional(
    Type.String({ description: 'The node of that execution whose step it works for; absent at the top itself.' }),
  ),
  session: Type.Optional(Type.String({ description: 'The playground session that it is a turn of.' })),
  turn: Type.Optional(Type.String({ description: 'The playground message that it answers.' })),
  rerunOf: Type.Optional(Type.String({ description: 'The execution that it repeats.' })),
  trigger: Type.Optional(
    Type.Object({
      kind: Type.Enum(['schedule', 'webhook', 'error']),
      node: Type.String(),
      execution: Type.Optional(Type.String({ description: 'The failed execution that an error workflow handles.' })),
      scheduledAt: Type.Optional(Type.String()),
    }),
  ),
  via: Type.Optional(Type.Enum(['mcp'], { description: 'The interface it was started through, if not the API.' })),
  traceparent: Type.Optional(Type.String({ description: 'Trace context of the request that started it.' })),
  tracestate: Type.Optional(Type.String({ description: 'What tracing systems added to that trace context.' })),
  traceLink: Type.Optional(
    Type.String({
      description: 'Trace context of an unauthenticated request that started it, which its trace only links.',
    }),
  ),
  agentspec: Type.Optional(Type.String({ description: 'Name of the submitted Agent Spec flow.' })),
  keepValues: Type.Optional(
    Type.Enum(KEPT_VALUES, { description: 'Which values remain after its end; absent if all do.' }),
  ),
  kanban: Type.Optional(KanbanConfig),
  workflowName: Type.Optional(Type.String({ description: 'Kept if an expression of the workflow may use it.' })),
}

export const ExecutionFacts = Type.Object(FACTS)
export type ExecutionFacts = Static<typeof ExecutionFacts>

/** Parses stored facts. Ignores a fact of another shape, as an older version may have stored it. */
export function executionFacts(stored: unknown): ExecutionFacts {
  if (fits(ExecutionFacts, stored)) return stored
  const fitting: unknown = Object.fromEntries(
    Object.entries(FACTS).flatMap(([key, schema]) =>
      isObject(stored) && Object.hasOwn(stored, key) && fits(schema, stored[key]) ? [[key, stored[key]]] : [],
    ),
  )
  return fits(ExecutionFacts, fitting) ? fitting : {}
}
