/** The tests that execute the statements of docs/how-to/monitoring.md. */
import { prose, type Statements } from '../statements.ts'

export const STATEMENTS = {
  'For operators:': prose,
  'The metrics are served at': [
    'metrics: are served at one path, to GET, and for known hosts only',
    'metrics: do not appear on the port of the API',
    'metrics: are off by default',
    'metrics: an address that is in use stops the start and is named',
  ],
  'Scrape it with': prose,
  'millrace_executions |': ['metrics: count executions, steps with their time'],
  'millrace_open_questions |': ['metrics: show the questions that wait for people'],
  'millrace_model_cost_total |': ['metrics: count the tokens and the cost of model calls'],
  'millrace_sandbox_kills_total |': [
    'metrics: count calls of the sandbox',
    'process-pool: a heap overflow fails its call with OUT_OF_MEMORY',
  ],
  'nodejs_eventloop_lag_p99_seconds and': ['metrics: include the event loop, the process and the version'],
  'table Metrics': ['monitoring-files: the page lists every metric of our own with its labels'],
  'No label names a workflow': [
    'metrics: have no label for a workflow, an execution or a person',
    'metrics: names beyond the limit of a label become',
  ],
  '--model-price openai': [
    'metrics: count the tokens and the cost of model calls',
    'config: reads the prices of models and rejects others',
  ],
  'In a cluster, every process': ['metrics: leave out what the database does not answer'],
  'Without --metrics nothing': ['metrics: are off by default'],
  'deploy/monitoring has a dashboard': [
    'monitoring-files: every metric of the dashboard and the alerts is served',
    'monitoring-files: every query of the dashboard and the alerts is valid PromQL',
  ],
  'table Dashboard and alerts': ['monitoring-files: the page lists the alerts'],
  '--access-log true writes': [
    'access-log: has a line for a request with caller, address',
    'access-log: has requests that were rejected or have no route',
    'access-log: has a stream when it has ended',
    'access-log: is off by default',
  ],
  'table Access log': [
    'access-log: has a line for a request with caller, address',
    'access-log: has requests that were rejected or have no route',
  ],
  'The lines contain no credential': ['access-log: has no query and no credential'],
  'With this variable (or --otlp-endpoint)': ['tracer: have a span for an execution and one for each step'],
  'execution | named execution': ['tracer: have a span for an execution and one for each step'],
  'step | named like its node type': ['tracer: have a span for an execution and one for each step'],
  'step with model calls': [
    'propagation: spans of steps that call models have the operation and the name',
    'tracer: have the usage of models by the conventions for generative AI',
    'tracer: have the sum of all turns of an agent and of all attempts, with the provider of the connection',
  ],
  'Spans of failures have': [
    'tracer: mark failures with their code, and omit what the caller does not record',
    'tracer: contain no values of the execution',
    'tracer: have one span for a step that is tried again',
  ],
  'A traceparent header of a request': [
    'starts: passes its trace context on: %s',
    'starts: is one of the requests of this table',
    'tracer: have a span for an execution and one for each step',
    'tracer: mark failures with their code, and omit what the caller does not record',
  ],
  'Requests of nodes, calls of models': [
    'tracer: begin with the trace of a webhook call that has a secret, and only link that of a public one',
    'tracer: contain called workflows, as children of the calling step',
    'tracer: have the usage of models by the conventions for generative AI',
    'propagation: requests of nodes, calls of models and spans have the tracestate of the caller',
    'propagation: a node that sets the traceparent of a request sends none of the tracestate',
    'propagation: calls of MCP tools over %s carry the span of the step that uses them',
    'propagation: MCP tools get the traceparent of their settings',
    'propagation: an execution that an MCP client starts is part of the trace of its request',
    'trace-context: drops a tracestate with %s',
  ],
  'The ids of spans are derived': [
    'tracer: continue in the same trace after a restart',
    'tracer: a collector that is away does not hold up executions',
    'tracer: send nothing without an endpoint, to nodes neither',
  ],
} satisfies Statements
