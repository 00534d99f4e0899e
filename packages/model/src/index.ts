export type { OfferedTool, RegisteredTool } from './ai/directory.ts'
export {
  type ModelAnswer,
  type ModelCall,
  type ModelMessage,
  type ModelSettings,
  type Models,
  sumOfUsage,
  type ToolCall,
  type ToolSpec,
  Usage,
} from './ai/model-call.ts'
export { COST_UNIT, type ModelUsage, type UsageAccount, type UsageRow, withModelUsage } from './ai/model-usage.ts'
export { PROVIDERS, type Provider } from './ai/providers.ts'
export { TOOL_NOTE, type Tool, type ToolNode, type ToolRecord } from './ai/tool.ts'
export type { VectorDocument, VectorMatch, Vectors } from './ai/vectors.ts'
export {
  AUDIT_ACTION_NAMES,
  AUDIT_ACTIONS,
  AUDIT_OUTCOMES,
  type AuditAction,
  type AuditActorKind,
  type AuditOutcome,
  type AuditSubjectType,
} from './audit.ts'
export { isUuid } from './brand.ts'
export { cardSummary, summarySettings } from './card-summary.ts'
export { type Catalogue, catalogueOf, defaultsOf, nodeTypeOf } from './catalogue.ts'
export { BUILT_IN_CATEGORIES, Category } from './categories.ts'
export { fits, type Issue, issuesExcept, issuesOf, type PatternCheck } from './check.ts'
export { issuesInSlices } from './check-in-slices.ts'
export { issuesWithPatterns, type PatternTests, UncheckablePattern } from './check-with-patterns.ts'
export { isHostNamed } from './credentials/credential-hosts.ts'
export {
  type CredentialPurpose,
  type CredentialType,
  type CredentialValues,
  credentialFields,
} from './credentials/credential-type.ts'
export {
  CREDENTIAL_TYPE_IDS,
  CREDENTIAL_TYPES,
  credentialType,
  credentialTypesFor,
} from './credentials/credential-types.ts'
export { CUT_MARK, cutText } from './cut-text.ts'
export { DEFAULT_PROJECT } from './default-project.ts'
export { dynamicValues } from './dynamic-values.ts'
export { answerTo } from './edit/answer.ts'
export { applyCommand } from './edit/apply.ts'
export { applyAll } from './edit/batch.ts'
export { type AskCommand, type Command, isAsking, kindOf, VERBS, type ViewCommand, verbForms } from './edit/command.ts'
export { COMMAND_TOOLS, commandOfCall } from './edit/command-tools.ts'
export { commentOf } from './edit/commands/comment.ts'
export { pinsOf } from './edit/commands/pin.ts'
export { EDIT_CODES, type EditProblem } from './edit/edit-problem.ts'
export { type ExtractedPort, type Extraction, extractionOf } from './edit/extract/extraction.ts'
export type { ExtractReason, ExtractRefusal } from './edit/extract/refusals.ts'
export {
  GROUP_COLORS,
  GROUP_PADDING,
  GROUP_TYPE,
  type GroupColor,
  groupBoxAround,
  groupOfEach,
  isGroup,
  isInGroup,
  MIN_GROUP_SIZE,
  membersOf,
  type PlacedNode,
} from './edit/groups.ts'
export { type EditHistory, editHistory, rebased, redone, undone } from './edit/history.ts'
export { laidOut } from './edit/layout.ts'
export { leadsTo } from './edit/leads-to.ts'
export { oneWordName, withOneWordNames } from './edit/one-word-names.ts'
export { DSL_LIMITS, type ParsedLine, parseCommands } from './edit/parse.ts'
export { printCommand, printCommands } from './edit/print.ts'
export { type Transacted, type Transaction, transacted } from './edit/transaction.ts'
export type { Dialect, VerbForm, VerbKind } from './edit/verb.ts'
export { withoutNames, withPublicSwaps } from './edit/without-names.ts'
export { ERRORS, type ErrorCode, type ErrorDetail, Problem, type ProblemFacts } from './errors.ts'
export { ExecutionFacts, ExecutionOrigin, executionFacts } from './execution/facts.ts'
export { type ExecutionStarter, executionStarterOf, executionTriggerOf, listedText } from './execution/listing.ts'
export { decisiveJobOf, nodeStatusesOf, nodeStatusOf } from './execution/node-status.ts'
export { summaryOf, summaryOfCounts } from './execution/summary.ts'
export type { PlanExpression, PlanExpressions, PlanReference } from './expressions/compiled.ts'
export {
  parseExpressionText,
  type TextPart,
  textValue,
} from './expressions/expression-text.ts'
export {
  plainSetting,
  readExpressions,
  setExpression,
  settingKeys,
  withSetting,
} from './expressions/expressions.ts'
export { nodeReferences, plainPath, writtenName } from './expressions/references.ts'
export {
  canBeExpression,
  expressionSetting,
} from './expressions/setting-schema.ts'
export {
  ARGUMENTS_EXTENSION,
  EXPRESSIONS_EXTENSION,
  EXTENSION_PREFIX,
  isAnnotationType,
  JOIN_EXTENSION,
  joinOf,
  keywordsOf,
  LOOP_EXTENSION,
  OLD_TIMEOUT_EXTENSION,
  PINNED_EXTENSION,
  POSITION_EXTENSION,
  RESULTS_EXTENSION,
  RETRY_EXTENSION,
  SETTINGS_EXTENSION,
  TIMEOUT_EXTENSION,
  timeoutMsOf,
} from './extensions.ts'
export { AGENTSPEC_FORMAT, isAgentSpecType, NATIVE_FORMAT } from './formats.ts'
export type { Box, Point } from './geometry.ts'
export { findLoops, loopsAround } from './graph/loops.ts'
export { codePoints, isObject, pointer, sameJson } from './json.ts'
export { jsonSize, jsonSizeInSlices, recordSize, tooLargeIn, tooLargeInSlices } from './json-size.ts'
export { KEPT_VALUES, type KeptValues, keptValuesIn, removesValues, strictest } from './keep-values.ts'
export { type LanguageScope, languageData, languageScope } from './language-scope.ts'
export { hasLarge, LargeJson, listOfKept, loadedValues, objectOfKept, plain, plainValues } from './large-json.ts'
export { isMailAddress, MAIL_ADDRESS_PATTERN, MAIL_LIMITS, type MailAddress, parseMailAddress } from './mail-address.ts'
export { germanMessage, germanMessages } from './messages/german/german.ts'
export { englishOfGerman } from './messages/german/search.ts'
export { translatedLines } from './messages/translator.ts'
export {
  type BranchLike,
  branchesOf,
  branchKey,
  branchPort,
  isFailurePort,
  type NodePorts,
  outputNamed,
  passedInput,
  portsOf,
} from './node-ports.ts'
export {
  type AskResult,
  ask,
  type BranchesResult,
  continueLoop,
  endRun,
  isResult,
  isSpecialResult,
  type NodeOutputs,
  type NodeResult,
  runWorkflow,
  type SpecialResult,
  sleepUntil,
  takeBranches,
  type WorkflowResult,
} from './node-result.ts'
export { CARD, DRAWN_SIZES, type Size } from './node-sizes.ts'
export { defineNode, type NodeDefinition, NodeType, type PortSpec, VISUAL_TYPES, type VisualType } from './node-type.ts'
export { type CheckedAnswer, checkAnswer } from './people/answer.ts'
export { boundedCheck, longestTextFor } from './people/bounded-pattern.ts'
export {
  type Person,
  QUESTION_CONFIGS,
  QUESTION_TYPES,
  type Question,
  type QuestionConfig,
  type QuestionType,
  type Reply,
  type Response,
} from './people/question.ts'
export { ANYBODY, approverOf, mayAnswer, settledValue } from './people/settle.ts'
export { compile, NEXT_BRANCH } from './plan/compile.ts'
export { type ErrorValue, errorValue, roundValue, roundValues } from './plan/delivered-values.ts'
export type { Plan, PlanEdge, PlanInput, PlanNode, PlanTool } from './plan/plan.ts'
export { completedPlan } from './plan/stored-plan.ts'
export {
  COMPATIBILITY_RULES,
  type CompatibilityRule,
  canConnect,
  convert,
  convertKept,
  DATA_TYPES,
  type DataType,
  DEFAULT_DATA_TYPE,
  isCollection,
  isConverted,
  isDataType,
  needsParsing,
  Unfit,
} from './ports/data-types.ts'
export { parseHandle, printHandle } from './ports/handle.ts'
export { placeholdersIn } from './ports/placeholders.ts'
export { DynamicPort, NodePort } from './ports/port.ts'
export {
  type CodeCall,
  type ConversationMemory,
  type ConversationMessage,
  type Directory,
  type Effects,
  type FailureDetails,
  type FlowCall,
  type FlowResult,
  type HttpAnswer,
  type HttpCall,
  isNodeFailure,
  type KeyValues,
  type MailAnswer,
  type MailAttachment,
  type MailCall,
  type NodeExample,
  NodeFailure,
  type PatternAnswer,
  type PatternCall,
  type PatternTest,
  type RememberedMessage,
  Retryable,
  RUN_LIMIT_CODES,
  type RunContext,
  type SqlCall,
} from './run.ts'
export {
  AnyObject,
  choice,
  expression,
  multiline,
  type OptionalSchema,
  range,
  type Schema,
  type Static,
  secret,
  type TitledValue,
  Type,
  template,
  titledChoice,
  Uuid,
} from './schema.ts'
export { patternsIn, schemaProblems } from './schema-keywords.ts'
export type { Keywords, StringKeywords } from './schema-options.ts'
export { applies, showWhenOf, variantOf } from './show-when.ts'
export {
  hasProtoKey,
  MAX_CONTAINERS,
  MAX_KEYS,
  ProtoKey,
  parseInSlices,
  SLICE,
  TooDeep,
  TooManyContainers,
  TooManyKeys,
} from './sliced-parse.ts'
export { DOCUMENT_AT_ONCE, endOfPart, printAtOnce, printInSlices } from './sliced-print.ts'
export {
  BUDGET_SCOPES,
  BUDGET_UNITS,
  type BudgetScope,
  type BudgetUnit,
  CANCEL_REASONS,
  type CancelReason,
  type CredentialKind,
  DELIVERY_STATUSES,
  type DeliveryStatus,
  type DismissReason,
  ENDED_EXECUTION_STATUSES,
  type EndedExecutionStatus,
  type EndedStepStatus,
  type EndedTurnStatus,
  EXECUTION_STATUSES,
  EXECUTION_TRIGGERS,
  type ExecutionStatus,
  type ExecutionTrigger,
  FLOW_STATUSES,
  type FlowStatus,
  INTERRUPT_STATUSES,
  type InterruptStatus,
  isExecutionOver,
  isFlowOver,
  isInterruptOver,
  isMessageOver,
  isSessionBusy,
  isStepOver,
  MESSAGE_STATUSES,
  type MessageStatus,
  OPEN_EXECUTION_STATUSES,
  type PersonStatus,
  RUN_END_STATUSES,
  type RunEndStatus,
  SENT_TURN_STATUSES,
  SESSION_STATUSES,
  type SessionStatus,
  STARTER_KINDS,
  STEP_STATUSES,
  type StarterKind,
  type StepStatus,
  SUBSCRIPTION_EVENTS,
  SUBSCRIPTION_KINDS,
  type SubscriptionEvent,
  type SubscriptionKind,
  type TurnStatus,
  USAGE_GROUPINGS,
  type UsageGrouping,
} from './statuses.ts'
export { isFilledByObjects, templateKeysOf, templatePlaceholders } from './template-inputs.ts'
export { mapInSlices, nextTurn, runAtOnce, runInSlices, TimeSlice } from './time-slice.ts'
export { withoutTrailingSlashes } from './trailing-slashes.ts'
export { TransientMap } from './transient-map.ts'
export {
  type ConfiguredWorkflow,
  configProblems,
  errorTriggerIn,
  errorWorkflowOf,
  errorWorkflowProblems,
} from './validate/config-rules.ts'
export {
  credentialProblems,
  credentialReferences,
  credentialSettings,
  namesAt,
} from './validate/credential-rules.ts'
export { passOver } from './validate/disabled/pass-over.ts'
export type { ExpressionName, Languages, ScheduleProblem } from './validate/node-rules.ts'
export { resultOf, ValidationProblem, ValidationResult } from './validate/problem.ts'
export { LOOP_BACK } from './validate/resolved-graph.ts'
export { saveWarnings } from './validate/save-warnings.ts'
export { problemsIn } from './validate/validate.ts'
export { AUTHS_WITH_SECRET, WEBHOOK_AUTHS, type WebhookAuth } from './webhook-auth.ts'
export {
  AccountParams,
  InvitedPerson,
  MIN_PASSWORD,
  PasswordChange,
  PasswordChoice,
  PasswordLink,
  PersonChange,
  PersonRecord,
  PersonRequest,
  PersonSessionsParams,
  SignedOut,
  SignInMethods,
} from './wire/accounts.ts'
export {
  AGENT_SPEC_MESSAGES,
  AgentSpecCheck,
  AgentSpecCheckQuery,
  type AgentSpecDialect,
  AgentSpecExecution,
  AgentSpecExecutionParams,
  AgentSpecExportQuery,
  AgentSpecFlowCheck,
  AgentSpecHealth,
  AgentSpecImportQuery,
  type AgentSpecMessage,
  AgentSpecNodeStatus,
  AgentSpecStart,
  StartedAgentSpec,
} from './wire/agentspec.ts'
export {
  AgentSpecAgent,
  AgentSpecEntryParams,
  AgentSpecImplementation,
  AgentSpecNewAgent,
  AgentSpecNewTool,
  AgentSpecTool,
} from './wire/agentspec-registry.ts'
export { AssistantSettings, NewAssistantSettings } from './wire/assistant.ts'
export { AuditEntry, AuditExportQuery, AuditQuery } from './wire/audit.ts'
export {
  CATALOGUE_EVENTS,
  CatalogueState,
  ModelSuggestionQuery,
  NodeTypeListQuery,
  NodeTypeParams,
  PortConfig,
  Suggestion,
  SuggestionQuery,
} from './wire/catalogue.ts'
export { ChatHistoryMessage, ChatReply, NewChatMessage } from './wire/chat.ts'
export {
  ConnectionParams,
  ConnectionRecord,
  ConnectionTest,
  ConnectionTestRequest,
  NewConnection,
} from './wire/connections.ts'
export {
  CredentialAuthorization,
  CredentialListQuery,
  CredentialParams,
  CredentialRecord,
  CredentialSuggestionParams,
  CredentialUser,
  FinishedAuthorization,
  NewCredential,
  NewCredentialQuery,
  RedirectUri,
} from './wire/credentials.ts'
export { DeleteDraftQuery, DraftHead, DraftSave, FoundDraft, GetDraftQuery, WorkflowDraft } from './wire/drafts.ts'
export { DoneReply, envelopeSchema, FailedCheck } from './wire/envelope.ts'
export { ErrorBody } from './wire/errors.ts'
export { TextDelta } from './wire/events.ts'
export { EXECUTION_LIST_EVENTS, PIPELINE_EVENTS, PipelineUpdate } from './wire/execution-events.ts'
export {
  ExecutionStart,
  PipelineStart,
  Rerun,
  RerunPipeline,
  StartedExecution,
  StartedPipeline,
  UnsavedStart,
} from './wire/execution-starts.ts'
export {
  ExecutionItem,
  ExecutionListQuery,
  ExecutionParams,
  LOG_LEVELS,
  LogEntry,
  LogQuery,
  PipelineDetail,
  PipelineList,
  PipelineListQuery,
  PipelineStatus,
  PortValue,
  Stuck,
  ValueParams,
  ValueQuery,
} from './wire/executions.ts'
export { ExpressionPreview, ExpressionPreviewRequest } from './wire/expressions.ts'
export {
  AuthSessionParams,
  CallerRecord,
  EndedSessions,
  NewTokenRecord,
  PERSON_ROLES,
  type Permission,
  type PersonRole,
  type PersonSource,
  ROLES,
  type Role,
  SessionRecord,
  SignIn,
  SignInQuery,
  Ticket,
  TokenParams,
  TokenRecord,
  TokenRequest,
} from './wire/identity.ts'
export {
  INTERRUPT_EVENTS,
  Interrupt,
  InterruptAnswer,
  InterruptListQuery,
  InterruptParams,
  OwnInterruptsQuery,
} from './wire/interrupts.ts'
export { Job, JobListQuery, KanbanConfig, NodeStatusRecord } from './wire/jobs.ts'
export { DEFAULT_WAIT_SECONDS, MCP_EVENTS, MCP_TOOLS, McpRequest } from './wire/mcp.ts'
export { PageQuery } from './wire/paging.ts'
export {
  MAX_MESSAGE_CHARACTERS,
  MESSAGE_NUMBER,
  MESSAGE_TIME,
  type MessageOrigin,
  type MessageRole,
  NewPlaygroundMessage,
  NewPlaygroundSession,
  PLAYGROUND_EVENTS,
  PlaygroundMessage,
  PlaygroundMessageList,
  PlaygroundMessageListQuery,
  PlaygroundMessageParams,
  PlaygroundMessageStatus,
  PlaygroundRunListQuery,
  PlaygroundRuns,
  PlaygroundSession,
  PlaygroundSessionListQuery,
  PlaygroundSessionParams,
  PlaygroundTurn,
  PlaygroundWatchQuery,
  RenamedPlaygroundSession,
} from './wire/playground.ts'
export {
  type MemberKind,
  MemberParams,
  MemberRecord,
  MovedWorkflow,
  NewMember,
  NewProject,
  ProjectChange,
  ProjectListQuery,
  ProjectParams,
  ProjectRecord,
  WorkflowMove,
} from './wire/projects.ts'
export {
  CreatedSubscription,
  DeliveriesParams,
  DeliveryParams,
  DeliveryQuery,
  DeliveryRecord,
  DeliveryTest,
  ErrorWorkflow,
  ErrorWorkflowQuery,
  NewErrorWorkflow,
  NewSubscription,
  SubscriptionChange,
  SubscriptionParams,
  SubscriptionRecord,
} from './wire/subscriptions.ts'
export { SummaryListQuery, type Thumbnail, WorkflowSummary } from './wire/summaries.ts'
export {
  Backup,
  BackupRequest,
  DocsFileParams,
  Health,
  KeyRotationRequest,
  KeyRotationStatus,
  Liveness,
  PageFileParams,
  Readiness,
  ResumedService,
  SystemConfig,
  Version,
} from './wire/system.ts'
export {
  CapturedCall,
  HookParams,
  HookReply,
  ListenForCall,
  ListenResult,
  NextTimes,
  NextTimesQuery,
  TestCallReply,
} from './wire/triggers.ts'
export {
  Budget,
  BudgetChange,
  BudgetParams,
  BudgetsQuery,
  MAX_BUDGETS,
  MAX_USAGE_DAYS,
  ModelPrice,
  ModelPriceQuery,
  NewBudget,
  NewModelPrice,
  UsageEntry,
  UsageExportQuery,
  UsageQuery,
} from './wire/usage.ts'
export { CutValue, RemovedValue } from './wire/values.ts'
export {
  CreateQuery,
  ImportQuery,
  MAX_COPIED_TYPES,
  PublishWorkflow,
  TagListQuery,
  TypesQuery,
  ValidateQuery,
  VersionDiffQuery,
  VersionParams,
  WorkflowExportQuery,
  WorkflowImport,
  WorkflowListQuery,
  WorkflowParams,
  WorkflowTag,
  WorkflowVersion,
} from './wire/workflows.ts'
export { absentSecrets, withDeletedSecrets } from './workflow/absent-secrets.ts'
export { type Change, diffOf, WorkflowDiff } from './workflow/diff.ts'
export { enabledNodes, isDisabled, withDisabled } from './workflow/disabled.ts'
export { changedDocument, newDocument, restoredDocument } from './workflow/document.ts'
export { joinDraftSecrets, splitDraftSecrets } from './workflow/draft-secrets.ts'
export { graphProblems, graphProblemsInSlices } from './workflow/graph-problems.ts'
export { freeMachineName, machineNameOf } from './workflow/machine-name.ts'
export {
  differsInSwitchesOnly,
  isActive,
  isManual,
  liveRevision,
  type StoredState,
  stateFieldsOf,
  WorkflowState,
  withSwitchesOf,
} from './workflow/publication.ts'
export { launchSchemaOf, publishedTool, type ToolTrigger } from './workflow/published-tool.ts'
export {
  hidesSettings,
  isPlaceholder,
  joinSecrets,
  PLACEHOLDER_PREFIX,
  placeholderOf,
  type Secrets,
  secretPlaceholders,
  splitNodeSecrets,
  splitSecrets,
  withoutPlaceholders,
  withoutSecrets,
} from './workflow/secrets.ts'
export { STATE_FIELDS } from './workflow/state-fields.ts'
export { isTrigger, type Trigger, triggersIn } from './workflow/triggers.ts'
export {
  completeNode,
  type SentNode,
  type StoredTypes,
  sentNode,
  storedNode,
  typeCopyIn,
} from './workflow/type-copies.ts'
export {
  CheckedWorkflow,
  configOf,
  type Graph,
  LIMITS,
  NewWorkflow,
  nodeTypeIdOf,
  titleOf,
  Workflow,
  WorkflowChange,
  WorkflowEdge,
  WorkflowNode,
} from './workflow/workflow.ts'
