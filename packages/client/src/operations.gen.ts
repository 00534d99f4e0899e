// Generated from the routes of the service by `npm run generate`. Do not edit.

import type { NoArgs, Page, RequestOptions, Saved, StreamEvent, StreamOptions } from './types.ts'

export interface Operations {
  /**
   * Call a webhook with DELETE.
   *
   * Needs no credential of the service: the webhook node defines how callers authenticate. `token`: the secret as
   * `Authorization: Bearer` or `X-API-Key`. `hmac`: `X-Signature: sha256=<hex>` (or `X-Hub-Signature-256`), the HMAC
   * of the body. An `Idempotency-Key` makes it safe to send a call again: it starts one execution.
   *
   * @throws {ApiError} NOT_FOUND, METHOD_NOT_ALLOWED, UNAUTHORIZED, VALIDATION_ERROR, WORKFLOW_INACTIVE,
   * NOT_PUBLISHED, TOO_MANY_EXECUTIONS
   */
  callHookDelete(args: CallHookDeleteArgs, options?: RequestOptions): Promise<CallHookDeleteReply>

  /**
   * Call a webhook with GET.
   *
   * Needs no credential of the service: the webhook node defines how callers authenticate. `token`: the secret as
   * `Authorization: Bearer` or `X-API-Key`. `hmac`: `X-Signature: sha256=<hex>` (or `X-Hub-Signature-256`), the HMAC
   * of the body. An `Idempotency-Key` makes it safe to send a call again: it starts one execution.
   *
   * @throws {ApiError} NOT_FOUND, METHOD_NOT_ALLOWED, UNAUTHORIZED, VALIDATION_ERROR, WORKFLOW_INACTIVE,
   * NOT_PUBLISHED, TOO_MANY_EXECUTIONS
   */
  callHookGet(args: CallHookGetArgs, options?: RequestOptions): Promise<CallHookGetReply>

  /**
   * Call a webhook with PATCH.
   *
   * Needs no credential of the service: the webhook node defines how callers authenticate. `token`: the secret as
   * `Authorization: Bearer` or `X-API-Key`. `hmac`: `X-Signature: sha256=<hex>` (or `X-Hub-Signature-256`), the HMAC
   * of the body. An `Idempotency-Key` makes it safe to send a call again: it starts one execution.
   *
   * @throws {ApiError} NOT_FOUND, METHOD_NOT_ALLOWED, UNAUTHORIZED, VALIDATION_ERROR, WORKFLOW_INACTIVE,
   * NOT_PUBLISHED, TOO_MANY_EXECUTIONS
   */
  callHookPatch(args: CallHookPatchArgs, options?: RequestOptions): Promise<CallHookPatchReply>

  /**
   * Call a webhook with POST.
   *
   * Needs no credential of the service: the webhook node defines how callers authenticate. `token`: the secret as
   * `Authorization: Bearer` or `X-API-Key`. `hmac`: `X-Signature: sha256=<hex>` (or `X-Hub-Signature-256`), the HMAC
   * of the body. An `Idempotency-Key` makes it safe to send a call again: it starts one execution.
   *
   * @throws {ApiError} NOT_FOUND, METHOD_NOT_ALLOWED, UNAUTHORIZED, VALIDATION_ERROR, WORKFLOW_INACTIVE,
   * NOT_PUBLISHED, TOO_MANY_EXECUTIONS
   */
  callHookPost(args: CallHookPostArgs, options?: RequestOptions): Promise<CallHookPostReply>

  /**
   * Call a webhook with PUT.
   *
   * Needs no credential of the service: the webhook node defines how callers authenticate. `token`: the secret as
   * `Authorization: Bearer` or `X-API-Key`. `hmac`: `X-Signature: sha256=<hex>` (or `X-Hub-Signature-256`), the HMAC
   * of the body. An `Idempotency-Key` makes it safe to send a call again: it starts one execution.
   *
   * @throws {ApiError} NOT_FOUND, METHOD_NOT_ALLOWED, UNAUTHORIZED, VALIDATION_ERROR, WORKFLOW_INACTIVE,
   * NOT_PUBLISHED, TOO_MANY_EXECUTIONS
   */
  callHookPut(args: CallHookPutArgs, options?: RequestOptions): Promise<CallHookPutReply>

  /**
   * Send a test call to a webhook with DELETE.
   *
   * Works only while an editor listens for it (`POST /hooks-test-calls`), authenticates the caller as the webhook
   * node does, and starts nothing: the editor gets the call as test data.
   *
   * @throws {ApiError} NOT_FOUND, METHOD_NOT_ALLOWED, UNAUTHORIZED, VALIDATION_ERROR
   */
  callTestHookDelete(args: CallTestHookDeleteArgs, options?: RequestOptions): Promise<CallTestHookDeleteReply>

  /**
   * Send a test call to a webhook with GET.
   *
   * Works only while an editor listens for it (`POST /hooks-test-calls`), authenticates the caller as the webhook
   * node does, and starts nothing: the editor gets the call as test data.
   *
   * @throws {ApiError} NOT_FOUND, METHOD_NOT_ALLOWED, UNAUTHORIZED, VALIDATION_ERROR
   */
  callTestHookGet(args: CallTestHookGetArgs, options?: RequestOptions): Promise<CallTestHookGetReply>

  /**
   * Send a test call to a webhook with PATCH.
   *
   * Works only while an editor listens for it (`POST /hooks-test-calls`), authenticates the caller as the webhook
   * node does, and starts nothing: the editor gets the call as test data.
   *
   * @throws {ApiError} NOT_FOUND, METHOD_NOT_ALLOWED, UNAUTHORIZED, VALIDATION_ERROR
   */
  callTestHookPatch(args: CallTestHookPatchArgs, options?: RequestOptions): Promise<CallTestHookPatchReply>

  /**
   * Send a test call to a webhook with POST.
   *
   * Works only while an editor listens for it (`POST /hooks-test-calls`), authenticates the caller as the webhook
   * node does, and starts nothing: the editor gets the call as test data.
   *
   * @throws {ApiError} NOT_FOUND, METHOD_NOT_ALLOWED, UNAUTHORIZED, VALIDATION_ERROR
   */
  callTestHookPost(args: CallTestHookPostArgs, options?: RequestOptions): Promise<CallTestHookPostReply>

  /**
   * Send a test call to a webhook with PUT.
   *
   * Works only while an editor listens for it (`POST /hooks-test-calls`), authenticates the caller as the webhook
   * node does, and starts nothing: the editor gets the call as test data.
   *
   * @throws {ApiError} NOT_FOUND, METHOD_NOT_ALLOWED, UNAUTHORIZED, VALIDATION_ERROR
   */
  callTestHookPut(args: CallTestHookPutArgs, options?: RequestOptions): Promise<CallTestHookPutReply>

  /**
   * Cancel an Agent Spec execution.
   *
   * @throws {ApiError} NOT_FOUND, EXECUTION_OVER, UPSTREAM_FAILED
   */
  cancelAgentSpecExecution(args: CancelAgentSpecExecutionArgs, options?: RequestOptions): Promise<void>

  /**
   * Cancel an execution.
   *
   * @throws {ApiError} NOT_FOUND, EXECUTION_OVER
   */
  cancelExecution(args: CancelExecutionArgs, options?: RequestOptions): Promise<void>

  /**
   * Dismiss a question to a person.
   *
   * Only where `allowCancel` is true. The node that asked fails with the code INTERRUPT_CANCELLED, which its error
   * edge can catch.
   *
   * @throws {ApiError} NOT_FOUND, INTERRUPT_CLOSED, NOT_CANCELLABLE
   */
  cancelInterrupt(args: CancelInterruptArgs, options?: RequestOptions): Promise<Interrupt>

  /**
   * Check whether a workflow can be exported as Agent Spec.
   *
   * A cycle is an error in the simple form and allowed in the official form.
   *
   * @throws {ApiError} NOT_FOUND
   */
  checkAgentSpecExport(args: CheckAgentSpecExportArgs, options?: RequestOptions): Promise<AgentSpecCheck>

  /**
   * Clear the chat of a workflow.
   *
   * @throws {ApiError} NOT_FOUND
   */
  clearChat(args: ClearChatArgs, options?: RequestOptions): Promise<void>

  /**
   * Write a backup of the database.
   *
   * Writes a consistent copy of the database, and of the files of nodes, to the folder `backups` of the data folder
   * while the service runs. The secret key is not copied. For a Postgres database use pg_dump.
   *
   * @throws {ApiError} ALREADY_EXISTS
   */
  createBackup(args?: CreateBackupArgs, options?: RequestOptions): Promise<Backup>

  /**
   * Create a connection to a model provider.
   *
   * @throws {ApiError} ALREADY_EXISTS
   */
  createConnection(args: CreateConnectionArgs, options?: RequestOptions): Promise<Connection>

  /**
   * Create an execution that waits for its start.
   *
   * `options.timeout` is in milliseconds, counted from the start.
   *
   * @throws {ApiError} NOT_FOUND, NOT_PUBLISHED, TOO_MANY_EXECUTIONS
   */
  createPipeline(args: CreatePipelineArgs, options?: RequestOptions): Promise<ExecutionItem>

  /**
   * Create a playground session.
   *
   * @throws {ApiError} NOT_FOUND
   */
  createPlaygroundSession(args: CreatePlaygroundSessionArgs, options?: RequestOptions): Promise<PlaygroundSession>

  /**
   * Sign in a browser.
   *
   * Accepts an API token, a JWT, or the code of a one-time link, and sets a cookie that scripts cannot read. Writes
   * with the cookie must come from a page of this origin or of one in --cors-origin.
   *
   * @throws {ApiError} UNAUTHORIZED
   */
  createSession(args: CreateSessionArgs, options?: RequestOptions): Promise<Caller>

  /**
   * Create a ticket for one stream.
   *
   * Valid for one use within 60 seconds, with the role of the caller.
   */
  createTicket(args?: NoArgs, options?: RequestOptions): Promise<Ticket>

  /** Create an API token. */
  createToken(args: CreateTokenArgs, options?: RequestOptions): Promise<NewToken>

  /**
   * Create a workflow.
   *
   * Assigns a UUID unless the body has an unused one. Unknown keys are kept.
   *
   * @throws {ApiError} ALREADY_EXISTS, NOT_FOUND
   */
  createWorkflow(args: CreateWorkflowArgs, options?: RequestOptions): Promise<Saved<Workflow>>

  /**
   * Unregister an agent.
   *
   * Executions that were started before keep using it.
   *
   * @throws {ApiError} NOT_FOUND
   */
  deleteAgentSpecAgent(args: DeleteAgentSpecAgentArgs, options?: RequestOptions): Promise<void>

  /**
   * Unregister a tool.
   *
   * Executions that were started before keep using it.
   *
   * @throws {ApiError} NOT_FOUND
   */
  deleteAgentSpecTool(args: DeleteAgentSpecToolArgs, options?: RequestOptions): Promise<void>

  /**
   * Delete a connection to a model provider.
   *
   * @throws {ApiError} NOT_FOUND
   */
  deleteConnection(args: DeleteConnectionArgs, options?: RequestOptions): Promise<void>

  /**
   * Delete a playground session with its messages and executions.
   *
   * @throws {ApiError} NOT_FOUND
   */
  deletePlaygroundSession(args: DeletePlaygroundSessionArgs, options?: RequestOptions): Promise<void>

  /** Sign out. */
  deleteSession(args?: NoArgs, options?: RequestOptions): Promise<void>

  /**
   * Revoke an API token.
   *
   * @throws {ApiError} NOT_FOUND
   */
  deleteToken(args: DeleteTokenArgs, options?: RequestOptions): Promise<void>

  /**
   * Delete a workflow with all its versions and its history.
   *
   * @throws {ApiError} NOT_FOUND, STALE_VERSION
   */
  deleteWorkflow(args: DeleteWorkflowArgs, options?: RequestOptions): Promise<void>

  /**
   * Delete your draft of a workflow.
   *
   * @throws {ApiError} NOT_FOUND, STALE_DRAFT
   */
  deleteWorkflowDraft(args: DeleteWorkflowDraftArgs, options?: RequestOptions): Promise<void>

  /**
   * Compare two versions of a workflow.
   *
   * @throws {ApiError} NOT_FOUND
   */
  diffWorkflowVersions(args: DiffWorkflowVersionsArgs, options?: RequestOptions): Promise<WorkflowDiff>

  /**
   * End a browser session.
   *
   * @throws {ApiError} NOT_FOUND
   */
  endSession(args: EndSessionArgs, options?: RequestOptions): Promise<void>

  /**
   * End all other browser sessions.
   *
   * Ends every browser session and its streams, except the session of this request if it has one.
   */
  endSessions(args?: NoArgs, options?: RequestOptions): Promise<EndSessionsReply>

  /**
   * Start a stored workflow by its id, or an unsaved one.
   *
   * `options.timeout` is in milliseconds. Placeholders in a workflow that is not stored stand for the secrets of the
   * stored one with its id, for callers who may write workflows. `inputs` may be as large as a body without a
   * workflow.
   *
   * @throws {ApiError} NOT_FOUND, NOT_PUBLISHED, TOO_MANY_EXECUTIONS
   */
  execute(args: ExecuteArgs, options?: RequestOptions): Promise<StartedExecution>

  /**
   * Run an Agent Spec flow.
   *
   * Takes a flow or a document, in the official or in the simple form. `inputs` are the inputs of the flow by name.
   * Progress is available from the status and the stream.
   *
   * @throws {ApiError} TOO_MANY_EXECUTIONS, UPSTREAM_FAILED
   */
  executeAgentSpecFlow(args: ExecuteAgentSpecFlowArgs, options?: RequestOptions): Promise<ExecuteAgentSpecFlowReply>

  /**
   * Start a workflow.
   *
   * `options.timeout` is in milliseconds. Launch inputs are `{nodeId: {port or setting: value}}`.
   *
   * @throws {ApiError} NOT_FOUND, NOT_PUBLISHED, TOO_MANY_EXECUTIONS
   */
  executeWorkflow(args: ExecuteWorkflowArgs, options?: RequestOptions): Promise<StartedExecution>

  /**
   * Export a workflow as Agent Spec.
   *
   * In the simple form, as a flow or as a document around it; or in the official form, as JSON or YAML. A workflow
   * that cannot be exported is 422 with `{valid, errors, warnings}` in addition to the usual error keys.
   *
   * @throws {ApiError} NOT_FOUND
   */
  exportAgentSpec(args: ExportAgentSpecArgs, options?: RequestOptions): Promise<Record<string, unknown> | string>

  /**
   * Export a workflow as JSON or YAML.
   *
   * @throws {ApiError} NOT_FOUND, TOO_EXPENSIVE
   */
  exportWorkflow(args: ExportWorkflowArgs, options?: RequestOptions): Promise<Workflow | string>

  /**
   * Status of an Agent Spec execution.
   *
   * A flow that waits for a person is `running`; `waiting_for` says which questions it waits for, and they are
   * answered at `/interrupts/{id}`.
   *
   * @throws {ApiError} NOT_FOUND, UPSTREAM_FAILED
   */
  getAgentSpecExecution(args: GetAgentSpecExecutionArgs, options?: RequestOptions): Promise<AgentSpecExecution>

  /**
   * Whether Agent Spec flows can be run.
   *
   * No authentication required. With a remote runtime, 502 while it cannot be reached.
   *
   * @throws {ApiError} UPSTREAM_FAILED
   */
  getAgentSpecHealth(args?: NoArgs, options?: RequestOptions): Promise<AgentSpecHealth>

  /**
   * Results of a completed Agent Spec execution.
   *
   * The outputs of the flow by name. 404 while it is running, and if it failed or was cancelled.
   *
   * @throws {ApiError} NOT_FOUND, UPSTREAM_FAILED
   */
  getAgentSpecResults(args: GetAgentSpecResultsArgs, options?: RequestOptions): Promise<Record<string, unknown>>

  /** Read which model answers for the assistant. */
  getAssistantSettings(args?: NoArgs, options?: RequestOptions): Promise<AssistantSettings>

  /**
   * Get a connection to a model provider.
   *
   * @throws {ApiError} NOT_FOUND
   */
  getConnection(args: GetConnectionArgs, options?: RequestOptions): Promise<Connection>

  /**
   * Read the log of an execution.
   *
   * @throws {ApiError} NOT_FOUND
   */
  getExecutionLogs(args: GetExecutionLogsArgs, options?: RequestOptions): Promise<LogEntry[]>

  /**
   * Whether the service is ready.
   *
   * Open without a credential. Responds with 503 while the service stops, and while its database does not respond,
   * rejects writes or is known to be damaged; `error` contains the reason.
   *
   * @throws {ApiError} NOT_READY
   */
  getHealth(args?: NoArgs, options?: RequestOptions): Promise<Health>

  /**
   * Read a question to a person.
   *
   * The keys of `config` depend on the type; `response` is null until the question is resolved.
   *
   * @throws {ApiError} NOT_FOUND
   */
  getInterrupt(args: GetInterruptArgs, options?: RequestOptions): Promise<Interrupt>

  /**
   * Whether the process is running.
   *
   * Open without a credential. Responds with 200 as long as the process handles requests, also in a standby, and
   * while the service starts or its database is unavailable.
   */
  getLiveness(args?: NoArgs, options?: RequestOptions): Promise<Liveness>

  /**
   * Get a node type.
   *
   * @throws {ApiError} NOT_FOUND
   */
  getNodeType(args: GetNodeTypeArgs, options?: RequestOptions): Promise<NodeType>

  /** This document. */
  getOpenApi(args?: NoArgs, options?: RequestOptions): Promise<Record<string, unknown>>

  /**
   * Read an execution: status, jobs, node statuses, inputs, outputs.
   *
   * @throws {ApiError} NOT_FOUND
   */
  getPipeline(args: GetPipelineArgs, options?: RequestOptions): Promise<PipelineDetail>

  /**
   * Read the status of an execution.
   *
   * @throws {ApiError} NOT_FOUND
   */
  getPipelineStatus(args: GetPipelineStatusArgs, options?: RequestOptions): Promise<PipelineStatus>

  /**
   * Read one input or output of a step, or of the execution, whole.
   *
   * @throws {ApiError} NOT_FOUND
   */
  getPipelineValue(args: GetPipelineValueArgs, options?: RequestOptions): Promise<unknown>

  /**
   * Read a message.
   *
   * @throws {ApiError} NOT_FOUND
   */
  getPlaygroundMessage(args: GetPlaygroundMessageArgs, options?: RequestOptions): Promise<PlaygroundMessage>

  /**
   * Read the status of a message.
   *
   * @throws {ApiError} NOT_FOUND
   */
  getPlaygroundMessageStatus(args: GetPlaygroundMessageStatusArgs, options?: RequestOptions): Promise<PlaygroundMessageStatus>

  /**
   * Read a playground session.
   *
   * @throws {ApiError} NOT_FOUND
   */
  getPlaygroundSession(args: GetPlaygroundSessionArgs, options?: RequestOptions): Promise<PlaygroundSession>

  /** Port data types and compatibility rules. */
  getPortConfig(args?: NoArgs, options?: RequestOptions): Promise<PortConfig>

  /**
   * Whether requests should be sent to this service.
   *
   * Open without a credential. Responds with 503 while the service starts, while its database is unavailable, and in
   * a standby; a service that stops is ready until it closes its port. `error` contains the reason, and for a
   * standby `details` names the service that uses the database.
   *
   * @throws {ApiError} NOT_READY
   */
  getReadiness(args?: NoArgs, options?: RequestOptions): Promise<Readiness>

  /** Get the current caller. */
  getSession(args?: NoArgs, options?: RequestOptions): Promise<Caller>

  /** Features and limits of this service. */
  getSystemConfig(args?: NoArgs, options?: RequestOptions): Promise<SystemConfig>

  /**
   * Version of the service and of its API.
   *
   * Open without a credential.
   */
  getVersion(args?: NoArgs, options?: RequestOptions): Promise<Version>

  /**
   * Read a workflow.
   *
   * @throws {ApiError} NOT_FOUND
   */
  getWorkflow(args: GetWorkflowArgs, options?: RequestOptions): Promise<Workflow>

  /**
   * Read your draft of a workflow.
   *
   * @throws {ApiError} NOT_FOUND
   */
  getWorkflowDraft(args: GetWorkflowDraftArgs, options?: RequestOptions): Promise<WorkflowDraft | null>

  /**
   * Read one version of a workflow.
   *
   * @throws {ApiError} NOT_FOUND
   */
  getWorkflowVersion(args: GetWorkflowVersionArgs, options?: RequestOptions): Promise<Workflow>

  /**
   * Convert Agent Spec to a workflow.
   *
   * Takes a flow, a document or an agent, in the simple or the official form, as JSON or YAML. Returns the workflow
   * with a new UUID; it is stored only with `save=true`. A document that cannot be converted is 422 with `{valid,
   * errors, warnings}` in addition to the usual error keys.
   *
   * @throws {ApiError} ALREADY_EXISTS
   */
  importAgentSpec(args: ImportAgentSpecArgs, options?: RequestOptions): Promise<Workflow>

  /**
   * Import a workflow from JSON or YAML.
   *
   * Assigns a new UUID and new dates. Exports never contain secrets: enter them again.
   *
   * @throws {ApiError} PAYLOAD_TOO_LARGE, ALREADY_EXISTS
   */
  importWorkflow(args: ImportWorkflowArgs, options?: RequestOptions): Promise<Saved<Workflow>>

  /**
   * List registered agents.
   *
   * @throws {ApiError} UPSTREAM_FAILED
   */
  listAgentSpecAgents(args?: NoArgs, options?: RequestOptions): Promise<AgentSpecAgent[]>

  /**
   * List registered tools.
   *
   * @throws {ApiError} UPSTREAM_FAILED
   */
  listAgentSpecTools(args?: NoArgs, options?: RequestOptions): Promise<AgentSpecTool[]>

  /** List node categories. */
  listCategories(args?: NoArgs, options?: RequestOptions): Promise<Category[]>

  /**
   * Read the chat of a workflow.
   *
   * @throws {ApiError} NOT_FOUND
   */
  listChatMessages(args: ListChatMessagesArgs, options?: RequestOptions): Promise<ChatHistoryMessage[]>

  /** List connections to model providers. */
  listConnections(args?: ListConnectionsArgs, options?: RequestOptions): Promise<Page<Connection>>

  /**
   * List executions across workflows, newest first.
   *
   * A search by `trigger`, `started_by`, `error`, `from` or `to` reads the newest 100,000 executions of the workflow
   * and status. If older ones were not read, the reply has the header `X-Search-Partial: true`. Errors are English;
   * with `Accept-Language: de` a part of their German text finds them too.
   */
  listExecutions(args?: ListExecutionsArgs, options?: RequestOptions): Promise<Page<ExecutionItem>>

  /**
   * List questions across workflows, newest first.
   *
   * Without parameters: what waits for the caller; nothing does for one who may only read. `mine=false` adds what
   * only others may answer, and what the caller has answered and others have not yet. Closed questions wait for no
   * answer, so `mine` does not narrow those.
   */
  listInterrupts(args?: ListInterruptsArgs, options?: RequestOptions): Promise<Page<Interrupt>>

  /**
   * List the jobs of an execution in creation order.
   *
   * The detail of an execution contains at most 1,000 jobs and sets `has_more_jobs` if there are more.
   *
   * @throws {ApiError} NOT_FOUND
   */
  listJobs(args: ListJobsArgs, options?: RequestOptions): Promise<Page<Job>>

  /** List node types. */
  listNodeTypes(args?: ListNodeTypesArgs, options?: RequestOptions): Promise<Page<NodeType>>

  /**
   * List the questions of an execution, oldest first.
   *
   * Open and closed; those of the workflows that it calls are among them, with an `executionId` of their own.
   *
   * @throws {ApiError} NOT_FOUND
   */
  listPipelineInterrupts(args: ListPipelineInterruptsArgs, options?: RequestOptions): Promise<Page<Interrupt>>

  /**
   * List the executions of a workflow, newest first.
   *
   * @throws {ApiError} NOT_FOUND
   */
  listPipelines(args: ListPipelinesArgs, options?: RequestOptions): Promise<PipelineList>

  /**
   * List messages of a playground session.
   *
   * At most one of `since`, `before` and `latest`. Without any, the oldest messages.
   *
   * @throws {ApiError} NOT_FOUND
   */
  listPlaygroundMessages(args: ListPlaygroundMessagesArgs, options?: RequestOptions): Promise<PlaygroundMessageList>

  /**
   * List the executions of a playground session.
   *
   * @throws {ApiError} NOT_FOUND
   */
  listPlaygroundRuns(args: ListPlaygroundRunsArgs, options?: RequestOptions): Promise<PlaygroundRuns>

  /**
   * List the playground sessions of a workflow, newest first.
   *
   * @throws {ApiError} NOT_FOUND
   */
  listPlaygroundSessions(args: ListPlaygroundSessionsArgs, options?: RequestOptions): Promise<Page<PlaygroundSession>>

  /**
   * List the questions of a playground session, oldest first.
   *
   * Those that its turns have asked, open and closed.
   *
   * @throws {ApiError} NOT_FOUND
   */
  listSessionInterrupts(args: ListSessionInterruptsArgs, options?: RequestOptions): Promise<Page<Interrupt>>

  /** List browser sessions. */
  listSessions(args?: ListSessionsArgs, options?: RequestOptions): Promise<Page<Session>>

  /**
   * List the tags of all workflows, the most used first.
   *
   * Spellings that differ only in case are listed once, as the oldest workflow spells it.
   */
  listTags(args?: ListTagsArgs, options?: RequestOptions): Promise<Page<WorkflowTag>>

  /** List API tokens. */
  listTokens(args?: ListTokensArgs, options?: RequestOptions): Promise<Page<Token>>

  /** List workflows without their documents, with a thumbnail and the last run. */
  listWorkflowSummaries(args?: ListWorkflowSummariesArgs, options?: RequestOptions): Promise<Page<WorkflowSummary>>

  /**
   * List the versions of a workflow, newest first.
   *
   * @throws {ApiError} NOT_FOUND
   */
  listWorkflowVersions(args: ListWorkflowVersionsArgs, options?: RequestOptions): Promise<Page<WorkflowVersion>>

  /** List workflows. */
  listWorkflows(args?: ListWorkflowsArgs, options?: RequestOptions): Promise<Page<Workflow>>

  /**
   * Wait for a call to the test address of a webhook.
   *
   * Opens `/hooks-test/{path}` for one call and returns it. Returns without a call after 45 seconds; send the
   * request again to keep listening. Closing the connection closes the address.
   *
   * @throws {ApiError} NOT_FOUND, ALREADY_EXISTS, RATE_LIMITED
   */
  listenForCall(args: ListenForCallArgs, options?: RequestOptions): Promise<ListenResult>

  /** The next five times of a cron expression in a time zone. */
  nextTimes(args: NextTimesArgs, options?: RequestOptions): Promise<NextTimes>

  /**
   * Pause an execution.
   *
   * @throws {ApiError} NOT_FOUND, EXECUTION_OVER
   */
  pausePipeline(args: PausePipelineArgs, options?: RequestOptions): Promise<void>

  /**
   * Evaluate an expression or a template.
   *
   * Replies with the value of a setting with expressions, a JSONata expression or a Liquid template, or with the
   * error that a run would fail with and its position. The data comes from the caller; `now` is the current time.
   */
  previewExpression(args: PreviewExpressionArgs, options?: RequestOptions): Promise<ExpressionPreview>

  /**
   * Publish a version of a workflow.
   *
   * For workflows with `publish: "manual"` in their config: webhooks, schedules, MCP tools and sub-workflow calls
   * use the published version, and later saves are not live until they are published. Publishes the newest version
   * unless a `revision` is given.
   *
   * @throws {ApiError} NOT_FOUND, STALE_VERSION
   */
  publishWorkflow(args: PublishWorkflowArgs, options?: RequestOptions): Promise<WorkflowState>

  /**
   * Store your draft of a workflow.
   *
   * Each person has one draft per workflow. It is not a version, nothing runs it, and it is deleted with the
   * workflow. `revision` is the revision of the draft that the caller saw: if the stored draft has another one, or
   * if the caller saw none and there is one, the reply is 409 and nothing changes.
   *
   * @throws {ApiError} NOT_FOUND, STALE_DRAFT, TOO_MANY_DRAFTS
   */
  putWorkflowDraft(args: PutWorkflowDraftArgs, options?: RequestOptions): Promise<DraftHead>

  /**
   * Register an agent.
   *
   * Its prompt and model configuration are stored encrypted and never shown.
   *
   * @throws {ApiError} ALREADY_EXISTS
   */
  registerAgentSpecAgent(args: RegisterAgentSpecAgentArgs, options?: RequestOptions): Promise<AgentSpecAgent>

  /**
   * Register a tool.
   *
   * The implementation is sandboxed JavaScript (`code`), a stored workflow (`workflow`) or an HTTP call (`http`). It
   * is stored encrypted and never shown.
   *
   * @throws {ApiError} ALREADY_EXISTS
   */
  registerAgentSpecTool(args: RegisterAgentSpecToolArgs, options?: RequestOptions): Promise<AgentSpecTool>

  /**
   * Rename a playground session.
   *
   * @throws {ApiError} NOT_FOUND
   */
  renamePlaygroundSession(args: RenamePlaygroundSessionArgs, options?: RequestOptions): Promise<PlaygroundSession>

  /**
   * Run an execution again with the same inputs.
   *
   * `from` retries from a step: results of the steps before it are taken over, under the rules of `from` in `POST
   * /workflows/{id}/execute`. `version: latest` runs the workflow as it is stored now; secrets that were part of the
   * earlier inputs are not taken over then.
   *
   * @throws {ApiError} NOT_FOUND, VALIDATION_ERROR, TOO_MANY_EXECUTIONS
   */
  rerunPipeline(args: RerunPipelineArgs, options?: RequestOptions): Promise<RerunPipelineReply>

  /**
   * Start a new conversation in a playground session.
   *
   * @throws {ApiError} NOT_FOUND
   */
  resetPlaygroundSession(args: ResetPlaygroundSessionArgs, options?: RequestOptions): Promise<PlaygroundSession>

  /**
   * Answer a question to a person.
   *
   * What `value` has to be depends on the type: a boolean for a confirmation; one option, or with `multiple` a list
   * of options, for a choice; a text; an object by field for a form; `{decisions, summary}` for a review. A value
   * that does not fit is refused and the question stays open. Where several people have to agree, it stays `pending`
   * until enough of them have answered.
   *
   * @throws {ApiError} NOT_FOUND, INTERRUPT_CLOSED, ALREADY_ANSWERED
   */
  resolveInterrupt(args: ResolveInterruptArgs, options?: RequestOptions): Promise<Interrupt>

  /**
   * Restore a version.
   *
   * @throws {ApiError} NOT_FOUND, STALE_VERSION, VALIDATION_ERROR
   */
  restoreWorkflowVersion(args: RestoreWorkflowVersionArgs, options?: RequestOptions): Promise<Saved<Workflow>>

  /**
   * Resume an execution.
   *
   * @throws {ApiError} NOT_FOUND, EXECUTION_OVER
   */
  resumePipeline(args: ResumePipelineArgs, options?: RequestOptions): Promise<void>

  /**
   * Ask the assistant to change a workflow.
   *
   * The workflow itself stays as it is: the reply holds commands, which the client shows and applies.
   *
   * @throws {ApiError} NOT_FOUND
   */
  sendChatMessage(args: SendChatMessageArgs, options?: RequestOptions): Promise<ChatReply>

  /**
   * Send a message to the workflow of a session.
   *
   * Inputs are `{nodeId: {port or setting: value}}`. With `workflow`, the turn runs that document instead of the
   * stored workflow, as `POST /execute` does.
   *
   * @throws {ApiError} NOT_FOUND, SESSION_BUSY, TOO_MANY_EXECUTIONS
   */
  sendPlaygroundMessage(args: SendPlaygroundMessageArgs, options?: RequestOptions): Promise<PlaygroundMessage>

  /**
   * Send a message and get its execution.
   *
   * Inputs are `{nodeId: {port or setting: value}}`.
   *
   * @throws {ApiError} NOT_FOUND, SESSION_BUSY, TOO_MANY_EXECUTIONS
   */
  sendPlaygroundTurn(args: SendPlaygroundTurnArgs, options?: RequestOptions): Promise<PlaygroundTurn>

  /**
   * Start an execution that waits for its start.
   *
   * `options.timeout` is in seconds.
   *
   * @throws {ApiError} NOT_FOUND, EXECUTION_OVER
   */
  startPipeline(args: StartPipelineArgs, options?: RequestOptions): Promise<StartPipelineReply>

  /**
   * Stop the executions of a playground session.
   *
   * @throws {ApiError} NOT_FOUND
   */
  stopPlaygroundSession(args: StopPlaygroundSessionArgs, options?: RequestOptions): Promise<void>

  /** Complete the name of a connection. */
  suggestConnections(args?: SuggestConnectionsArgs, options?: RequestOptions): Promise<Suggestion[]>

  /** Complete the name of a model. */
  suggestModels(args?: SuggestModelsArgs, options?: RequestOptions): Promise<Suggestion[]>

  /** Complete the name of a workflow. */
  suggestWorkflows(args?: SuggestWorkflowsArgs, options?: RequestOptions): Promise<Suggestion[]>

  /**
   * Test a connection to a model provider.
   *
   * Makes one small call, which the provider may charge for.
   *
   * @throws {ApiError} NOT_FOUND
   */
  testConnection(args: TestConnectionArgs, options?: RequestOptions): Promise<ConnectionTest>

  /**
   * Choose the model that answers for the assistant.
   *
   * Takes effect with the next message and wins over the start options; the mode `default` goes back to them.
   *
   * @throws {ApiError} NOT_FOUND
   */
  updateAssistantSettings(args: UpdateAssistantSettingsArgs, options?: RequestOptions): Promise<AssistantSettings>

  /**
   * Update a connection to a model provider.
   *
   * @throws {ApiError} NOT_FOUND, ALREADY_EXISTS
   */
  updateConnection(args: UpdateConnectionArgs, options?: RequestOptions): Promise<Connection>

  /**
   * Change a workflow.
   *
   * Only the fields in the body change. With `If-Match` or a top-level `revision` a save that would overwrite
   * another user's save is rejected; without either it wins. Every save is kept as a version. A hidden setting that
   * a node leaves out keeps its stored value, so that an export can be sent back; `null` deletes it. The message
   * reports how many were kept or removed.
   *
   * @throws {ApiError} NOT_FOUND, STALE_VERSION
   */
  updateWorkflow(args: UpdateWorkflowArgs, options?: RequestOptions): Promise<Saved<Workflow>>

  /**
   * Check an Agent Spec flow.
   *
   * Always 200: `valid` is true if the flow can run; `errors` lists the problems.
   *
   * @throws {ApiError} UPSTREAM_FAILED
   */
  validateAgentSpecFlow(args: ValidateAgentSpecFlowArgs, options?: RequestOptions): Promise<AgentSpecFlowCheck>

  /**
   * Check a workflow without saving it.
   *
   * Accepts every body that can be created; `id` and `metadata` are optional.
   */
  validateWorkflow(args: ValidateWorkflowArgs, options?: RequestOptions): Promise<ValidationResult>

  /**
   * Watch the list of executions as Server-Sent Events.
   *
   * First `ready`: from here on nothing is missed, so a list that is read afterwards stays true. Then `execution`
   * with its line of the list whenever one is made, begins to run, or ends. `missed` instead of what a slow reader
   * could not be told: look at the list again. Nothing can be resumed; a client that was away looks at the list.
   */
  watchExecutions(args?: NoArgs, options?: StreamOptions): AsyncGenerator<WatchExecutionsEvent, void, undefined>

  /**
   * Watch questions across workflows as Server-Sent Events.
   *
   * First `count`, `{pending}`: how many wait for the caller. Then `interrupt` with the whole record whenever one is
   * asked, answered or closed, no matter who may answer it. `missed` replaces changes that a slow reader lost: look
   * at the list again. Nothing can be resumed; a client that was away looks at the list.
   */
  watchInterrupts(args?: NoArgs, options?: StreamOptions): AsyncGenerator<WatchInterruptsEvent, void, undefined>

  /**
   * Watch an execution as Server-Sent Events.
   *
   * Every `update` names the jobs that changed, the status and the progress; its id goes into `Last-Event-ID` to go
   * on after an interruption without losing anything. A `delta` is a piece of a text that a node is still writing:
   * it has no id and may be missed, the whole text is in the result. The stream ends with `end` when the execution
   * does.
   *
   * @throws {ApiError} NOT_FOUND
   */
  watchPipeline(args: WatchPipelineArgs, options?: StreamOptions): AsyncGenerator<WatchPipelineEvent, void, undefined>

  /**
   * Watch a playground session as Server-Sent Events.
   *
   * Every `message` is one that is new or has changed, every `status` the status of the session. Their id goes into
   * `Last-Event-ID`, or `after`, to go on after an interruption without losing anything. A `delta` is a piece of a
   * text that a node is still writing: it has no id and is not sent again.
   *
   * @throws {ApiError} NOT_FOUND
   */
  watchPlaygroundSession(args: WatchPlaygroundSessionArgs, options?: StreamOptions): AsyncGenerator<WatchPlaygroundSessionEvent, void, undefined>
}

export interface AgentSpecAgent {
  name: string
  description: string
  inputs: Record<string, unknown>[]
  outputs: Record<string, unknown>[]
}

export interface AgentSpecCheck {
  valid: boolean
  errors: string[]
  warnings: string[]
}

export interface AgentSpecCompleteMessage {
  type: 'execution_complete'
  results: unknown
}

export interface AgentSpecErrorMessage {
  type: 'execution_error'
  error: string
}

export interface AgentSpecExecution {
  execution_id: string
  id: string
  status: 'running' | 'completed' | 'failed' | 'cancelled'
  /** The same as status. */
  execution_status: 'running' | 'completed' | 'failed' | 'cancelled'
  node_statuses: Record<string, AgentSpecNodeStatus>
  nodes: Record<string, AgentSpecNodeStatus>
  created_at?: string
  updated_at?: string
  error?: string
  /** The same as error. */
  message?: string
  waiting_for?: {
    interruptId: string
    node: string
    type: string
  }[]
  messages?: {
    role: string
    content: string
  }[]
  end_node?: string
  end_branch?: string
}

export interface AgentSpecFlowCheck {
  valid: boolean
  errors: string[]
}

export interface AgentSpecHealth {
  status: 'healthy'
  runtime: string
  version: string
  uptime: number
}

export interface AgentSpecNewAgent {
  name: string
  description?: string
  system_prompt?: string
  /** As in a flow; the default model of the service if not given. */
  llm_config?: unknown
  /** Tools, or names of registered ones. */
  tools?: unknown[]
  /** JSON Schemas; the title is the name. */
  inputs?: {
    title: string
    type?: unknown
  }[]
  /** JSON Schemas; the title is the name. */
  outputs?: {
    title: string
    type?: unknown
  }[]
  /** Whether it may ask the user. Not unless it says so. */
  human_in_the_loop?: boolean
}

export interface AgentSpecNewTool {
  name: string
  description?: string
  /** JSON Schemas; the title is the name. */
  inputs?: {
    title: string
    type?: unknown
  }[]
  /** JSON Schemas; the title is the name. */
  outputs?: {
    title: string
    type?: unknown
  }[]
  requires_confirmation?: boolean
  implementation: {
    kind: 'code'
    /** The body of a JavaScript function that gets `args` and returns the result. Runs in the sandbox. */
    source: string
  } | {
    kind: 'workflow'
    /** Id or machine name. */
    workflow: string
  } | {
    kind: 'http'
    url: string
    method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
    headers?: Record<string, string>
  }
}

export interface AgentSpecNodeMessage {
  type: 'node_status'
  node: string
  status: AgentSpecNodeStatus
}

export interface AgentSpecNodeStatus {
  status: 'idle' | 'pending' | 'running' | 'paused' | 'interrupted' | 'completed' | 'skipped' | 'failed' | 'cancelled'
  /** The same as status. */
  state: 'idle' | 'pending' | 'running' | 'paused' | 'interrupted' | 'completed' | 'skipped' | 'failed' | 'cancelled'
  execution_count: number
  started_at?: string
  duration_ms?: number
  error?: string
}

export interface AgentSpecTool {
  name: string
  description: string
  component_type: string
  inputs: Record<string, unknown>[]
  outputs: Record<string, unknown>[]
}

export interface AssistantSettings {
  /** `default`: the start options decide. `model`: the model of the connection. `rules`: no model. */
  mode: 'default' | 'model' | 'rules'
  connection: string | null
  model: string | null
  /** What answers now. */
  effective: {
    source: 'model' | 'rules'
    provider: string | null
    connection: string | null
    model: string | null
  }
}

export interface Backup {
  /** The copy of the database, on the machine of the service. */
  file: string
  bytes: number
  files: string | null
}

export interface CallHookDeleteArgs {
  path: string
  /** Sent as JSON. */
  body?: unknown
}

export interface CallHookDeleteReply {
  execution_id: string
  /** How it ended. */
  status?: string
  /** Its outputs, by name. */
  outputs?: Record<string, unknown>
}

export interface CallHookGetArgs {
  path: string
  /** Sent as JSON. */
  body?: unknown
}

export interface CallHookGetReply {
  execution_id: string
  /** How it ended. */
  status?: string
  /** Its outputs, by name. */
  outputs?: Record<string, unknown>
}

export interface CallHookPatchArgs {
  path: string
  /** Sent as JSON. */
  body?: unknown
}

export interface CallHookPatchReply {
  execution_id: string
  /** How it ended. */
  status?: string
  /** Its outputs, by name. */
  outputs?: Record<string, unknown>
}

export interface CallHookPostArgs {
  path: string
  /** Sent as JSON. */
  body?: unknown
}

export interface CallHookPostReply {
  execution_id: string
  /** How it ended. */
  status?: string
  /** Its outputs, by name. */
  outputs?: Record<string, unknown>
}

export interface CallHookPutArgs {
  path: string
  /** Sent as JSON. */
  body?: unknown
}

export interface CallHookPutReply {
  execution_id: string
  /** How it ended. */
  status?: string
  /** Its outputs, by name. */
  outputs?: Record<string, unknown>
}

export interface CallTestHookDeleteArgs {
  path: string
  /** Sent as JSON. */
  body?: unknown
}

export interface CallTestHookDeleteReply {
  captured: true
}

export interface CallTestHookGetArgs {
  path: string
  /** Sent as JSON. */
  body?: unknown
}

export interface CallTestHookGetReply {
  captured: true
}

export interface CallTestHookPatchArgs {
  path: string
  /** Sent as JSON. */
  body?: unknown
}

export interface CallTestHookPatchReply {
  captured: true
}

export interface CallTestHookPostArgs {
  path: string
  /** Sent as JSON. */
  body?: unknown
}

export interface CallTestHookPostReply {
  captured: true
}

export interface CallTestHookPutArgs {
  path: string
  /** Sent as JSON. */
  body?: unknown
}

export interface CallTestHookPutReply {
  captured: true
}

export interface Caller {
  id: string
  name: string
  role: 'viewer' | 'operator' | 'editor' | 'admin' | null
  permissions: ('read' | 'run' | 'write' | 'admin')[]
  /** What the caller was recognised by. */
  via: string
  expiresAt: string | null
}

export interface CancelAgentSpecExecutionArgs {
  /** Id of the Agent Spec execution. */
  id: string
}

export interface CancelExecutionArgs {
  id: string
}

export interface CancelInterruptArgs {
  id: string
}

/** The outputs that the webhook node would have for this call. */
export interface CapturedCall {
  body: unknown
  /** Without credentials. */
  headers: Record<string, string>
  query: Record<string, unknown>
  method: string
}

export interface Category {
  name: string
  label: string
  icon: string
  color: string
  description?: string
  weight: number
}

export interface ChatHistoryMessage {
  role: 'user' | 'assistant'
  content: string
}

export interface ChatReply {
  /** Markdown; commands stand in a fenced block with the label of the dialect. */
  content: string
  conversationId: string
  /** How many commands the reply has. */
  commands: number
  /** Who answered. */
  source: 'rules' | 'model'
}

export interface CheckAgentSpecExportArgs {
  /** Id or machine name of the workflow. */
  id: string
  dialect?: 'simple' | 'official' | undefined
  /** Of the official form, from 25.4.1; the lowest that fits unless given. */
  version?: string | undefined
}

export interface ClearChatArgs {
  /** Id or machine name of the workflow. */
  id: string
}

export interface Connection {
  id: string
  name: string
  provider: string
  baseUrl: string | null
  apiKey: string | null
  createdAt: string
  updatedAt: string
  createdBy: string
}

export interface ConnectionTest {
  ok: boolean
  /** What the model said, or why it did not. */
  message: string
  code: string | null
}

export interface CreateBackupArgs {
  body?: CreateBackupBody
}

export interface CreateBackupBody {
  /** Name of the file; the time of the backup unless given. */
  name?: string
}

export interface CreateConnectionArgs {
  body: CreateConnectionBody
}

export interface CreateConnectionBody {
  name: string
  provider: 'openai' | 'anthropic' | 'google' | 'ollama' | 'openai_compatible' | 'echo'
  baseUrl?: string | null
  apiKey?: string | null
}

export interface CreatePipelineArgs {
  /** Id or machine name of the workflow. */
  id: string
  body?: CreatePipelineBody
}

export interface CreatePipelineBody {
  inputs?: Record<string, unknown>
  options?: {
    timeout?: number
    /** Step attempts. */
    maxSteps?: number
  }
  /** The version of a stored workflow: the newest (the default), the published one, or a revision. */
  version?: 'latest' | 'published' | number
  /** Use pinned data instead of running the nodes that have it. */
  test?: boolean
  from?: {
    /** Run from this node on. */
    node: string
    execution: string
  }
}

export interface CreatePlaygroundSessionArgs {
  /** Id or machine name of the workflow. */
  id: string
  body?: CreatePlaygroundSessionBody
}

export interface CreatePlaygroundSessionBody {
  /** Left out or empty, the service makes one up. */
  name?: string
  metadata?: {
    /** Whether a message runs at once, even when all slots are taken (the default), or waits for a free one. */
    executionMode?: 'immediate' | 'queued'
  }
}

export interface CreateSessionArgs {
  body: CreateSessionBody
}

export interface CreateSessionBody {
  token?: string
  code?: string
}

export interface CreateTokenArgs {
  body: CreateTokenBody
}

export interface CreateTokenBody {
  name: string
  role: 'viewer' | 'operator' | 'editor' | 'admin'
  expiresAt?: string | null
}

export interface CreateWorkflowArgs {
  /** copied: nodes carry a copy of their type. referenced: only its id, for clients that have the catalogue. */
  types?: 'copied' | 'referenced' | undefined
  /** Id or machine name of a workflow: nodes with its ids and placeholders keep its stored secrets. */
  secrets_from?: string | undefined
  body: CreateWorkflowBody
}

export interface CreateWorkflowBody {
  name: string
  description?: string
  nodes?: readonly WorkflowNode[]
  edges?: readonly WorkflowEdge[]
  tags?: readonly string[]
  metadata?: {
    tags?: readonly string[]
    author?: string
    format?: string
  }
  config?: Record<string, unknown>
}

export interface CutValue {
  $cut: true
  /** Length of the value as JSON text. */
  characters: number
  /** The beginning of the JSON text. */
  preview: string
  /** Path of the whole value. Messages of a playground session have none. */
  href?: string
}

export interface DeleteAgentSpecAgentArgs {
  name: string
}

export interface DeleteAgentSpecToolArgs {
  name: string
}

export interface DeleteConnectionArgs {
  /** Id or name of the connection. */
  id: string
}

export interface DeletePlaygroundSessionArgs {
  sessionId: string
}

export interface DeleteTokenArgs {
  id: string
}

export interface DeleteWorkflowArgs {
  /** Id or machine name of the workflow. */
  id: string
}

export interface DeleteWorkflowDraftArgs {
  /** Id or machine name of the workflow. */
  id: string
  /** Delete only this revision of the draft. */
  revision?: number | undefined
}

export interface DiffWorkflowVersionsArgs {
  /** Id or machine name of the workflow. */
  id: string
  /** Revision or versionId to start from. */
  from: string
  /** Revision or versionId to compare with; the newest by default. */
  to?: string | undefined
}

export interface DraftHead {
  /** The revision of the workflow that the draft changes. */
  base_revision: number
  /** Grows with every write of the draft. */
  revision: number
  updated_at: string
}

export interface EndSessionArgs {
  /** Identifies a session; it is not the secret in the cookie. */
  id: string
}

export interface EndSessionsReply {
  ended: number
}

/** Every error code of the service; docs/reference/errors.md describes them. */
export type ErrorCode =
  | 'VALIDATION_ERROR'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'STALE_VERSION'
  | 'STALE_DRAFT'
  | 'TOO_MANY_DRAFTS'
  | 'NOT_PUBLISHED'
  | 'WORKFLOW_INACTIVE'
  | 'EXECUTION_OVER'
  | 'SESSION_BUSY'
  | 'INTERRUPT_CLOSED'
  | 'NOT_CANCELLABLE'
  | 'ALREADY_ANSWERED'
  | 'ALREADY_EXISTS'
  | 'PAYLOAD_TOO_LARGE'
  | 'TOO_EXPENSIVE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'RATE_LIMITED'
  | 'TOO_MANY_EXECUTIONS'
  | 'INTERNAL_ERROR'
  | 'UPSTREAM_FAILED'
  | 'NOT_READY'

export interface ExecuteAgentSpecFlowArgs {
  body: ExecuteAgentSpecFlowBody
}

export interface ExecuteAgentSpecFlowBody {
  /** An object, or the JSON or YAML text of one. */
  flow: unknown
  components?: Record<string, unknown>
  inputs?: Record<string, unknown>
  options?: {
    /** Milliseconds. */
    timeout?: number
    /** Visits of nodes. */
    maxSteps?: number
  }
}

export interface ExecuteAgentSpecFlowReply {
  execution_id: string
  id: string
  status: 'running' | 'completed' | 'failed' | 'cancelled'
  execution_status: 'running' | 'completed' | 'failed' | 'cancelled'
}

export interface ExecuteArgs {
  body: ExecuteBody
}

export interface ExecuteBody {
  inputs?: Record<string, unknown>
  options?: {
    timeout?: number
    /** Step attempts. */
    maxSteps?: number
  }
  /** The version of a stored workflow: the newest (the default), the published one, or a revision. */
  version?: 'latest' | 'published' | number
  /** Use pinned data instead of running the nodes that have it. */
  test?: boolean
  from?: {
    /** Run from this node on. */
    node: string
    execution: string
  }
  workflow_id?: string
  workflow?: {
    /** The stored workflow that placeholders of secrets come from. */
    id?: string
    name?: string
    nodes: readonly WorkflowNode[]
    edges: readonly WorkflowEdge[]
    config?: Record<string, unknown>
  }
}

export interface ExecuteWorkflowArgs {
  /** Id or machine name of the workflow. */
  id: string
  body?: ExecuteWorkflowBody
}

export interface ExecuteWorkflowBody {
  inputs?: Record<string, unknown>
  options?: {
    timeout?: number
    /** Step attempts. */
    maxSteps?: number
  }
  /** The version of a stored workflow: the newest (the default), the published one, or a revision. */
  version?: 'latest' | 'published' | number
  /** Use pinned data instead of running the nodes that have it. */
  test?: boolean
  from?: {
    /** Run from this node on. */
    node: string
    execution: string
  }
}

export interface ExecutionItem {
  id: string
  workflow_id: string
  status: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled'
  created: string
  updated: string
  /** What started it. */
  trigger?: 'manual' | 'webhook' | 'schedule' | 'sub_workflow' | 'playground' | 'mcp' | 'agentspec'
  /** The name of the caller. */
  started_by?: string
  /** Why it failed, cut to 500 characters. */
  error?: string
}

export interface ExportAgentSpecArgs {
  /** Id or machine name of the workflow. */
  id: string
  format?: 'flow' | 'document' | undefined
  dialect?: 'simple' | 'official' | undefined
  /** Of the official form, from 25.4.1; the lowest that fits unless given. */
  version?: string | undefined
  as?: 'json' | 'yaml' | undefined
}

export interface ExportWorkflowArgs {
  /** Id or machine name of the workflow. */
  id: string
  format?: 'json' | 'yaml' | undefined
  /** Whether nodes carry a copy of their type; unless given, up to 2000 nodes do. */
  types?: 'copied' | 'referenced' | undefined
}

export interface ExpressionPreview {
  value?: unknown
  /** The variables of a template that have no value, if there are any. */
  missing?: string[]
  error?: {
    code: string
    message: string
    /** Index of a character in the text, from 0. */
    position?: number
  }
}

export interface GetAgentSpecExecutionArgs {
  /** Id of the Agent Spec execution. */
  id: string
}

export interface GetAgentSpecResultsArgs {
  /** Id of the Agent Spec execution. */
  id: string
}

export interface GetConnectionArgs {
  /** Id or name of the connection. */
  id: string
}

export interface GetExecutionLogsArgs {
  id: string
  level?: 'debug' | 'info' | 'warning' | 'error' | undefined
  node_id?: string | undefined
}

export interface GetInterruptArgs {
  id: string
}

export interface GetNodeTypeArgs {
  /** The node_type_id. */
  id: string
}

export interface GetPipelineArgs {
  id: string
}

export interface GetPipelineStatusArgs {
  id: string
}

export interface GetPipelineValueArgs {
  id: string
  /** Id of the job; any word for a value of the execution itself. */
  job: string
  port: string
  /** An output, input or resolved setting of the job, an output of the execution, or what it was launched with. */
  of?: 'output' | 'input' | 'setting' | 'execution' | 'launch' | undefined
}

export interface GetPlaygroundMessageArgs {
  sessionId: string
  messageId: string
}

export interface GetPlaygroundMessageStatusArgs {
  sessionId: string
  messageId: string
}

export interface GetPlaygroundSessionArgs {
  sessionId: string
}

export interface GetWorkflowArgs {
  /** Id or machine name of the workflow. */
  id: string
  /** copied: nodes carry a copy of their type. referenced: only its id, for clients that have the catalogue. */
  types?: 'copied' | 'referenced' | undefined
}

export interface GetWorkflowDraftArgs {
  /** Id or machine name of the workflow. */
  id: string
  /** copied: nodes carry a copy of their type. referenced: only its id, for clients that have the catalogue. */
  types?: 'copied' | 'referenced' | undefined
  /** Reply with `null` instead of 404 if the caller has no draft. */
  missing?: 'null' | undefined
}

export interface GetWorkflowVersionArgs {
  /** Id or machine name of the workflow. */
  id: string
  /** The revision (number of the save) or the versionId. */
  revision: string
  /** copied: nodes carry a copy of their type. referenced: only its id, for clients that have the catalogue. */
  types?: 'copied' | 'referenced' | undefined
}

export interface Health {
  status: 'healthy'
  timestamp: string
  version: string
  service: string
  /** Whole seconds. */
  uptime: number
}

export interface ImportAgentSpecArgs {
  save?: boolean | undefined
  /** copied: nodes carry a copy of their type. referenced: only its id, for clients that have the catalogue. */
  types?: 'copied' | 'referenced' | undefined
  body: Record<string, unknown>
}

export interface ImportWorkflowArgs {
  /** copied: nodes carry a copy of their type. referenced: only its id, for clients that have the catalogue. */
  types?: 'copied' | 'referenced' | undefined
  body: ImportWorkflowBody
}

/** A workflow; or {workflow} with the workflow inside, as JSON or YAML text or as an object. */
export interface ImportWorkflowBody {
  workflow?: string | Record<string, unknown>
}

export interface Interrupt {
  id: string
  messageId?: string
  type: 'confirmation' | 'choice' | 'text' | 'form' | 'review'
  status: 'pending' | 'resolved' | 'cancelled'
  nodeId: string
  nodeLabel: string
  executionId: string
  /** Empty where the workflow was never stored. */
  workflowId: string
  sessionId?: string
  /** Which round of which loops; absent outside of loops. */
  iteration?: string
  config: Record<string, unknown>
  allowCancel: boolean
  /** How many different people have to say yes; absent where one answer is enough. */
  approvals_needed?: number
  /** Who answered what, in order. */
  responses: {
    value: unknown
    user_id: string
    user_name: string
    time: string
  }[]
  /** What it was resolved with; null until then. */
  response: unknown
  response_time?: string
  /** Who resolved or dismissed it. */
  user_id?: string
  user_name?: string
  /** Of a cancelled one: dismissed by a person, its time was up, or what asked it was stopped. */
  reason?: 'cancelled' | 'expired' | 'stopped'
  createdAt: string
  expiresAt?: string
  resolvedAt?: string
}

export interface InterruptCount {
  /** Open interrupts that wait for the caller. */
  pending: number
}

export interface Job {
  id: string
  node_id: string
  label: string
  status: 'idle' | 'pending' | 'running' | 'paused' | 'interrupted' | 'completed' | 'skipped' | 'failed' | 'cancelled'
  /** How often the node had run with this job: rounds of loops and calls of tools count, attempts do not. */
  execution_count: number
  /** Attempts of this job so far. */
  attempt: number
  /** Which round of which loops; absent outside of loops. */
  iteration?: string
  started?: string
  completed?: string
  /** Milliseconds. */
  execution_time?: number
  error_message?: string
  error_code?: string
  /**
   * Facts about the cause. For a failed HTTP call `response`: status, headers (credentials masked) and the first 10
   * kB of the body.
   */
  error_details?: Record<string, unknown>
  /** True if the failure of this job, or of a round in its loop, ended the run. */
  failed_run?: boolean
  input_data?: Record<string, unknown | CutValue>
  output_data?: Record<string, unknown | CutValue>
  /** The values of the settings that are expressions, by setting. Secrets are masked. */
  settings?: Record<string, unknown | CutValue>
  /** The execution that this step waits for. */
  child_id?: string
  /** When it waited for a timer, a retry, a child or a person; the first 50. An open wait has no end. */
  waits?: {
    from: string
    to?: string
  }[]
  until?: string
  /** Tokens that models read and wrote. */
  usage?: Usage
  /** The job of the agent that called this tool. */
  tool_of?: string
  /** The question to a person that this step waits for. */
  interrupt_id?: string
}

export interface JobStatusSummary {
  total: number
  pending: number
  running: number
  completed: number
  failed: number
  cancelled: number
  skipped: number
  paused: number
  interrupted: number
}

export interface KanbanConfig {
  columns: {
    key: string
    label: string
    statuses: ('idle' | 'pending' | 'running' | 'paused' | 'interrupted' | 'completed' | 'skipped' | 'failed' | 'cancelled')[]
    icon?: string
    color?: string
  }[]
}

export interface ListChatMessagesArgs {
  /** Id or machine name of the workflow. */
  id: string
}

export interface ListConnectionsArgs {
  limit?: number | undefined
  offset?: number | undefined
}

export interface ListExecutionsArgs {
  /** Id or machine name of the workflow. */
  workflow_id?: string | undefined
  status?: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled' | undefined
  trigger?: 'manual' | 'webhook' | 'schedule' | 'sub_workflow' | 'playground' | 'mcp' | 'agentspec' | undefined
  /** Part of the name of the caller, in any case. */
  started_by?: string | undefined
  /** Part of the error, in any case. */
  error?: string | undefined
  /** Created at or after this time. */
  from?: string | undefined
  /** Created before this time. */
  to?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

export interface ListInterruptsArgs {
  status?: 'pending' | 'resolved' | 'cancelled' | undefined
  type?: 'confirmation' | 'choice' | 'text' | 'form' | 'review' | undefined
  /** Id or machine name of the workflow. */
  workflow_id?: string | undefined
  session_id?: string | undefined
  execution_id?: string | undefined
  /** Of the pending ones, only what the caller can answer. */
  mine?: boolean | undefined
  limit?: number | undefined
  offset?: number | undefined
}

export interface ListJobsArgs {
  id: string
  /** Jobs of one node only. */
  node_id?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

export interface ListNodeTypesArgs {
  /** Only those of this category. */
  category?: string | undefined
  /** Found in name, description or a tag. */
  search?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

export interface ListPipelineInterruptsArgs {
  id: string
  status?: 'pending' | 'resolved' | 'cancelled' | undefined
  limit?: number | undefined
  offset?: number | undefined
}

export interface ListPipelinesArgs {
  /** Id or machine name of the workflow. */
  id: string
  status?: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled' | undefined
  limit?: number | undefined
  offset?: number | undefined
}

export interface ListPlaygroundMessagesArgs {
  sessionId: string
  /** Messages after this sequenceNumber, oldest first. Older clients name a date-time: messages later than that. */
  since?: string | undefined
  /** The page of messages right before this sequenceNumber. */
  before?: number | undefined
  /** The newest messages. */
  latest?: boolean | undefined
  limit?: number | undefined
}

export interface ListPlaygroundRunsArgs {
  sessionId: string
  limit?: number | undefined
}

export interface ListPlaygroundSessionsArgs {
  /** Id or machine name of the workflow. */
  id: string
  limit?: number | undefined
  offset?: number | undefined
}

export interface ListSessionInterruptsArgs {
  id: string
  status?: 'pending' | 'resolved' | 'cancelled' | undefined
  limit?: number | undefined
  offset?: number | undefined
}

export interface ListSessionsArgs {
  limit?: number | undefined
  offset?: number | undefined
}

export interface ListTagsArgs {
  /** Matches anywhere in the tag. */
  search?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

export interface ListTokensArgs {
  limit?: number | undefined
  offset?: number | undefined
}

export interface ListWorkflowSummariesArgs {
  /** Matches anywhere in name or description. */
  search?: string | undefined
  /** Comma-separated; a workflow with any of them matches. */
  tags?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
  sort?: 'created_at' | 'updated_at' | 'name' | undefined
  order?: 'asc' | 'desc' | undefined
}

export interface ListWorkflowVersionsArgs {
  /** Id or machine name of the workflow. */
  id: string
  limit?: number | undefined
  offset?: number | undefined
}

export interface ListWorkflowsArgs {
  /** Matches anywhere in name or description. */
  search?: string | undefined
  /** Comma-separated; a workflow with any of them matches. */
  tags?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
  sort?: 'created_at' | 'updated_at' | 'name' | undefined
  order?: 'asc' | 'desc' | undefined
  /** copied: nodes carry a copy of their type, which makes a page several times larger. */
  types?: 'copied' | 'referenced' | undefined
}

export interface ListedPipeline {
  id: string
  /** The name of the workflow. */
  name: string
  description: string
  status: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled'
  createdAt: string
  lastExecuted: string
  /** 0 while it waits to be started, else 1: a pipeline is executed once. */
  executionCount: number
}

export interface ListenForCall {
  /** The stored workflow, for a secret that was not changed. */
  workflow_id?: string
  node_id: string
  path: string
  method: 'POST' | 'GET' | 'PUT' | 'PATCH' | 'DELETE' | 'ANY'
  auth: 'none' | 'token' | 'hmac'
  secret?: string
}

export interface ListenForCallArgs {
  body: ListenForCall
}

export interface ListenResult {
  /** The outputs that the webhook node would have for this call. */
  call?: CapturedCall
}

export interface Liveness {
  status: 'alive'
}

export interface LogEntry {
  timestamp: string
  level: 'debug' | 'info' | 'warning' | 'error'
  message: string
  node_id?: string
  context?: Record<string, unknown>
}

export interface NewToken {
  id: string
  name: string
  role: 'viewer' | 'operator' | 'editor' | 'admin'
  createdAt: string
  createdBy: string
  expiresAt: string | null
  lastUsedAt: string | null
  /** The secret. It is shown this once. */
  token: string
}

export interface NextTimes {
  times: string[]
  /** Why the schedule is not valid; there are no times then. */
  problem?: string
}

export interface NextTimesArgs {
  cron: string
  timezone?: string | undefined
}

export type NoData = Record<string, never>

export interface NodePort {
  id: string
  name: string
  type: 'input' | 'output' | 'metadata'
  /** Data type id; decides colour and compatibility. */
  dataType: string
  /** Data type of the value that the output of a branch delivers to data ports, besides the trigger. */
  carries?: string
  required?: boolean
  description?: string
  defaultValue?: unknown
  /** JSON Schema of the data on the port. */
  schema?: Record<string, unknown>
  exposedByDefault?: boolean
  displayOrder?: number
}

export interface NodeStatus {
  status: 'idle' | 'pending' | 'running' | 'paused' | 'interrupted' | 'completed' | 'skipped' | 'failed' | 'cancelled'
  last_executed?: string
  execution_time?: number
  error?: string
  /** How often the node ran. */
  executions: number
  status_counts: Record<string, number>
}

export interface NodeType {
  node_type_id: string
  /** The same as node_type_id, for older clients. */
  id: string
  name: string
  description: string
  category: string
  version: string
  icon: string
  color: string
  /** Visual type. */
  type: string
  supportedTypes: string[]
  badge?: string
  portDataType?: string
  inputs: NodePort[]
  outputs: NodePort[]
  configSchema: Record<string, unknown>
  config?: Record<string, unknown>
  tags: string[]
  formats: string[]
  extensions: Record<string, unknown>
}

export interface PausePipelineArgs {
  id: string
}

export interface PipelineDetail {
  id: string
  workflow_id: string
  status: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled'
  created: string
  updated: string
  completed?: string
  /** What started it. */
  trigger?: 'manual' | 'webhook' | 'schedule' | 'sub_workflow' | 'playground' | 'mcp' | 'agentspec'
  /** The name of the caller. */
  started_by?: string
  is_paused: boolean
  /** All jobs, up to 1,000. Of more, the most relevant: under way, failed, then the newest. */
  jobs: Job[]
  /** Only where `jobs` is not complete. */
  jobs_total?: number
  /** `jobs` is not complete: the rest is at `/pipelines/{id}/jobs`. */
  has_more_jobs?: boolean
  node_statuses: Record<string, NodeStatus>
  /** The branches that gateways took, by node id; in a loop those of all rounds. */
  branches_taken?: Record<string, string[]>
  job_status_summary: JobStatusSummary
  kanban_config?: KanbanConfig
  inputs: Record<string, unknown | CutValue>
  outputs: Record<string, unknown | CutValue>
  /** Tokens that models read and wrote. */
  usage?: Usage
  /** Questions to people that it waits for, its own and those of what it calls, oldest first; at most 100. */
  waiting_for?: {
    interrupt_id: string
    type: string
    message: string
    node_id: string
    /** The execution that asks: this one, or one below it. */
    execution_id: string
  }[]
  error?: string
  error_code?: string
}

export interface PipelineList {
  success: true
  data: ExecutionItem[]
  message: string
  /** The entries of `data` in the form of the public editor. */
  pipelines: ListedPipeline[]
}

export interface PipelineStatus {
  id: string
  status: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled'
  progress: number
  updated: string
}

export interface PipelineUpdate {
  /** Number of the newest event; goes into `Last-Event-ID`. */
  seq: number
  /** Type of the newest event. */
  type: string
  at: string
  status: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled'
  progress: number
  /** Jobs that changed, without their data. */
  jobs: Job[]
  /** New log entries: of nodes, and of steps that started, failed or wait. */
  logs: LogEntry[]
  error?: string
}

export interface PlaygroundMessage {
  id: string
  sessionId: string
  role: 'user' | 'assistant' | 'system' | 'log'
  content: string
  timestamp: string
  status: 'pending' | 'processing' | 'completed' | 'failed'
  /** Without gaps, over all messages of the session. */
  sequenceNumber: number
  parentMessageId: string | null
  nodeId: string | null
  executionId?: string
  display: 'default' | 'log' | 'notice'
  origin: 'user' | 'workflow' | 'engine' | 'interrupt'
  metadata: Record<string, unknown>
}

export interface PlaygroundMessageList {
  success: true
  /** Ascending by sequenceNumber for every query. */
  data: PlaygroundMessage[]
  message: string
  /** Newer ones follow the page. */
  hasMore: boolean
  /** Older ones come before the page. */
  hasOlder: boolean
  sessionStatus: 'idle' | 'running' | 'awaiting_input' | 'completed' | 'failed'
}

export interface PlaygroundMessageStatus {
  id: string
  status: 'pending' | 'processing' | 'completed' | 'failed'
  sequenceNumber: number
  timestamp: string
}

export interface PlaygroundRuns {
  workflowVersion: null
  /** The newest ones, oldest first. */
  runs: {
    /** Also the id of the pipeline. */
    id: string
    /** `unknown`: it is kept no more. */
    status: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled' | 'unknown'
    startedAt: string
    completedAt?: string
  }[]
}

export interface PlaygroundSession {
  id: string
  workflowId: string
  name: string
  status: 'idle' | 'running' | 'awaiting_input' | 'completed' | 'failed'
  createdAt: string
  updatedAt: string
  /** Oldest first. */
  executions: {
    /** Also the id of the pipeline. */
    id: string
    startedAt: string
    status: 'running' | 'completed' | 'failed'
  }[]
  metadata: Record<string, unknown>
}

export interface PlaygroundSessionStatus {
  sessionStatus: 'idle' | 'running' | 'awaiting_input' | 'completed' | 'failed'
}

export interface PlaygroundTurn {
  sessionId: string
  userMessageId: string
  pipelineId: string | null
  status: 'queued' | 'running' | 'completed' | 'awaiting_input' | 'paused' | 'failed'
}

export interface PortConfig {
  version: string
  defaultDataType: string
  dataTypes: {
    id: string
    name: string
    description: string
    color: string
    category: string
    aliases?: string[]
    enabled: boolean
  }[]
  compatibilityRules: {
    from: string
    to: string
    description: string
  }[]
}

export interface PreviewExpressionArgs {
  body: PreviewExpressionBody
}

export interface PreviewExpressionBody {
  /**
   * The language of the text: `setting` is text with JSONata in double braces, evaluated over `scope`; `expression`
   * is JSONata and `template` is Liquid, both evaluated over `data`.
   */
  kind?: 'setting' | 'expression' | 'template'
  text: string
  /** What an expression is evaluated over, or the variables of a template by name. */
  data?: unknown
  /** Missing variables of a template are an error. */
  strict?: boolean
  scope?: {
    /** The inputs of the node, by port. */
    inputs?: Record<string, unknown>
    /** The outputs of other nodes, by id or machine name of the label. */
    nodes?: Record<string, Record<string, unknown>>
    /** The launch inputs. */
    launch?: Record<string, unknown>
    execution?: Record<string, unknown>
    workflow?: Record<string, unknown>
  }
}

export interface PublishWorkflowArgs {
  /** Id or machine name of the workflow. */
  id: string
  body?: PublishWorkflowBody
}

export interface PublishWorkflowBody {
  /** The version to publish; the newest by default. */
  revision?: number
}

export interface PutWorkflowDraftArgs {
  /** Id or machine name of the workflow. */
  id: string
  body: PutWorkflowDraftBody
}

export interface PutWorkflowDraftBody {
  workflow: {
    name: string
    description?: string
    nodes?: readonly WorkflowNode[]
    edges?: readonly WorkflowEdge[]
    tags?: readonly string[]
    metadata?: {
      tags?: readonly string[]
      author?: string
      format?: string
    }
    config?: Record<string, unknown>
  }
  /** The revision of the workflow that the draft changes. */
  base_revision: number
  /** The revision of the draft that the caller saw; absent if it saw none. */
  revision?: number
}

export interface Readiness {
  status: 'ready'
}

export interface RegisterAgentSpecAgentArgs {
  body: AgentSpecNewAgent
}

export interface RegisterAgentSpecToolArgs {
  body: AgentSpecNewTool
}

export interface RenamePlaygroundSessionArgs {
  sessionId: string
  body: RenamePlaygroundSessionBody
}

export interface RenamePlaygroundSessionBody {
  /** Not blank. */
  name: string
}

export interface Rerun {
  /** Run from this node on and take the earlier results over, as after fixing a failed step. */
  from?: string
  /** The workflow as it ran (the default), or as it is stored now. */
  version?: 'original' | 'latest'
}

export interface RerunPipelineArgs {
  id: string
  body?: Rerun
}

export interface RerunPipelineReply {
  pipeline_id: string
  status: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled'
}

export interface ResetPlaygroundSessionArgs {
  sessionId: string
}

export interface ResolveInterruptArgs {
  id: string
  body: ResolveInterruptBody
}

export interface ResolveInterruptBody {
  /** The answer. */
  value: unknown
}

export interface RestoreWorkflowVersionArgs {
  /** Id or machine name of the workflow. */
  id: string
  /** The revision (number of the save) or the versionId. */
  revision: string
  /** copied: nodes carry a copy of their type. referenced: only its id, for clients that have the catalogue. */
  types?: 'copied' | 'referenced' | undefined
}

export interface ResumePipelineArgs {
  id: string
}

export interface SendChatMessageArgs {
  /** Id or machine name of the workflow. */
  id: string
  body: SendChatMessageBody
}

export interface SendChatMessageBody {
  message: string
  workflowState: {
    nodes: readonly WorkflowNode[]
    edges: readonly WorkflowEdge[]
  } | null
  /** What was said before, oldest first; without it, what was stored counts. */
  history?: readonly {
    role: string
    content: string
  }[]
  conversationId?: string | null
}

export interface SendPlaygroundMessageArgs {
  sessionId: string
  body: SendPlaygroundMessageBody
}

export interface SendPlaygroundMessageBody {
  /** What the chat inputs receive. May be left out or empty only where there are inputs. */
  content?: string
  inputs?: Record<string, unknown>
  /**
   * An earlier message of a person, which this one replaces: that message and all later ones stay readable but are
   * no longer passed to the workflow. Without `inputs`, those of the replaced message apply, if the same person sent
   * it.
   */
  replaces?: string
  workflow?: {
    /** The stored workflow that placeholders of secrets come from. */
    id?: string
    name?: string
    nodes: readonly WorkflowNode[]
    edges: readonly WorkflowEdge[]
    config?: Record<string, unknown>
  }
}

export interface SendPlaygroundTurnArgs {
  sessionId: string
  body: SendPlaygroundTurnBody
}

export interface SendPlaygroundTurnBody {
  /** What the chat inputs receive. May be left out or empty only where there are inputs. */
  content?: string
  inputs?: Record<string, unknown>
  /**
   * An earlier message of a person, which this one replaces: that message and all later ones stay readable but are
   * no longer passed to the workflow. Without `inputs`, those of the replaced message apply, if the same person sent
   * it.
   */
  replaces?: string
  workflow?: {
    /** The stored workflow that placeholders of secrets come from. */
    id?: string
    name?: string
    nodes: readonly WorkflowNode[]
    edges: readonly WorkflowEdge[]
    config?: Record<string, unknown>
  }
}

export interface Session {
  /** Identifies a session; it is not the secret in the cookie. */
  id: string
  callerId: string
  name: string
  role: 'viewer' | 'operator' | 'editor' | 'admin'
  createdAt: string
  expiresAt: string
  tokenId: string | null
  /** Whether it is the session of this request. */
  isCurrent: boolean
}

export interface StartPipelineArgs {
  id: string
  body?: StartPipelineBody
}

export interface StartPipelineBody {
  inputs?: Record<string, unknown>
  options?: {
    timeout?: number
    /** Step attempts. */
    maxSteps?: number
  }
}

export interface StartPipelineReply {
  pipeline_id: string
  status: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled'
  message: string
}

export interface StartedExecution {
  execution_id: string
  pipelineId: string
  status: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled'
  started_at: string
  estimated_completion: string
}

export interface StopPlaygroundSessionArgs {
  sessionId: string
}

export interface SuggestConnectionsArgs {
  /** What has been typed so far. */
  q?: string | undefined
  limit?: number | undefined
}

export interface SuggestModelsArgs {
  /** What has been typed so far. */
  q?: string | undefined
  /** Only models of this provider. */
  provider?: string | undefined
  /** Id or name of a connection: the models that its provider lists. Replaces the provider. */
  connection?: string | undefined
  limit?: number | undefined
}

export interface SuggestWorkflowsArgs {
  /** What has been typed so far. */
  q?: string | undefined
  limit?: number | undefined
}

export interface Suggestion {
  label: string
  value: string
}

export interface SystemConfig {
  version: string
  features: Record<string, boolean>
  limits: {
    maxWorkflowNodes: number
    maxWorkflowVersions: number
    maxConcurrentExecutions: number
    maxBodyBytes: number
    maxWebhookBytes: number
    maxJsonDepth: number
    maxPortValueBytes: number
    /** For one caller; 0 means unlimited. */
    requestsPerMinute: number
  }
}

export interface TestConnectionArgs {
  /** Id or name of the connection. */
  id: string
  body?: TestConnectionBody
}

export interface TestConnectionBody {
  /** Else a common one. */
  model?: string
}

export interface TextDelta {
  event?: 'delta'
  executionId: string
  nodeId: string
  /** Id of the job that writes the text. */
  job: string
  /** Characters of the text before this piece. */
  from: number
  text: string
}

export interface Ticket {
  /** Goes into `?ticket=` of one stream. */
  ticket: string
  expiresAt: string
}

export interface Token {
  id: string
  name: string
  role: 'viewer' | 'operator' | 'editor' | 'admin'
  createdAt: string
  createdBy: string
  expiresAt: string | null
  lastUsedAt: string | null
}

export interface UpdateAssistantSettingsArgs {
  body: UpdateAssistantSettingsBody
}

export interface UpdateAssistantSettingsBody {
  mode: 'default' | 'model' | 'rules'
  connection?: string | null
  model?: string | null
}

export interface UpdateConnectionArgs {
  /** Id or name of the connection. */
  id: string
  body: UpdateConnectionBody
}

export interface UpdateConnectionBody {
  name: string
  provider: 'openai' | 'anthropic' | 'google' | 'ollama' | 'openai_compatible' | 'echo'
  baseUrl?: string | null
  apiKey?: string | null
}

export interface UpdateWorkflowArgs {
  /** Id or machine name of the workflow. */
  id: string
  /** copied: nodes carry a copy of their type. referenced: only its id, for clients that have the catalogue. */
  types?: 'copied' | 'referenced' | undefined
  body: UpdateWorkflowBody
}

export interface UpdateWorkflowBody {
  name?: string
  description?: string
  nodes?: readonly WorkflowNode[]
  edges?: readonly WorkflowEdge[]
  tags?: readonly string[]
  metadata?: {
    tags?: readonly string[]
    author?: string
    format?: string
  }
  config?: Record<string, unknown>
  revision?: number
}

/** Tokens that models read and wrote. */
export interface Usage {
  inputTokens: number
  outputTokens: number
  totalTokens: number
}

export interface ValidateAgentSpecFlowArgs {
  body: Record<string, unknown>
}

export interface ValidateWorkflowArgs {
  body: ValidateWorkflowBody
}

export interface ValidateWorkflowBody {
  name: string
  description?: string
  nodes?: readonly WorkflowNode[]
  edges?: readonly WorkflowEdge[]
  tags?: readonly string[]
  metadata?: {
    tags?: readonly string[]
    author?: string
    format?: string
  }
  config?: Record<string, unknown>
}

export interface ValidationProblem {
  code: 'DUPLICATE_NODE' | 'DUPLICATE_EDGE' | 'DANGLING_EDGE' | 'BAD_HANDLE' | 'TOO_MANY_NODES' | 'UNKNOWN_NODE_TYPE' | 'MISSING_INPUT' | 'MISSING_CONFIG' | 'BAD_CONFIG' | 'BAD_EXPRESSION' | 'BAD_TEMPLATE' | 'EXPRESSION_SETTING' | 'EXPRESSION_REFERENCE' | 'EXPRESSION_TYPE' | 'UNSUPPORTED_SCHEMA' | 'DUPLICATE_BRANCH' | 'UNKNOWN_PORT' | 'INCOMPATIBLE_PORTS' | 'CYCLE' | 'TOO_MANY_PASSED' | 'DISCONNECTED_NODE' | 'UNREACHABLE_NODE' | 'SEVERAL_SOURCES' | 'UNKNOWN_CONFIG_KEY' | 'BRANCH_WITHOUT_TARGET' | 'DUPLICATE_PORT' | 'NOT_AN_EXPRESSION' | 'PLACEHOLDER_WITHOUT_SOURCE' | 'DISABLED_SOURCE' | 'EMPTY_WORKFLOW' | 'ADD_START' | 'NAME_NODES' | 'CONNECT_LOOSE_END'
  severity: 'error' | 'warning' | 'suggestion'
  message: string
  nodeId?: string
  portId?: string
  edgeId?: string
  /** JSON pointer into the config of the node. */
  path?: string
  /** Index of a character in the expression, from 0. */
  position?: number
}

export interface ValidationResult {
  valid: boolean
  errors: string[]
  warnings: string[]
  suggestions: string[]
  problems: ValidationProblem[]
}

export interface Version {
  version: string
  build: string
  api_version: string
}

/** Watch an Agent Spec execution over a WebSocket: a message, parsed. */
export type WatchAgentSpecExecutionMessage = AgentSpecNodeMessage | AgentSpecCompleteMessage | AgentSpecErrorMessage

export type WatchExecutionsEvent = StreamEvent<'ready', NoData> | StreamEvent<'execution', ExecutionItem> | StreamEvent<'missed', NoData>

export type WatchInterruptsEvent = StreamEvent<'count', InterruptCount> | StreamEvent<'interrupt', Interrupt> | StreamEvent<'missed', NoData>

export interface WatchPipelineArgs {
  id: string
}

export type WatchPipelineEvent = StreamEvent<'update', PipelineUpdate> | StreamEvent<'delta', TextDelta> | StreamEvent<'end', NoData>

export interface WatchPlaygroundSessionArgs {
  sessionId: string
  /** The same as `Last-Event-ID`, which wins. */
  after?: number | undefined
}

export type WatchPlaygroundSessionEvent = StreamEvent<'message', PlaygroundMessage> | StreamEvent<'status', PlaygroundSessionStatus> | StreamEvent<'delta', TextDelta>

export interface Workflow {
  id: string
  name: string
  description: string
  machineName: string
  /** Grows with every save; send it back to be told of a conflict. */
  revision: number
  nodes: WorkflowNode[]
  edges: WorkflowEdge[]
  metadata: WorkflowMetadata
  config?: Record<string, unknown>
  published_revision?: number | null
  /** False if triggers do not start it. */
  active?: boolean
  /** Whether it has webhooks or schedules. */
  has_triggers?: boolean
  /** Whether the newest version is not the published one. */
  has_unpublished_changes?: boolean
}

export interface WorkflowDiff {
  /** Name, description, tags, settings and other keys of the workflow. */
  workflow: {
    /** JSON pointer. */
    path: string
    /** Absent when the value is new. */
    from?: unknown
    /** Absent when the value is gone. */
    to?: unknown
  }[]
  nodes: {
    added: {
      id: string
      label: string
    }[]
    removed: {
      id: string
      label: string
    }[]
    changed: {
      id: string
      label: string
      changes: {
        /** JSON pointer. */
        path: string
        /** Absent when the value is new. */
        from?: unknown
        /** Absent when the value is gone. */
        to?: unknown
      }[]
    }[]
  }
  edges: {
    added: {
      id: string
      label: string
    }[]
    removed: {
      id: string
      label: string
    }[]
    changed: {
      id: string
      label: string
      changes: {
        /** JSON pointer. */
        path: string
        /** Absent when the value is new. */
        from?: unknown
        /** Absent when the value is gone. */
        to?: unknown
      }[]
    }[]
  }
}

export interface WorkflowDraft {
  workflow: {
    name: string
    description?: string
    nodes?: WorkflowNode[]
    edges?: WorkflowEdge[]
    tags?: string[]
    metadata?: {
      tags?: string[]
      author?: string
      format?: string
    }
    config?: Record<string, unknown>
  }
  /** The revision of the workflow that the draft changes. */
  base_revision: number
  /** Grows with every write of the draft. */
  revision: number
  updated_at: string
}

export interface WorkflowEdge {
  id: string
  source: string
  target: string
  sourceHandle?: string | null
  targetHandle?: string | null
  type?: string
  selectable?: boolean
  deletable?: boolean
  data?: {
    label?: string
    condition?: string
    metadata?: {
      edgeType?: string
      sourcePortDataType?: string
    }
    isToolConnection?: boolean
    targetNodeType?: string
    targetCategory?: string
  }
}

export interface WorkflowMetadata {
  schemaVersion: string
  /** The same as schemaVersion, for older clients. */
  version: string
  createdAt: string
  updatedAt: string
  author?: string
  tags: string[]
  versionId: string
  updateNumber: number
  format: string
}

export interface WorkflowNode {
  id: string
  type?: string
  position?: {
    x: number
    y: number
  }
  deletable?: boolean
  data?: {
    label?: string
    /** The id of the node once more, for older clients. */
    nodeId?: string
    config?: Record<string, unknown>
    metadata?: Record<string, unknown>
    isProcessing?: boolean
    error?: string
    executionInfo?: {
      status?: string
      executionCount?: number
      lastExecuted?: string
      lastExecutionDuration?: number
      lastError?: string
      isExecuting?: boolean
    }
    extensions?: Record<string, unknown>
  }
}

export interface WorkflowState {
  id: string
  revision: number
  published_revision: number | null
  /** False if triggers do not start it. */
  active: boolean
  /** Whether it has webhooks or schedules. */
  has_triggers: boolean
  /** Whether the newest version is not the published one. */
  has_unpublished_changes: boolean
}

export interface WorkflowSummary {
  id: string
  machineName: string
  name: string
  description: string
  tags: string[]
  revision: number
  created_at: string
  updated_at: string
  published_revision: number | null
  /** False if triggers do not start it. */
  active: boolean
  /** Whether it has webhooks or schedules. */
  has_triggers: boolean
  /** Whether the newest version is not the published one. */
  has_unpublished_changes: boolean
  /** Whether versions are published by hand. */
  publish: 'manual' | 'automatic'
  /** What can start the newest version. */
  triggers: ('webhook' | 'schedule' | 'tool')[]
  has_secrets: boolean
  node_count: number
  thumbnail: WorkflowThumbnail
  last_run: ExecutionItem | null
}

export interface WorkflowTag {
  tag: string
  /** Workflows that have it. */
  count: number
}

export interface WorkflowThumbnail {
  nodes: {
    x: number
    y: number
    /** The id of the node type. */
    type: string
  }[]
  edges: number[][]
}

export interface WorkflowVersion {
  revision: number
  versionId: string
  savedAt: string
  savedBy: string
}
