// Generated from the routes of the service by `npm run generate`. Do not edit.

import type { NoArgs, Page, RequestOptions, Saved, StreamEvent, StreamOptions } from './types.ts'

export interface Operations {
  /**
   * Call a webhook with DELETE.
   *
   * Needs no credential of the service: the webhook node defines how callers authenticate. `token`: the secret as
   * `Authorization: Bearer` or `X-API-Key`. `hmac`: `X-Signature: sha256=<hex>` (or `X-Hub-Signature-256`), the HMAC
   * of the body. `gitlab`, `slack`, `stripe` and `standard` (Standard Webhooks): the headers of these senders. An
   * `Idempotency-Key` makes it safe to send a call again: it starts one execution.
   *
   * @throws {ApiError} NOT_FOUND, METHOD_NOT_ALLOWED, UNAUTHORIZED, VALIDATION_ERROR, WORKFLOW_INACTIVE,
   * NOT_PUBLISHED, TOO_MANY_EXECUTIONS, UPSTREAM_FAILED
   */
  callHookDelete(args: CallHookDeleteArgs, options?: RequestOptions): Promise<CallHookDeleteReply>

  /**
   * Call a webhook with GET.
   *
   * Needs no credential of the service: the webhook node defines how callers authenticate. `token`: the secret as
   * `Authorization: Bearer` or `X-API-Key`. `hmac`: `X-Signature: sha256=<hex>` (or `X-Hub-Signature-256`), the HMAC
   * of the body. `gitlab`, `slack`, `stripe` and `standard` (Standard Webhooks): the headers of these senders. An
   * `Idempotency-Key` makes it safe to send a call again: it starts one execution.
   *
   * @throws {ApiError} NOT_FOUND, METHOD_NOT_ALLOWED, UNAUTHORIZED, VALIDATION_ERROR, WORKFLOW_INACTIVE,
   * NOT_PUBLISHED, TOO_MANY_EXECUTIONS, UPSTREAM_FAILED
   */
  callHookGet(args: CallHookGetArgs, options?: RequestOptions): Promise<CallHookGetReply>

  /**
   * Call a webhook with PATCH.
   *
   * Needs no credential of the service: the webhook node defines how callers authenticate. `token`: the secret as
   * `Authorization: Bearer` or `X-API-Key`. `hmac`: `X-Signature: sha256=<hex>` (or `X-Hub-Signature-256`), the HMAC
   * of the body. `gitlab`, `slack`, `stripe` and `standard` (Standard Webhooks): the headers of these senders. An
   * `Idempotency-Key` makes it safe to send a call again: it starts one execution.
   *
   * @throws {ApiError} NOT_FOUND, METHOD_NOT_ALLOWED, UNAUTHORIZED, VALIDATION_ERROR, WORKFLOW_INACTIVE,
   * NOT_PUBLISHED, TOO_MANY_EXECUTIONS, UPSTREAM_FAILED
   */
  callHookPatch(args: CallHookPatchArgs, options?: RequestOptions): Promise<CallHookPatchReply>

  /**
   * Call a webhook with POST.
   *
   * Needs no credential of the service: the webhook node defines how callers authenticate. `token`: the secret as
   * `Authorization: Bearer` or `X-API-Key`. `hmac`: `X-Signature: sha256=<hex>` (or `X-Hub-Signature-256`), the HMAC
   * of the body. `gitlab`, `slack`, `stripe` and `standard` (Standard Webhooks): the headers of these senders. An
   * `Idempotency-Key` makes it safe to send a call again: it starts one execution.
   *
   * @throws {ApiError} NOT_FOUND, METHOD_NOT_ALLOWED, UNAUTHORIZED, VALIDATION_ERROR, WORKFLOW_INACTIVE,
   * NOT_PUBLISHED, TOO_MANY_EXECUTIONS, UPSTREAM_FAILED
   */
  callHookPost(args: CallHookPostArgs, options?: RequestOptions): Promise<CallHookPostReply>

  /**
   * Call a webhook with PUT.
   *
   * Needs no credential of the service: the webhook node defines how callers authenticate. `token`: the secret as
   * `Authorization: Bearer` or `X-API-Key`. `hmac`: `X-Signature: sha256=<hex>` (or `X-Hub-Signature-256`), the HMAC
   * of the body. `gitlab`, `slack`, `stripe` and `standard` (Standard Webhooks): the headers of these senders. An
   * `Idempotency-Key` makes it safe to send a call again: it starts one execution.
   *
   * @throws {ApiError} NOT_FOUND, METHOD_NOT_ALLOWED, UNAUTHORIZED, VALIDATION_ERROR, WORKFLOW_INACTIVE,
   * NOT_PUBLISHED, TOO_MANY_EXECUTIONS, UPSTREAM_FAILED
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
   * Running steps are aborted and no further step starts.
   *
   * @throws {ApiError} NOT_FOUND, EXECUTION_OVER, UPSTREAM_FAILED
   */
  cancelAgentSpecExecution(args: CancelAgentSpecExecutionArgs, options?: RequestOptions): Promise<void>

  /**
   * Cancel an execution.
   *
   * Running steps are aborted and no further step starts. The reply is sent once the cancellation is on disk.
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
   * Change your password.
   *
   * For people with a local account. Ends their other browser sessions.
   */
  changePassword(args: ChangePasswordArgs, options?: RequestOptions): Promise<void>

  /**
   * Check whether a workflow can be exported as Agent Spec.
   *
   * A cycle is an error in the simple form and allowed in the official form.
   *
   * @throws {ApiError} NOT_FOUND
   */
  checkAgentSpecExport(args: CheckAgentSpecExportArgs, options?: RequestOptions): Promise<AgentSpecCheck>

  /**
   * Choose a password.
   *
   * Accepts the code of an invitation or of a link from an admin, ends all sessions of the person, and sets the
   * session cookie.
   *
   * @throws {ApiError} UNAUTHORIZED
   */
  choosePassword(args: ChoosePasswordArgs, options?: RequestOptions): Promise<Caller>

  /**
   * Clear the chat of a workflow.
   *
   * Deletes all messages of the chat. The workflow itself does not change.
   *
   * @throws {ApiError} NOT_FOUND
   */
  clearChat(args: ClearChatArgs, options?: RequestOptions): Promise<void>

  /**
   * Start to connect a credential.
   *
   * Returns the page of the provider on which a person allows the access. A connection that was started in a browser
   * session ends in the same session; others end with `POST /credentials/{id}/connection`.
   *
   * @throws {ApiError} NOT_FOUND, VALIDATION_ERROR
   */
  connectCredential(args: ConnectCredentialArgs, options?: RequestOptions): Promise<CredentialAuthorization>

  /**
   * Write a backup of the database.
   *
   * Writes a consistent copy of the database, and of the files of nodes, to the folder `backups` of the data folder
   * while the service runs. The secret key is not copied. A backup of a Postgres database has the same format: it
   * can be restored to SQLite and to Postgres.
   *
   * @throws {ApiError} ALREADY_EXISTS
   */
  createBackup(args?: CreateBackupArgs, options?: RequestOptions): Promise<Backup>

  /**
   * Create a budget.
   *
   * Limits what models may use in a month (UTC), for the whole instance, a project, a workflow, a person or a model.
   * What was used before in this month counts. When it is used up, calls of models fail with `BUDGET_EXCEEDED`.
   *
   * @throws {ApiError} ALREADY_EXISTS
   */
  createBudget(args: CreateBudgetArgs, options?: RequestOptions): Promise<Budget>

  /**
   * Create a connection to a model provider.
   *
   * The key is encrypted and never returned.
   *
   * @throws {ApiError} ALREADY_EXISTS
   */
  createConnection(args: CreateConnectionArgs, options?: RequestOptions): Promise<Connection>

  /**
   * Create a credential.
   *
   * Its secrets are encrypted and never returned. Nodes refer to it by name.
   *
   * @throws {ApiError} ALREADY_EXISTS, NOT_FOUND
   */
  createCredential(args: CreateCredentialArgs, options?: RequestOptions): Promise<Credential>

  /**
   * Create a link to choose a password.
   *
   * Works once, for 24 hours; for a person who has not chosen a password yet, for a week. Earlier links of the
   * person become invalid; the current password stays valid until a new one is chosen.
   *
   * @throws {ApiError} NOT_FOUND
   */
  createPasswordLink(args: CreatePasswordLinkArgs, options?: RequestOptions): Promise<PasswordLink>

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
   * A session is a conversation with a workflow. Nothing runs until a message is sent.
   *
   * @throws {ApiError} NOT_FOUND
   */
  createPlaygroundSession(args: CreatePlaygroundSessionArgs, options?: RequestOptions): Promise<PlaygroundSession>

  /**
   * Create a project.
   *
   * The id is made from the name unless the body has one, and never changes.
   *
   * @throws {ApiError} ALREADY_EXISTS
   */
  createProject(args: CreateProjectArgs, options?: RequestOptions): Promise<Project>

  /**
   * Sign in a browser.
   *
   * Accepts an API token, a JWT, the code of a one-time link, or an e-mail address and a password, and sets a cookie
   * that scripts cannot read. Writes with the cookie must come from a page of this origin or of one in
   * --cors-origin.
   *
   * @throws {ApiError} UNAUTHORIZED
   */
  createSession(args: CreateSessionArgs, options?: RequestOptions): Promise<Caller>

  /**
   * Subscribe to events.
   *
   * Every event from now on is sent at least once, with retries over about two days. The secret that signs the
   * messages of a `webhook` is returned only here.
   */
  createSubscription(args: CreateSubscriptionArgs, options?: RequestOptions): Promise<CreatedSubscription>

  /**
   * Create a ticket for one stream.
   *
   * Valid for one use within 60 seconds, with the role of the caller.
   */
  createTicket(args?: NoArgs, options?: RequestOptions): Promise<Ticket>

  /**
   * Create an API token.
   *
   * Only this reply contains the secret of the token.
   *
   * @throws {ApiError} NOT_FOUND
   */
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
   * Delete a budget.
   *
   * The usage that it counted stays.
   *
   * @throws {ApiError} NOT_FOUND
   */
  deleteBudget(args: DeleteBudgetArgs, options?: RequestOptions): Promise<void>

  /**
   * Delete a connection to a model provider.
   *
   * Deletes the connection with its key. Nodes that use it fail from then on.
   *
   * @throws {ApiError} NOT_FOUND
   */
  deleteConnection(args: DeleteConnectionArgs, options?: RequestOptions): Promise<void>

  /**
   * Delete a credential.
   *
   * Revokes the tokens of a connected account if the credential has a revocation URL, and deletes the credential
   * with its secrets. Nodes that use it fail from then on.
   *
   * @throws {ApiError} NOT_FOUND
   */
  deleteCredential(args: DeleteCredentialArgs, options?: RequestOptions): Promise<void>

  /**
   * Delete the price of a model.
   *
   * Calls from now on have the price of `--model-price`, or none.
   *
   * @throws {ApiError} NOT_FOUND
   */
  deleteModelPrice(args: DeleteModelPriceArgs, options?: RequestOptions): Promise<void>

  /**
   * Delete a playground session with its messages and executions.
   *
   * Executions of the session that are still running are cancelled first.
   *
   * @throws {ApiError} NOT_FOUND
   */
  deletePlaygroundSession(args: DeletePlaygroundSessionArgs, options?: RequestOptions): Promise<void>

  /**
   * Delete a project without workflows and credentials.
   *
   * Also deletes its members, its tokens, and the values, vectors and files of its workflows.
   *
   * @throws {ApiError} NOT_FOUND, PROJECT_NOT_EMPTY
   */
  deleteProject(args: DeleteProjectArgs, options?: RequestOptions): Promise<void>

  /**
   * Sign out.
   *
   * Ends the session of the cookie, and the streams and tickets that were created from it.
   */
  deleteSession(args?: NoArgs, options?: RequestOptions): Promise<void>

  /**
   * Delete a subscription.
   *
   * Also deletes its deliveries. Those that wait are not sent.
   *
   * @throws {ApiError} NOT_FOUND
   */
  deleteSubscription(args: DeleteSubscriptionArgs, options?: RequestOptions): Promise<void>

  /**
   * Revoke an API token.
   *
   * Also ends the browser sessions and tickets that were created from the token.
   *
   * @throws {ApiError} NOT_FOUND
   */
  deleteToken(args: DeleteTokenArgs, options?: RequestOptions): Promise<void>

  /**
   * Delete a workflow with all its versions and its history.
   *
   * Deletes its versions, executions, drafts and triggers as well. Send `If-Match` to delete only a known revision.
   *
   * @throws {ApiError} NOT_FOUND, STALE_VERSION
   */
  deleteWorkflow(args: DeleteWorkflowArgs, options?: RequestOptions): Promise<void>

  /**
   * Delete your draft of a workflow.
   *
   * Succeeds also if there is no draft.
   *
   * @throws {ApiError} NOT_FOUND, STALE_DRAFT
   */
  deleteWorkflowDraft(args: DeleteWorkflowDraftArgs, options?: RequestOptions): Promise<void>

  /**
   * Compare two versions of a workflow.
   *
   * Added, removed and changed nodes and edges, with the path and both values of each change.
   *
   * @throws {ApiError} NOT_FOUND
   */
  diffWorkflowVersions(args: DiffWorkflowVersionsArgs, options?: RequestOptions): Promise<WorkflowDiff>

  /**
   * Disconnect a credential.
   *
   * Revokes its tokens at the provider if it has a revocation URL, and deletes them. Nodes that use it fail until it
   * is connected again.
   *
   * @throws {ApiError} NOT_FOUND
   */
  disconnectCredential(args: DisconnectCredentialArgs, options?: RequestOptions): Promise<Credential>

  /**
   * Sign a person out.
   *
   * Ends the browser sessions of a caller, with or without an account, and their streams, except the session of this
   * request.
   */
  endPersonSessions(args: EndPersonSessionsArgs, options?: RequestOptions): Promise<EndPersonSessionsReply>

  /**
   * End a browser session.
   *
   * Signs the browser out, and ends the streams and tickets of its session.
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
   * @throws {ApiError} NOT_FOUND, NOT_PUBLISHED, VALUES_NOT_KEPT, TOO_MANY_EXECUTIONS
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
   * @throws {ApiError} NOT_FOUND, NOT_PUBLISHED, VALUES_NOT_KEPT, TOO_MANY_EXECUTIONS
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
   * A file without secrets. `POST /workflows/import` accepts it.
   *
   * @throws {ApiError} NOT_FOUND, TOO_EXPENSIVE
   */
  exportWorkflow(args: ExportWorkflowArgs, options?: RequestOptions): Promise<Workflow | string>

  /**
   * Finish to connect a credential.
   *
   * For callers without a browser session: `url` is the address that the provider has sent the browser to. Works
   * once, for the caller who started.
   *
   * @throws {ApiError} NOT_FOUND, VALIDATION_ERROR, UPSTREAM_FAILED
   */
  finishConnection(args: FinishConnectionArgs, options?: RequestOptions): Promise<Credential>

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

  /**
   * Read which model answers for the assistant.
   *
   * `mode`, `connection` and `model` are the stored choice; `effective` is what answers now.
   */
  getAssistantSettings(args?: NoArgs, options?: RequestOptions): Promise<AssistantSettings>

  /**
   * Get a connection to a model provider.
   *
   * The key is not included; a placeholder with its last characters shows whether there is one.
   *
   * @throws {ApiError} NOT_FOUND
   */
  getConnection(args: GetConnectionArgs, options?: RequestOptions): Promise<Connection>

  /**
   * Get a credential.
   *
   * Secrets are not included; a placeholder with the last characters shows whether there is one.
   *
   * @throws {ApiError} NOT_FOUND
   */
  getCredential(args: GetCredentialArgs, options?: RequestOptions): Promise<Credential>

  /**
   * Get the default error workflow.
   *
   * It runs when a workflow of the project fails that names none in `config.error_workflow`.
   *
   * @throws {ApiError} NOT_FOUND
   */
  getErrorWorkflow(args?: GetErrorWorkflowArgs, options?: RequestOptions): Promise<ErrorWorkflow>

  /**
   * Read the log of an execution.
   *
   * The entries of all steps, oldest first. Filter them by level or by node.
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
   * Get the progress of a key rotation.
   *
   * How many values were encrypted with the new key, and how many keys decrypt: two until it is finished.
   */
  getKeyRotation(args?: NoArgs, options?: RequestOptions): Promise<KeyRotationStatus>

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
   * The node type with its ports and the JSON Schema of its config, in the language of `Accept-Language`.
   *
   * @throws {ApiError} NOT_FOUND
   */
  getNodeType(args: GetNodeTypeArgs, options?: RequestOptions): Promise<NodeType>

  /**
   * This document.
   *
   * The OpenAPI 3.1 document of the API. With the setting `--public-openapi` it needs no credential.
   */
  getOpenApi(args?: NoArgs, options?: RequestOptions): Promise<Record<string, unknown>>

  /**
   * Read an execution: status, jobs, node statuses, inputs, outputs.
   *
   * Values that are too long are replaced by a `CutValue`; read them with `GET /pipelines/{id}/values/{job}/{port}`.
   *
   * @throws {ApiError} NOT_FOUND
   */
  getPipeline(args: GetPipelineArgs, options?: RequestOptions): Promise<PipelineDetail>

  /**
   * Read the status of an execution.
   *
   * Status and progress only: a small reply for polling. Streams of events need no polling.
   *
   * @throws {ApiError} NOT_FOUND
   */
  getPipelineStatus(args: GetPipelineStatusArgs, options?: RequestOptions): Promise<PipelineStatus>

  /**
   * Read one input or output of a step, or of the execution, whole.
   *
   * The value that the detail of the execution replaces by a `CutValue` because it is too long.
   *
   * @throws {ApiError} NOT_FOUND
   */
  getPipelineValue(args: GetPipelineValueArgs, options?: RequestOptions): Promise<unknown>

  /**
   * Read a message.
   *
   * The message with its status and metadata.
   *
   * @throws {ApiError} NOT_FOUND
   */
  getPlaygroundMessage(args: GetPlaygroundMessageArgs, options?: RequestOptions): Promise<PlaygroundMessage>

  /**
   * Read the status of a message.
   *
   * A small reply for polling. The stream of the session needs no polling.
   *
   * @throws {ApiError} NOT_FOUND
   */
  getPlaygroundMessageStatus(args: GetPlaygroundMessageStatusArgs, options?: RequestOptions): Promise<PlaygroundMessageStatus>

  /**
   * Read a playground session.
   *
   * Name, status and executions of the session; read its messages with `GET …/messages`.
   *
   * @throws {ApiError} NOT_FOUND
   */
  getPlaygroundSession(args: GetPlaygroundSessionArgs, options?: RequestOptions): Promise<PlaygroundSession>

  /**
   * Port data types and compatibility rules.
   *
   * The data types of ports, with their colours, and which of them can be connected.
   */
  getPortConfig(args?: NoArgs, options?: RequestOptions): Promise<PortConfig>

  /**
   * Get a project.
   *
   * With the number of its workflows, credentials and members.
   *
   * @throws {ApiError} NOT_FOUND
   */
  getProject(args: GetProjectArgs, options?: RequestOptions): Promise<Project>

  /**
   * Whether requests should be sent to this service.
   *
   * Open without a credential. Responds with 503 while the service starts, while its database is unavailable, and in
   * a standby; a service that stops is ready until a standby is, or until it closes its port, and in a cluster not
   * ready at once. A standby that takes over is ready: it answers requests when it has the database. `error`
   * contains the reason, and for a standby `details` names the service that uses the database. In a cluster the
   * reply contains the role of the process, whether Restate responds, and whether a worker is registered; neither
   * makes it not ready, nor do files of custom node types that do not load.
   *
   * @throws {ApiError} NOT_READY
   */
  getReadiness(args?: NoArgs, options?: RequestOptions): Promise<Readiness>

  /**
   * Get the redirect URI of OAuth 2.0.
   *
   * The same for all credentials. Without `--public-url` it is the address that the caller uses.
   */
  getRedirectUri(args?: NoArgs, options?: RequestOptions): Promise<RedirectUri>

  /**
   * Get the current caller.
   *
   * Name, role and permissions of the caller, and when the credential expires.
   */
  getSession(args?: NoArgs, options?: RequestOptions): Promise<Caller>

  /**
   * Get the ways to sign in.
   *
   * Whether there are accounts with a password, and the identity provider. API tokens always work.
   */
  getSignInMethods(args?: NoArgs, options?: RequestOptions): Promise<SignInMethods>

  /**
   * Get a subscription.
   *
   * Without its secrets, with the health of its deliveries.
   *
   * @throws {ApiError} NOT_FOUND
   */
  getSubscription(args: GetSubscriptionArgs, options?: RequestOptions): Promise<Subscription>

  /**
   * Features and limits of this service.
   *
   * Clients use it to hide features that this service does not have and to check limits before a request.
   */
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
   * The newest version. Secrets are replaced by placeholders. Send the `ETag` as `If-Match` when you save.
   *
   * @throws {ApiError} NOT_FOUND
   */
  getWorkflow(args: GetWorkflowArgs, options?: RequestOptions): Promise<Workflow>

  /**
   * Read your draft of a workflow.
   *
   * The unsaved work of the caller on this workflow. Secrets are replaced by placeholders.
   *
   * @throws {ApiError} NOT_FOUND
   */
  getWorkflowDraft(args: GetWorkflowDraftArgs, options?: RequestOptions): Promise<WorkflowDraft | null>

  /**
   * Read one version of a workflow.
   *
   * The whole document of the version. Secrets are replaced by placeholders.
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
   * @throws {ApiError} ALREADY_EXISTS, NOT_FOUND
   */
  importAgentSpec(args: ImportAgentSpecArgs, options?: RequestOptions): Promise<Workflow>

  /**
   * Import a workflow from JSON or YAML.
   *
   * Assigns a new UUID and new dates. Exports never contain secrets: enter them again.
   *
   * @throws {ApiError} PAYLOAD_TOO_LARGE, ALREADY_EXISTS, NOT_FOUND
   */
  importWorkflow(args: ImportWorkflowArgs, options?: RequestOptions): Promise<Saved<Workflow>>

  /**
   * Invite a person.
   *
   * Creates a local account and a link with which its owner chooses a password. The link works once, for a week;
   * send it to the person yourself.
   *
   * @throws {ApiError} ALREADY_EXISTS
   */
  invitePerson(args: InvitePersonArgs, options?: RequestOptions): Promise<InvitedPerson>

  /**
   * List registered agents.
   *
   * Agents that the agent nodes of a flow can refer to by name.
   *
   * @throws {ApiError} UPSTREAM_FAILED
   */
  listAgentSpecAgents(args?: NoArgs, options?: RequestOptions): Promise<AgentSpecAgent[]>

  /**
   * List registered tools.
   *
   * Tools that the tool nodes and agents of a flow can refer to by name.
   *
   * @throws {ApiError} UPSTREAM_FAILED
   */
  listAgentSpecTools(args?: NoArgs, options?: RequestOptions): Promise<AgentSpecTool[]>

  /**
   * List the audit log.
   *
   * Newest first: who signed in, changed, exported, answered, created or revoked what, and when.
   */
  listAudit(args?: ListAuditArgs, options?: RequestOptions): Promise<Page<AuditEntry>>

  /**
   * List budgets.
   *
   * Oldest first, with what has been used of them in this month. With `project`, and for admins of projects: the
   * budgets of the project and of its workflows.
   */
  listBudgets(args?: ListBudgetsArgs, options?: RequestOptions): Promise<Page<Budget>>

  /**
   * List node categories.
   *
   * The categories of the node list, in the order in which an editor shows them.
   */
  listCategories(args?: NoArgs, options?: RequestOptions): Promise<Category[]>

  /**
   * Read the chat of a workflow.
   *
   * The conversation with the assistant about this workflow, oldest message first.
   *
   * @throws {ApiError} NOT_FOUND
   */
  listChatMessages(args: ListChatMessagesArgs, options?: RequestOptions): Promise<ChatHistoryMessage[]>

  /**
   * List connections to model providers.
   *
   * Sorted by name, without their keys.
   */
  listConnections(args?: ListConnectionsArgs, options?: RequestOptions): Promise<Page<Connection>>

  /**
   * List the workflows that use a credential.
   *
   * Those whose last saved or published version refers to it, sorted by machine name.
   *
   * @throws {ApiError} NOT_FOUND
   */
  listCredentialWorkflows(args: ListCredentialWorkflowsArgs, options?: RequestOptions): Promise<Page<CredentialUser>>

  /**
   * List credentials.
   *
   * Sorted by name, without their secrets.
   */
  listCredentials(args?: ListCredentialsArgs, options?: RequestOptions): Promise<Page<Credential>>

  /**
   * List deliveries.
   *
   * Newest first: those that wait, and the last 1,000 that ended. The id `error-workflow` lists the starts of error
   * workflows.
   *
   * @throws {ApiError} NOT_FOUND
   */
  listDeliveries(args: ListDeliveriesArgs, options?: RequestOptions): Promise<Page<Delivery>>

  /**
   * List executions across workflows, newest first.
   *
   * A search by `trigger`, `started_by`, `started_by_kind`, `started_by_id`, `revision`, `error`, `from` or `to`
   * reads the newest 100,000 executions of the workflow and status. If older ones were not read, the reply has the
   * header `X-Search-Partial: true`. Errors are English; with `Accept-Language: de` a part of their German text
   * finds them too.
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

  /**
   * List prices of models.
   *
   * By name: stored prices, and those of `--model-price` that they do not override.
   */
  listModelPrices(args?: ListModelPricesArgs, options?: RequestOptions): Promise<Page<ModelPrice>>

  /**
   * List node types.
   *
   * All node types with their ports and the JSON Schemas of their configs, in the language of `Accept-Language`.
   */
  listNodeTypes(args?: ListNodeTypesArgs, options?: RequestOptions): Promise<Page<NodeType>>

  /**
   * List people.
   *
   * People with an account, by name; then callers without one who are signed in with a token or a link.
   */
  listPeople(args?: ListPeopleArgs, options?: RequestOptions): Promise<Page<Person>>

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
   * `data` has the same records as `GET /executions`; `pipelines` has them in the format of older clients.
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
   * One execution for each message of the user, oldest first; `limit` keeps the newest ones.
   *
   * @throws {ApiError} NOT_FOUND
   */
  listPlaygroundRuns(args: ListPlaygroundRunsArgs, options?: RequestOptions): Promise<PlaygroundRuns>

  /**
   * List the playground sessions of a workflow, newest first.
   *
   * Sessions without their messages.
   *
   * @throws {ApiError} NOT_FOUND
   */
  listPlaygroundSessions(args: ListPlaygroundSessionsArgs, options?: RequestOptions): Promise<Page<PlaygroundSession>>

  /**
   * List the members of a project.
   *
   * People by name, then groups. Callers with a role in the whole service are not listed.
   *
   * @throws {ApiError} NOT_FOUND
   */
  listProjectMembers(args: ListProjectMembersArgs, options?: RequestOptions): Promise<Page<ProjectMember>>

  /**
   * List projects.
   *
   * The default project first, the others by name. Members see the projects that they are a member of.
   */
  listProjects(args?: ListProjectsArgs, options?: RequestOptions): Promise<Page<Project>>

  /**
   * List the questions of a playground session, oldest first.
   *
   * Those that its turns have asked, open and closed.
   *
   * @throws {ApiError} NOT_FOUND
   */
  listSessionInterrupts(args: ListSessionInterruptsArgs, options?: RequestOptions): Promise<Page<Interrupt>>

  /**
   * List browser sessions.
   *
   * Newest first, including those of the sign-in link.
   */
  listSessions(args?: ListSessionsArgs, options?: RequestOptions): Promise<Page<Session>>

  /**
   * List subscriptions.
   *
   * Oldest first, without their secrets.
   */
  listSubscriptions(args?: ListSubscriptionsArgs, options?: RequestOptions): Promise<Page<Subscription>>

  /**
   * List the tags of all workflows, the most used first.
   *
   * Spellings that differ only in case are listed once, as the oldest workflow spells it.
   */
  listTags(args?: ListTagsArgs, options?: RequestOptions): Promise<Page<WorkflowTag>>

  /**
   * List API tokens.
   *
   * Newest first, without their secrets.
   */
  listTokens(args?: ListTokensArgs, options?: RequestOptions): Promise<Page<Token>>

  /**
   * List what models used.
   *
   * Calls, tokens and cost of this month or of other days, added up by workflow, person, model or day. Days from the
   * newest, others from the highest cost. Admins of a project see what its workflows used.
   */
  listUsage(args?: ListUsageArgs, options?: RequestOptions): Promise<Page<UsageEntry>>

  /**
   * List workflows without their documents, with a thumbnail and the last run.
   *
   * The most recently changed workflow is first, unless `sort` and `order` are set.
   */
  listWorkflowSummaries(args?: ListWorkflowSummariesArgs, options?: RequestOptions): Promise<Page<WorkflowSummary>>

  /**
   * List the versions of a workflow, newest first.
   *
   * Every save is a version. The list has no documents.
   *
   * @throws {ApiError} NOT_FOUND
   */
  listWorkflowVersions(args: ListWorkflowVersionsArgs, options?: RequestOptions): Promise<Page<WorkflowVersion>>

  /**
   * List workflows.
   *
   * The most recently changed workflow is first, unless `sort` and `order` are set. Includes the documents.
   */
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

  /**
   * Move a workflow to another project.
   *
   * Its executions, sessions and questions move with it. Credentials, keyed values and vectors stay: the workflow
   * then uses those of its new project.
   *
   * @throws {ApiError} NOT_FOUND
   */
  moveWorkflow(args: MoveWorkflowArgs, options?: RequestOptions): Promise<MovedWorkflow>

  /**
   * The next five times of a cron expression in a time zone.
   *
   * An invalid expression or time zone is not an error: `times` is empty and `problem` describes it.
   */
  nextTimes(args: NextTimesArgs, options?: RequestOptions): Promise<NextTimes>

  /**
   * Pause an execution.
   *
   * Running steps finish, and no further step starts until the execution is resumed.
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
   * Remove a member from a project.
   *
   * It takes effect at once.
   *
   * @throws {ApiError} NOT_FOUND
   */
  removeProjectMember(args: RemoveProjectMemberArgs, options?: RequestOptions): Promise<void>

  /**
   * Rename a playground session.
   *
   * Changes only the name of the session.
   *
   * @throws {ApiError} NOT_FOUND
   */
  renamePlaygroundSession(args: RenamePlaygroundSessionArgs, options?: RequestOptions): Promise<PlaygroundSession>

  /**
   * Repeat a delivery.
   *
   * Sends the same body with the same id, with all retries. One that waits is left as it is.
   *
   * @throws {ApiError} NOT_FOUND
   */
  replayDelivery(args: ReplayDeliveryArgs, options?: RequestOptions): Promise<Delivery>

  /**
   * Run an execution again with the same inputs.
   *
   * `from` retries from a step: results of the steps before it are taken over, under the rules of `from` in `POST
   * /workflows/{id}/execute`. `version: latest` runs the workflow as it is stored now; secrets that were part of the
   * earlier inputs are not taken over then.
   *
   * @throws {ApiError} NOT_FOUND, VALIDATION_ERROR, VALUES_NOT_KEPT, TOO_MANY_EXECUTIONS
   */
  rerunPipeline(args: RerunPipelineArgs, options?: RequestOptions): Promise<RerunPipelineReply>

  /**
   * Start a new conversation in a playground session.
   *
   * Stops the executions of the session. Earlier messages stay readable but no longer reach the workflow.
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
   * Saves the old version as the newest one. The version that it replaces is kept.
   *
   * @throws {ApiError} NOT_FOUND, STALE_VERSION, VALIDATION_ERROR
   */
  restoreWorkflowVersion(args: RestoreWorkflowVersionArgs, options?: RequestOptions): Promise<Saved<Workflow>>

  /**
   * Resume an execution.
   *
   * Continues an execution that is paused. A stuck execution is tried again by the cluster.
   *
   * @throws {ApiError} NOT_FOUND, EXECUTION_OVER
   */
  resumePipeline(args: ResumePipelineArgs, options?: RequestOptions): Promise<void>

  /**
   * Resume a service that was restored with --paused.
   *
   * Schedules, webhooks and new executions work again, and executions that were in progress at the time of the
   * backup continue. `was_paused` is false if the service was not paused.
   */
  resumeService(args?: NoArgs, options?: RequestOptions): Promise<ResumedService>

  /**
   * Rotate the secret key.
   *
   * Creates a new key and encrypts all stored secrets with it, after the response and in small steps. The old key
   * still decrypts until a call with `finish`. An interrupted rotation continues.
   */
  rotateKey(args?: RotateKeyArgs, options?: RequestOptions): Promise<KeyRotationStatus>

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
   * Set the price of a model.
   *
   * Per million tokens, for calls from now on: recorded costs do not change.
   */
  setModelPrice(args: SetModelPriceArgs, options?: RequestOptions): Promise<ModelPrice>

  /**
   * Add a member to a project, or change its role.
   *
   * A person, by id or e-mail address, or a group: everyone whose sign-in or JWT names it in the claim with the
   * roles. It takes effect at once.
   *
   * @throws {ApiError} NOT_FOUND
   */
  setProjectMember(args: SetProjectMemberArgs, options?: RequestOptions): Promise<void>

  /**
   * Sign out, also at the identity provider.
   *
   * Ends the session like `DELETE /auth/session`. If it began at the identity provider, and the provider offers
   * sign-out, the reply has the address at which the browser signs out there.
   */
  signOut(args?: NoArgs, options?: RequestOptions): Promise<SignedOut>

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
   * Cancels running and queued executions. Succeeds also if there are none.
   *
   * @throws {ApiError} NOT_FOUND
   */
  stopPlaygroundSession(args: StopPlaygroundSessionArgs, options?: RequestOptions): Promise<void>

  /**
   * Complete the name of a connection.
   *
   * Connections and credentials of model providers whose names match the typed text; `value` is the id of a
   * connection, or the name of a credential. Keys are not included.
   */
  suggestConnections(args?: SuggestConnectionsArgs, options?: RequestOptions): Promise<Suggestion[]>

  /**
   * Complete the name of a credential.
   *
   * Credentials for a purpose whose names match the typed text. Secrets are not included.
   */
  suggestCredentials(args: SuggestCredentialsArgs, options?: RequestOptions): Promise<Suggestion[]>

  /**
   * Complete the name of a model.
   *
   * The models that the provider of `connection` lists, or well-known models of `provider`. A credential of the
   * project takes precedence over a connection of the same name, as in its workflows.
   */
  suggestModels(args?: SuggestModelsArgs, options?: RequestOptions): Promise<Suggestion[]>

  /**
   * Complete the name of a workflow.
   *
   * Workflows whose names match the typed text; `value` is the id.
   */
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
   * Send a test.
   *
   * Sends a message of the type `test` once, also if the subscription is disabled, and returns the result.
   *
   * @throws {ApiError} NOT_FOUND
   */
  testSubscription(args: TestSubscriptionArgs, options?: RequestOptions): Promise<DeliveryTest>

  /**
   * Choose the model that answers for the assistant.
   *
   * Takes effect with the next message and wins over the start options; the mode `default` goes back to them.
   *
   * @throws {ApiError} NOT_FOUND
   */
  updateAssistantSettings(args: UpdateAssistantSettingsArgs, options?: RequestOptions): Promise<AssistantSettings>

  /**
   * Change a budget.
   *
   * Takes effect with the next call of a model. Fields that are left out stay as they are.
   *
   * @throws {ApiError} NOT_FOUND
   */
  updateBudget(args: UpdateBudgetArgs, options?: RequestOptions): Promise<Budget>

  /**
   * Update a connection to a model provider.
   *
   * Takes effect at once. Send the placeholder of the key to keep it; a new host needs the key itself again.
   *
   * @throws {ApiError} NOT_FOUND, ALREADY_EXISTS
   */
  updateConnection(args: UpdateConnectionArgs, options?: RequestOptions): Promise<Connection>

  /**
   * Update a credential.
   *
   * Takes effect at once. A secret that is left out stays as it is; a new host or address needs the secrets again.
   * Workflows that refer to an earlier name do not follow it.
   *
   * @throws {ApiError} NOT_FOUND, ALREADY_EXISTS
   */
  updateCredential(args: UpdateCredentialArgs, options?: RequestOptions): Promise<Credential>

  /**
   * Set the default error workflow.
   *
   * A workflow with an error trigger, which gets the failure. A workflow can name another one, or none.
   *
   * @throws {ApiError} NOT_FOUND
   */
  updateErrorWorkflow(args: UpdateErrorWorkflowArgs, options?: RequestOptions): Promise<ErrorWorkflow>

  /**
   * Change or disable a person.
   *
   * Name and role can be changed for local accounts; those of a provider come from the provider. A new role and
   * disabling sign the person out.
   *
   * @throws {ApiError} NOT_FOUND
   */
  updatePerson(args: UpdatePersonArgs, options?: RequestOptions): Promise<Person>

  /**
   * Rename a project.
   *
   * The id stays. The default project cannot be renamed.
   *
   * @throws {ApiError} NOT_FOUND
   */
  updateProject(args: UpdateProjectArgs, options?: RequestOptions): Promise<Project>

  /**
   * Change a subscription.
   *
   * Fields that are left out stay as they are. Deliveries that wait use the new fields.
   *
   * @throws {ApiError} NOT_FOUND
   */
  updateSubscription(args: UpdateSubscriptionArgs, options?: RequestOptions): Promise<Subscription>

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
   * Accepts every body that can be created; `id` and `metadata` are optional. The credentials are those of the
   * project that is named, of the stored workflow with the `id`, or of the default project.
   */
  validateWorkflow(args: ValidateWorkflowArgs, options?: RequestOptions): Promise<ValidationResult>

  /**
   * Watch the node types as Server-Sent Events.
   *
   * Sends `catalogue` on connection and after each reload of custom node types (`--watch-nodes`): read the node
   * types again if the version has changed.
   */
  watchCatalogue(args?: NoArgs, options?: StreamOptions): AsyncGenerator<WatchCatalogueEvent, void, undefined>

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

export interface AuditEntry {
  id: string
  time: string
  actor: {
    kind: 'token' | 'session' | 'jwt' | 'local' | 'anonymous' | 'service'
    /** Id of the token or person; empty for an anonymous caller. */
    id: string
    name: string
  }
  /** The address of the client. */
  address: string
  action: 'session.signed_in' | 'session.signed_out' | 'session.ended' | 'token.created' | 'token.revoked' | 'person.invited' | 'person.changed' | 'person.link_created' | 'person.password_set' | 'workflow.created' | 'workflow.imported' | 'workflow.changed' | 'workflow.published' | 'workflow.restored' | 'workflow.exported' | 'workflow.deleted' | 'execution.started' | 'execution.cancelled' | 'execution.paused' | 'execution.resumed' | 'question.answered' | 'question.cancelled' | 'conversation.stopped' | 'conversation.reset' | 'conversation.deleted' | 'connection.created' | 'connection.changed' | 'connection.deleted' | 'credential.created' | 'credential.changed' | 'credential.deleted' | 'credential.connected' | 'credential.disconnected' | 'credential.connection_lost' | 'subscription.created' | 'subscription.changed' | 'subscription.deleted' | 'subscription.tested' | 'subscription.replayed' | 'budget.created' | 'budget.changed' | 'budget.deleted' | 'price.changed' | 'price.deleted' | 'usage.exported' | 'project.created' | 'project.changed' | 'project.deleted' | 'project.member_set' | 'project.member_removed' | 'workflow.moved' | 'error_workflow.changed' | 'assistant.changed' | 'assistant.chat_cleared' | 'agent.registered' | 'agent.removed' | 'tool.registered' | 'tool.removed' | 'backup.created' | 'service.resumed' | 'service.key_rotated' | 'audit.exported' | 'audit.purged'
  subject: {
    type: 'session' | 'token' | 'person' | 'workflow' | 'execution' | 'question' | 'conversation' | 'connection' | 'credential' | 'subscription' | 'budget' | 'price' | 'usage' | 'project' | 'service' | 'assistant' | 'agent' | 'tool' | 'backup' | 'audit'
    id: string
    /** Its name at that time, if it had one. */
    name: string
  }
  /**
   * `refused`: not authenticated or not allowed. `failed`: an error of the service. `unknown`: the reply was
   * `OUTCOME_UNKNOWN`, so the change may have been made.
   */
  outcome: 'done' | 'refused' | 'failed' | 'unknown'
  /** Short facts, such as a revision; never values or secrets. */
  details: Record<string, unknown>
  /** As in the header `X-Request-Id` and in the log. */
  request_id: string
}

export interface Backup {
  /** The copy of the database, on the machine of the service. */
  file: string
  bytes: number
  files: string | null
  /** The sizes and checksums of the files, which a restore verifies. */
  manifest: string
}

export interface Budget {
  id: string
  scope: 'instance' | 'project' | 'workflow' | 'person' | 'model'
  /** The project, workflow, person or model; empty for the whole instance. */
  subject: string
  name: string | null
  unit: 'cost' | 'tokens'
  limit: number
  warn_percent: number
  /** In this month. */
  used: number
  /** Such as 2026-11, in UTC. */
  month: string
  resets_at: string
  created_at: string
  updated_at: string
  created_by: string
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
  /** Set if the caller is a person with an account. */
  source?: 'local' | 'oidc'
  email?: string
  /** The projects that the caller is a member of. Absent if the caller is a member of none. */
  projects?: {
    id: string
    role: 'viewer' | 'operator' | 'editor' | 'admin'
  }[]
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

export interface CatalogueState {
  /** Grows with each reload. */
  version: number
  /** Invalid files; their last valid version is used, if there is one since the start. */
  problems: {
    file: string
    message: string
  }[]
}

export interface Category {
  name: string
  label: string
  icon: string
  color: string
  description?: string
  weight: number
}

export interface ChangePasswordArgs {
  body: ChangePasswordBody
}

export interface ChangePasswordBody {
  current: string
  password: string
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

export interface ChoosePasswordArgs {
  body: ChoosePasswordBody
}

export interface ChoosePasswordBody {
  code: string
  password: string
}

export interface ClearChatArgs {
  /** Id or machine name of the workflow. */
  id: string
}

export interface ConnectCredentialArgs {
  /** Id or name of the credential. */
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

export interface CreateBudgetArgs {
  body: CreateBudgetBody
}

export interface CreateBudgetBody {
  scope: 'instance' | 'project' | 'workflow' | 'person' | 'model'
  /**
   * Id of the project, id or machine name of the workflow, key of the person, or name of the model. Required unless
   * the scope is `instance`.
   */
  subject?: string
  /** Default: `cost`. */
  unit?: 'cost' | 'tokens'
  /** Per month, in tokens or in the currency of the prices. */
  limit: number
  /** The part of the limit at which `budget.warning` is sent. Default: 80. */
  warn_percent?: number
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

export interface CreateCredentialArgs {
  /** The project that it belongs to; by default the only one of the caller, or the default project. */
  project?: string | undefined
  body: CreateCredentialBody
}

export interface CreateCredentialBody {
  /** What workflows refer to it by: lower-case letters, digits and underscores. */
  name: string
  type: 'header' | 'basic' | 'bearer' | 'oauth2_client_credentials' | 'oauth2_authorization_code' | 'sql' | 'model_provider' | 'smtp' | 'webhook'
  description?: string
  /**
   * The only hosts that it is sent to: `host` or `*.domain`, with an optional port. Only over https, unless it
   * starts with `http://`.
   */
  hosts?: readonly string[]
  /**
   * The fields of the type. A secret that is left out, or a placeholder, stays as it is. It may be `env:NAME` or
   * `file:PATH` if the operator allows that.
   */
  values: Record<string, string>
}

export interface CreatePasswordLinkArgs {
  id: string
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

export interface CreateProjectArgs {
  body: CreateProjectBody
}

export interface CreateProjectBody {
  name: string
  /** By default made from the name. */
  id?: string
}

export interface CreateSessionArgs {
  body: CreateSessionBody
}

export interface CreateSessionBody {
  token?: string
  code?: string
  email?: string
  password?: string
}

export interface CreateSubscriptionArgs {
  body: CreateSubscriptionBody
}

export interface CreateSubscriptionBody {
  kind?: 'webhook' | 'chat' | 'email'
  events: readonly ('execution.completed' | 'execution.failed' | 'execution.cancelled' | 'question.waiting' | 'question.answered' | 'budget.warning' | 'budget.exceeded')[]
  /** Where events are sent. */
  url?: string
  /** For people. */
  name?: string
  enabled?: boolean
  /** Of a `webhook`: `whsec_` and the base64 of 24 to 64 bytes. Generated if it is left out. */
  secret?: string
  /** Recipients of e-mail. */
  to?: readonly string[]
  from?: string
  /** The name of a credential of the type smtp in the default project. */
  credential?: string
}

export interface CreateTokenArgs {
  body: CreateTokenBody
}

export interface CreateTokenBody {
  name: string
  role: 'viewer' | 'operator' | 'editor' | 'admin'
  expiresAt?: string | null
  project?: string | null
}

export interface CreateWorkflowArgs {
  /** copied: nodes carry a copy of their type. referenced: only its id, for clients that have the catalogue. */
  types?: 'copied' | 'referenced' | undefined
  /** The project that it belongs to; by default the only one of the caller, or the default project. */
  project?: string | undefined
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
  config?: {
    /** The executions whose values are kept after they have ended. */
    keep_values?: 'all' | 'failures' | 'none'
  }
}

export interface CreatedSubscription {
  id: string
  /** `webhook` sends signed JSON for programs, `chat` a `text` for Slack and compatible services, `email` a message. */
  kind: 'webhook' | 'chat' | 'email'
  name: string
  events: ('execution.completed' | 'execution.failed' | 'execution.cancelled' | 'question.waiting' | 'question.answered' | 'budget.warning' | 'budget.exceeded')[]
  enabled: boolean
  url: string | null
  to: string[]
  from: string | null
  credential: string | null
  failingSince: string | null
  disabledReason: string | null
  createdAt: string
  updatedAt: string
  createdBy: string
  secret: string | null
}

export interface Credential {
  id: string
  project: string
  name: string
  type: string
  description: string
  hosts: string[]
  values: Record<string, string>
  createdAt: string
  updatedAt: string
  createdBy: string
  lastUsedAt: string | null
  lastFailure: string | null
  /** How many workflows refer to it. */
  workflows: number
  connection: CredentialConnection | null
}

export interface CredentialAuthorization {
  /** The page of the provider, to be opened in a browser. Valid once. */
  url: string
  /** Where the provider sends the browser to. */
  redirectUri: string
  expiresAt: string
}

export interface CredentialConnection {
  account: string | null
  connectedAt: string
  connectedBy: string
  lostAt: string | null
  lostReason: string | null
}

export interface CredentialUser {
  id: string
  machineName: string
  name: string
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

export interface DeleteBudgetArgs {
  id: string
}

export interface DeleteConnectionArgs {
  /** Id or name of the connection. */
  id: string
}

export interface DeleteCredentialArgs {
  /** Id or name of the credential. */
  id: string
}

export interface DeleteModelPriceArgs {
  /** `provider/model`, such as `openai/gpt-4.1`. */
  model: string
}

export interface DeletePlaygroundSessionArgs {
  sessionId: string
}

export interface DeleteProjectArgs {
  /** Lower-case letters, digits and hyphens. */
  id: string
}

export interface DeleteSubscriptionArgs {
  id: string
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

export interface Delivery {
  /** The header `webhook-id`: the same for all attempts. */
  id: string
  event: 'execution.completed' | 'execution.failed' | 'execution.cancelled' | 'question.waiting' | 'question.answered' | 'budget.warning' | 'budget.exceeded'
  /** The execution or the question. */
  subjectId: string
  status: 'pending' | 'delivered' | 'failed'
  attempts: number
  createdAt: string
  nextAttemptAt: string | null
  endedAt: string | null
  responseStatus: number | null
  error: string | null
}

export interface DeliveryTest {
  delivered: boolean
  responseStatus: number | null
  error: string | null
}

export interface DiffWorkflowVersionsArgs {
  /** Id or machine name of the workflow. */
  id: string
  /** Revision or versionId to start from. */
  from: string
  /** Revision or versionId to compare with; the newest by default. */
  to?: string | undefined
}

export interface DisconnectCredentialArgs {
  /** Id or name of the credential. */
  id: string
}

export interface DraftHead {
  /** The revision of the workflow that the draft changes. */
  base_revision: number
  /** Grows with every write of the draft. */
  revision: number
  updated_at: string
}

export interface EndPersonSessionsArgs {
  id: string
}

export interface EndPersonSessionsReply {
  ended: number
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
  | 'VALUES_NOT_KEPT'
  | 'SESSION_BUSY'
  | 'INTERRUPT_CLOSED'
  | 'NOT_CANCELLABLE'
  | 'ALREADY_ANSWERED'
  | 'PROJECT_NOT_EMPTY'
  | 'ALREADY_EXISTS'
  | 'PAYLOAD_TOO_LARGE'
  | 'TOO_EXPENSIVE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'RATE_LIMITED'
  | 'TOO_MANY_EXECUTIONS'
  | 'INTERNAL_ERROR'
  | 'OUTCOME_UNKNOWN'
  | 'UPSTREAM_FAILED'
  | 'NOT_READY'
  | 'NO_WORKER'

export interface ErrorWorkflow {
  workflow: string | null
}

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
  trigger?: 'manual' | 'webhook' | 'schedule' | 'sub_workflow' | 'playground' | 'mcp' | 'agentspec' | 'error'
  /** The name of the caller. */
  started_by?: string
  /**
   * Who started it: a caller with an API token, a browser session or a JWT, a service without authentication
   * (`local`), a trigger of the workflow, or another execution.
   */
  started_by_kind?: 'token' | 'session' | 'jwt' | 'local' | 'webhook' | 'schedule' | 'execution'
  /** Id of the token or person, of the trigger node, or of the calling execution. */
  started_by_id?: string
  /** The saved revision that ran; absent if a document was sent to run. */
  revision?: number
  /** No worker could continue the execution, so the cluster stopped trying. Resume it when the cause is gone. */
  stuck?: Stuck
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

export interface FinishConnectionArgs {
  /** Id or name of the credential. */
  id: string
  body: FinishConnectionBody
}

export interface FinishConnectionBody {
  /** The address that the provider has sent the browser to, with `code` and `state`. */
  url: string
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

export interface GetCredentialArgs {
  /** Id or name of the credential. */
  id: string
}

export interface GetErrorWorkflowArgs {
  /** The project that it belongs to; by default the only one of the caller, or the default project. */
  project?: string | undefined
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

export interface GetProjectArgs {
  /** Lower-case letters, digits and hyphens. */
  id: string
}

export interface GetSubscriptionArgs {
  id: string
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
  /** The project that it belongs to; by default the only one of the caller, or the default project. */
  project?: string | undefined
  body: Record<string, unknown>
}

export interface ImportWorkflowArgs {
  /** copied: nodes carry a copy of their type. referenced: only its id, for clients that have the catalogue. */
  types?: 'copied' | 'referenced' | undefined
  /** The project that it belongs to; by default the only one of the caller, or the default project. */
  project?: string | undefined
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

export interface InvitePersonArgs {
  body: InvitePersonBody
}

export interface InvitePersonBody {
  email: string
  name: string
  role: 'member' | 'viewer' | 'operator' | 'editor' | 'admin'
}

export interface InvitedPerson {
  /** The id of the caller, also for people who sign in with a token. */
  id: string
  name: string
  email: string | null
  role: 'member' | 'viewer' | 'operator' | 'editor' | 'admin'
  /** `token` is a browser that signed in with an API token, a JWT or the sign-in link. */
  source: 'local' | 'oidc' | 'token'
  status: 'active' | 'invited' | 'disabled'
  createdAt: string | null
  lastSeenAt: string | null
  /** Number of signed-in browsers. */
  sessions: number
  /** Whether it is the caller of this request. */
  isCurrent: boolean
  link: PasswordLink
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
  input_data?: Record<string, unknown | CutValue | RemovedValue>
  output_data?: Record<string, unknown | CutValue | RemovedValue>
  /** The values of the settings that are expressions, by setting. Secrets are masked. */
  settings?: Record<string, unknown | CutValue | RemovedValue>
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

export interface KeyRotationStatus {
  state: 'none' | 'encrypting' | 'done' | 'stopped'
  /** How many keys decrypt: two until the rotation is finished. */
  keys: number
  /** Values that were encrypted with the new key. */
  encrypted: number
  /** Values that no key decrypts; they stay as they are. */
  unreadable: number
}

export interface ListAuditArgs {
  /** Part of the name, or the whole id, of the actor. */
  actor?: string | undefined
  actor_kind?: 'token' | 'session' | 'jwt' | 'local' | 'anonymous' | 'service' | undefined
  action?: 'session.signed_in' | 'session.signed_out' | 'session.ended' | 'token.created' | 'token.revoked' | 'person.invited' | 'person.changed' | 'person.link_created' | 'person.password_set' | 'workflow.created' | 'workflow.imported' | 'workflow.changed' | 'workflow.published' | 'workflow.restored' | 'workflow.exported' | 'workflow.deleted' | 'execution.started' | 'execution.cancelled' | 'execution.paused' | 'execution.resumed' | 'question.answered' | 'question.cancelled' | 'conversation.stopped' | 'conversation.reset' | 'conversation.deleted' | 'connection.created' | 'connection.changed' | 'connection.deleted' | 'credential.created' | 'credential.changed' | 'credential.deleted' | 'credential.connected' | 'credential.disconnected' | 'credential.connection_lost' | 'subscription.created' | 'subscription.changed' | 'subscription.deleted' | 'subscription.tested' | 'subscription.replayed' | 'budget.created' | 'budget.changed' | 'budget.deleted' | 'price.changed' | 'price.deleted' | 'usage.exported' | 'project.created' | 'project.changed' | 'project.deleted' | 'project.member_set' | 'project.member_removed' | 'workflow.moved' | 'error_workflow.changed' | 'assistant.changed' | 'assistant.chat_cleared' | 'agent.registered' | 'agent.removed' | 'tool.registered' | 'tool.removed' | 'backup.created' | 'service.resumed' | 'service.key_rotated' | 'audit.exported' | 'audit.purged' | undefined
  /** The whole id of the subject. */
  subject?: string | undefined
  subject_type?: 'session' | 'token' | 'person' | 'workflow' | 'execution' | 'question' | 'conversation' | 'connection' | 'credential' | 'subscription' | 'budget' | 'price' | 'usage' | 'project' | 'service' | 'assistant' | 'agent' | 'tool' | 'backup' | 'audit' | undefined
  outcome?: 'done' | 'refused' | 'failed' | 'unknown' | undefined
  /** At or after this time. */
  from?: string | undefined
  /** Before this time. */
  to?: string | undefined
  /** Part of any text of the entry, in any case. */
  search?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

export interface ListBudgetsArgs {
  /** The project; by default all that the caller may see. */
  project?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

export interface ListChatMessagesArgs {
  /** Id or machine name of the workflow. */
  id: string
}

export interface ListConnectionsArgs {
  limit?: number | undefined
  offset?: number | undefined
}

export interface ListCredentialWorkflowsArgs {
  /** Id or name of the credential. */
  id: string
  limit?: number | undefined
  offset?: number | undefined
}

export interface ListCredentialsArgs {
  limit?: number | undefined
  offset?: number | undefined
  /** The project; by default all that the caller may see. */
  project?: string | undefined
}

export interface ListDeliveriesArgs {
  /** Of the subscription, or `error-workflow`. */
  id: string
  status?: 'pending' | 'delivered' | 'failed' | undefined
  limit?: number | undefined
  offset?: number | undefined
}

export interface ListExecutionsArgs {
  /** Id or machine name of the workflow. */
  workflow_id?: string | undefined
  /** The project; by default all that the caller may see. */
  project?: string | undefined
  status?: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled' | undefined
  trigger?: 'manual' | 'webhook' | 'schedule' | 'sub_workflow' | 'playground' | 'mcp' | 'agentspec' | 'error' | undefined
  /** Part of the name of the caller, in any case. */
  started_by?: string | undefined
  started_by_kind?: 'token' | 'session' | 'jwt' | 'local' | 'webhook' | 'schedule' | 'execution' | undefined
  /** The whole id of the starter. */
  started_by_id?: string | undefined
  /** The revision that ran. */
  revision?: number | undefined
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
  /** The project; by default all that the caller may see. */
  project?: string | undefined
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

export interface ListModelPricesArgs {
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

export interface ListPeopleArgs {
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

export interface ListProjectMembersArgs {
  /** Lower-case letters, digits and hyphens. */
  id: string
  limit?: number | undefined
  offset?: number | undefined
}

export interface ListProjectsArgs {
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

export interface ListSubscriptionsArgs {
  limit?: number | undefined
  offset?: number | undefined
}

export interface ListTagsArgs {
  /** Matches anywhere in the tag. */
  search?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
  /** The project; by default all that the caller may see. */
  project?: string | undefined
}

export interface ListTokensArgs {
  limit?: number | undefined
  offset?: number | undefined
}

export interface ListUsageArgs {
  group_by?: 'workflow' | 'person' | 'model' | 'day' | undefined
  /** First day, in UTC; default: the first of this month. */
  from?: string | undefined
  /** Last day, in UTC; default: today. */
  to?: string | undefined
  /** Id or machine name of a workflow. */
  workflow?: string | undefined
  /** Key of a person, as in the list by person. */
  person?: string | undefined
  /** `provider/model`. */
  model?: string | undefined
  /** The project; by default all that the caller may see. */
  project?: string | undefined
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
  /** The project; by default all that the caller may see. */
  project?: string | undefined
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
  /** The project; by default all that the caller may see. */
  project?: string | undefined
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
  auth: 'none' | 'token' | 'hmac' | 'gitlab' | 'slack' | 'stripe' | 'standard'
  /** The credential with the secret, instead of `secret`. */
  credential?: string
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

export interface ModelPrice {
  model: string
  /** Per million tokens that the model reads. */
  input: number
  /** Per million tokens that the model writes. */
  output: number
  currency: string
  /** `setting`: from `--model-price`; stored prices win. */
  source: 'stored' | 'setting'
}

export interface MoveWorkflowArgs {
  /** Id or machine name of the workflow. */
  id: string
  body: MoveWorkflowBody
}

export interface MoveWorkflowBody {
  /** Lower-case letters, digits and hyphens. */
  project: string
}

export interface MovedWorkflow {
  id: string
  project: string
}

export interface NewToken {
  id: string
  name: string
  role: 'viewer' | 'operator' | 'editor' | 'admin'
  createdAt: string
  createdBy: string
  expiresAt: string | null
  lastUsedAt: string | null
  project: string | null
  owner: TokenOwner | null
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
  /** The address of an icon of its own, shown instead of `icon`. */
  iconUrl?: string
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

export interface PasswordLink {
  /** Works once. It is shown this once. */
  url: string
  expiresAt: string
}

export interface PausePipelineArgs {
  id: string
}

export interface Person {
  /** The id of the caller, also for people who sign in with a token. */
  id: string
  name: string
  email: string | null
  role: 'member' | 'viewer' | 'operator' | 'editor' | 'admin'
  /** `token` is a browser that signed in with an API token, a JWT or the sign-in link. */
  source: 'local' | 'oidc' | 'token'
  status: 'active' | 'invited' | 'disabled'
  createdAt: string | null
  lastSeenAt: string | null
  /** Number of signed-in browsers. */
  sessions: number
  /** Whether it is the caller of this request. */
  isCurrent: boolean
}

export interface PipelineDetail {
  id: string
  workflow_id: string
  status: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled'
  created: string
  updated: string
  completed?: string
  /** What started it. */
  trigger?: 'manual' | 'webhook' | 'schedule' | 'sub_workflow' | 'playground' | 'mcp' | 'agentspec' | 'error'
  /** The name of the caller. */
  started_by?: string
  /**
   * Who started it: a caller with an API token, a browser session or a JWT, a service without authentication
   * (`local`), a trigger of the workflow, or another execution.
   */
  started_by_kind?: 'token' | 'session' | 'jwt' | 'local' | 'webhook' | 'schedule' | 'execution'
  /** Id of the token or person, of the trigger node, or of the calling execution. */
  started_by_id?: string
  /** The saved revision that ran; absent if a document was sent to run. */
  revision?: number
  is_paused: boolean
  /** When its values, messages and answers were removed, because its workflow does not keep them. */
  values_removed?: string
  /** No worker could continue the execution, so the cluster stopped trying. Resume it when the cause is gone. */
  stuck?: Stuck
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
  inputs: Record<string, unknown | CutValue | RemovedValue>
  outputs: Record<string, unknown | CutValue | RemovedValue>
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
  /** No worker could continue the execution, so the cluster stopped trying. Resume it when the cause is gone. */
  stuck?: Stuck
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

export interface Project {
  id: string
  name: string
  createdAt: string | null
  role: 'viewer' | 'operator' | 'editor' | 'admin' | null
  workflows: number
  credentials: number
  members: number
}

export interface ProjectMember {
  kind: 'person' | 'group'
  /** The id of a person, or the name of a group. */
  subject: string
  role: 'viewer' | 'operator' | 'editor' | 'admin'
  name: string | null
  email: string | null
  addedAt: string
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
    config?: {
      /** The executions whose values are kept after they have ended. */
      keep_values?: 'all' | 'failures' | 'none'
    }
  }
  /** The revision of the workflow that the draft changes. */
  base_revision: number
  /** The revision of the draft that the caller saw; absent if it saw none. */
  revision?: number
}

export interface Readiness {
  status: 'ready'
  engine: 'embedded' | 'restate'
  /** `all` without a cluster. */
  role: 'all' | 'api' | 'worker'
  database: 'available'
  /** Only in a cluster. While it is unreachable, executions are accepted and start later. */
  restate?: 'reachable' | 'unreachable'
  /** Only of a worker: whether Restate knows the workers of this version. */
  registration?: 'registered' | 'pending'
  /** The number of files of custom node types that do not load, if there are any. The log has the reasons. */
  invalidNodeFiles?: number
}

export interface RedirectUri {
  /** The address to register at providers. */
  redirectUri: string
}

export interface RegisterAgentSpecAgentArgs {
  body: AgentSpecNewAgent
}

export interface RegisterAgentSpecToolArgs {
  body: AgentSpecNewTool
}

export interface RemoveProjectMemberArgs {
  /** Lower-case letters, digits and hyphens. */
  id: string
  kind: 'person' | 'group'
  /** The id or e-mail address of a person, or the name of a group. */
  subject: string
}

export interface RemovedValue {
  $removed: true
  /** Length that the value had as JSON text. */
  characters: number
}

export interface RenamePlaygroundSessionArgs {
  sessionId: string
  body: RenamePlaygroundSessionBody
}

export interface RenamePlaygroundSessionBody {
  /** Not blank. */
  name: string
}

export interface ReplayDeliveryArgs {
  /** Of the subscription, or `error-workflow`. */
  id: string
  delivery: string
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

export interface ResumedService {
  was_paused: boolean
}

export interface RotateKeyArgs {
  body?: RotateKeyBody
}

export interface RotateKeyBody {
  /** Also removes the old key when no value needs it any more. */
  finish?: boolean
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
  role: 'member' | 'viewer' | 'operator' | 'editor' | 'admin'
  createdAt: string
  expiresAt: string
  tokenId: string | null
  /** Whether it is the session of this request. */
  isCurrent: boolean
}

export interface SetModelPriceArgs {
  body: SetModelPriceBody
}

export interface SetModelPriceBody {
  /** `provider/model`, such as `openai/gpt-4.1`. */
  model: string
  input: number
  output: number
}

export interface SetProjectMemberArgs {
  /** Lower-case letters, digits and hyphens. */
  id: string
  body: SetProjectMemberBody
}

export interface SetProjectMemberBody {
  kind: 'person' | 'group'
  /** The id or e-mail address of a person, or the name of a group. */
  subject: string
  role: 'viewer' | 'operator' | 'editor' | 'admin'
}

export interface SignInMethods {
  /** Whether there are accounts with a password. */
  password: boolean
  provider: {
    /** For the label of the button. */
    name: string
    /** The path that starts the sign-in. */
    url: string
  } | null
}

export interface SignedOut {
  url: string | null
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

/** No worker could continue the execution, so the cluster stopped trying. Resume it when the cause is gone. */
export interface Stuck {
  since: string
  /** The error of the last attempt. */
  reason: string
}

export interface Subscription {
  id: string
  /** `webhook` sends signed JSON for programs, `chat` a `text` for Slack and compatible services, `email` a message. */
  kind: 'webhook' | 'chat' | 'email'
  name: string
  events: ('execution.completed' | 'execution.failed' | 'execution.cancelled' | 'question.waiting' | 'question.answered' | 'budget.warning' | 'budget.exceeded')[]
  enabled: boolean
  url: string | null
  to: string[]
  from: string | null
  credential: string | null
  failingSince: string | null
  disabledReason: string | null
  createdAt: string
  updatedAt: string
  createdBy: string
}

export interface SuggestConnectionsArgs {
  /** What has been typed so far. */
  q?: string | undefined
  limit?: number | undefined
  /** The project; by default all that the caller may see. */
  project?: string | undefined
}

export interface SuggestCredentialsArgs {
  /** What the credential is used for. */
  purpose: 'http' | 'sql' | 'model' | 'mail' | 'webhook'
  /** What has been typed so far. */
  q?: string | undefined
  limit?: number | undefined
  /** The project; by default all that the caller may see. */
  project?: string | undefined
}

export interface SuggestModelsArgs {
  /** What has been typed so far. */
  q?: string | undefined
  /** Only models of this provider. */
  provider?: string | undefined
  /**
   * Id or name of a connection, or of a credential of the project: the models that its provider lists. Replaces the
   * provider.
   */
  connection?: string | undefined
  limit?: number | undefined
  /** The project; by default all that the caller may see. */
  project?: string | undefined
}

export interface SuggestWorkflowsArgs {
  /** What has been typed so far. */
  q?: string | undefined
  limit?: number | undefined
  /** The project; by default all that the caller may see. */
  project?: string | undefined
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

export interface TestSubscriptionArgs {
  id: string
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
  project: string | null
  owner: TokenOwner | null
}

export interface TokenOwner {
  id: string
  name: string
  isDisabled: boolean
}

export interface UpdateAssistantSettingsArgs {
  body: UpdateAssistantSettingsBody
}

export interface UpdateAssistantSettingsBody {
  mode: 'default' | 'model' | 'rules'
  connection?: string | null
  model?: string | null
}

export interface UpdateBudgetArgs {
  id: string
  body: UpdateBudgetBody
}

export interface UpdateBudgetBody {
  /** Per month, in tokens or in the currency of the prices. */
  limit?: number
  /** The part of the limit at which `budget.warning` is sent. */
  warn_percent?: number
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

export interface UpdateCredentialArgs {
  /** Id or name of the credential. */
  id: string
  body: UpdateCredentialBody
}

export interface UpdateCredentialBody {
  /** What workflows refer to it by: lower-case letters, digits and underscores. */
  name: string
  type: 'header' | 'basic' | 'bearer' | 'oauth2_client_credentials' | 'oauth2_authorization_code' | 'sql' | 'model_provider' | 'smtp' | 'webhook'
  description?: string
  /**
   * The only hosts that it is sent to: `host` or `*.domain`, with an optional port. Only over https, unless it
   * starts with `http://`.
   */
  hosts?: readonly string[]
  /**
   * The fields of the type. A secret that is left out, or a placeholder, stays as it is. It may be `env:NAME` or
   * `file:PATH` if the operator allows that.
   */
  values: Record<string, string>
}

export interface UpdateErrorWorkflowArgs {
  /** The project that it belongs to; by default the only one of the caller, or the default project. */
  project?: string | undefined
  body: UpdateErrorWorkflowBody
}

export interface UpdateErrorWorkflowBody {
  workflow: string | null
}

export interface UpdatePersonArgs {
  id: string
  body: UpdatePersonBody
}

export interface UpdatePersonBody {
  name?: string
  role?: 'member' | 'viewer' | 'operator' | 'editor' | 'admin'
  isDisabled?: boolean
}

export interface UpdateProjectArgs {
  /** Lower-case letters, digits and hyphens. */
  id: string
  body: UpdateProjectBody
}

export interface UpdateProjectBody {
  name: string
}

export interface UpdateSubscriptionArgs {
  id: string
  body: UpdateSubscriptionBody
}

export interface UpdateSubscriptionBody {
  events?: readonly ('execution.completed' | 'execution.failed' | 'execution.cancelled' | 'question.waiting' | 'question.answered' | 'budget.warning' | 'budget.exceeded')[]
  /** Where events are sent. */
  url?: string
  /** For people. */
  name?: string
  enabled?: boolean
  /** Of a `webhook`: `whsec_` and the base64 of 24 to 64 bytes. Generated if it is left out. */
  secret?: string
  /** Recipients of e-mail. */
  to?: readonly string[]
  from?: string
  /** The name of a credential of the type smtp in the default project. */
  credential?: string
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
  config?: {
    /** The executions whose values are kept after they have ended. */
    keep_values?: 'all' | 'failures' | 'none'
  }
  revision?: number
}

/** Tokens that models read and wrote. */
export interface Usage {
  inputTokens: number
  outputTokens: number
  totalTokens: number
}

export interface UsageEntry {
  /** Id of the workflow, key of the person or trigger, name of the model, or day. */
  key: string
  name: string | null
  calls: number
  /** Calls of models without a price, which count as free. */
  unpriced_calls: number
  input_tokens: number
  output_tokens: number
  /** In the currency of the prices. */
  cost: number
}

export interface ValidateAgentSpecFlowArgs {
  body: Record<string, unknown>
}

export interface ValidateWorkflowArgs {
  /** The project that it belongs to; by default the only one of the caller, or the default project. */
  project?: string | undefined
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
  config?: {
    /** The executions whose values are kept after they have ended. */
    keep_values?: 'all' | 'failures' | 'none'
  }
}

export interface ValidationProblem {
  code: 'DUPLICATE_NODE' | 'DUPLICATE_EDGE' | 'DANGLING_EDGE' | 'BAD_HANDLE' | 'TOO_MANY_NODES' | 'UNKNOWN_NODE_TYPE' | 'MISSING_INPUT' | 'MISSING_CONFIG' | 'BAD_CONFIG' | 'BAD_EXPRESSION' | 'BAD_TEMPLATE' | 'EXPRESSION_SETTING' | 'EXPRESSION_REFERENCE' | 'EXPRESSION_TYPE' | 'UNSUPPORTED_SCHEMA' | 'UNKNOWN_CREDENTIAL' | 'WRONG_CREDENTIAL' | 'DUPLICATE_BRANCH' | 'UNKNOWN_PORT' | 'INCOMPATIBLE_PORTS' | 'CYCLE' | 'TOO_MANY_PASSED' | 'DISCONNECTED_NODE' | 'UNREACHABLE_NODE' | 'SEVERAL_SOURCES' | 'UNKNOWN_CONFIG_KEY' | 'BRANCH_WITHOUT_TARGET' | 'DUPLICATE_PORT' | 'NOT_AN_EXPRESSION' | 'PLACEHOLDER_WITHOUT_SOURCE' | 'DISABLED_SOURCE' | 'BAD_WORKFLOW_SETTING' | 'BAD_ERROR_WORKFLOW' | 'EMPTY_WORKFLOW' | 'ADD_START' | 'NAME_NODES' | 'CONNECT_LOOSE_END'
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

export type WatchCatalogueEvent = StreamEvent<'catalogue', CatalogueState>

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
  /** The project that it belongs to. */
  project?: string
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
    config?: {
      /** The executions whose values are kept after they have ended. */
      keep_values?: 'all' | 'failures' | 'none'
    }
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
  /** The project that it belongs to. */
  project: string
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
  /** The project that it belongs to. */
  project: string
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
