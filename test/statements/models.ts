/** What executes the statements of docs/how-to/models.md. */
import type { Statements } from '../statements.ts'

export const STATEMENTS = {
  'Nodes call language': [
    'docs-models: lists the providers and where they are asked',
    'model-faults: a rate limit is retryable and reports when to retry',
  ],
  'No key and no network': ['sessions: the session in %s gets the answers that it shows'],
  'For a real model': ['providers: answers and reports the usage'],
  'table Providers': [
    'docs-models: lists the providers and where they are asked',
    'model-target: are the default, the one of the environment, or the one of the connection',
    'providers: anthropic has no embeddings',
    'docs-models: the models that are asked without a setting are those of the page',
  ],
  'chat_model and simple_agent': [
    'models: an empty text returns all models, or all of a provider',
    'docs-models: the models that are asked without a setting are those of the page',
  ],
  'A node uses the': ['model-target: are taken from the node, then its connection, then the environment'],
  'its own field apiKey': ['model-target: are taken from the node, then its connection, then the environment'],
  'the key of the connection': ['model-target: are taken from the node, then its connection, then the environment'],
  'the key of the environment': [
    'model-target: are taken from the node, then its connection, then the environment',
    'config: read model keys from the usual environment names too, ours first, and never from flags',
  ],
  'A connection is a provider': [
    'model-target: the provider of a connection takes precedence',
    'connections: can be addressed by its id or its name',
  ],
  'The test makes': [
    'connections: makes one small call to its address, private or not',
    'connections: come from the list of the provider of the connection, which is kept for a minute',
    'model-connections: is tested with a model of its list, and a failure shows status and text without the key',
    'model-connections: is shown by its name in the settings of a node, which suggest its models',
  ],
  'How keys are': ['secrets: are in no answer to any request, whether it was granted or refused'],
  'They are never': [
    'connections: can be created, listed and read, and never returns its key',
    'connections: is encrypted at rest',
    'secrets: are neither in the output nor in the log, at its most talkative',
    'chat: gets no secret of the state, the stored workflow, the history or the message',
  ],
  'They are not sent to': [
    'model-target: of the environment and of connections are never sent to a base URL of a node',
    'connections: does not keep its key for another host',
  ],
  'They are not sent after': ['model-faults: a redirect is not followed, and nothing is sent to its target'],
  'The address of a connection': [
    'model-target: are allowed if a connection or the environment names them, for that host and port only',
  ],
  'All except prompt_template': ['docs-models: has a row for every field of every model node'],
  'table Common fields': [
    'docs-models: has a row for every field of every model node',
    'model-fields: drops empty model settings',
    'providers: gets the settings',
    'unusual-responses: the token limit of the service caps that of a node, and a lower one of the node is kept',
  ],
  'Makes one call': [
    'catalogue: $id has the specified ports, config keys and visual types',
    'conversation: keeps the newest messages of a long history',
    'docs-numbers: $page states $sentence',
  ],
  'table chat_model': [
    'docs-models: has a row for every field of every model node',
    'conversation: moves system messages into the system prompt',
  ],
  'Chooses a label': ['nodes: $id: $title'],
  'table text_classifier': [
    'docs-models: has a row for every field of every model node',
    'docs-numbers: $page states $sentence',
  ],
  'Extracts data that': ['nodes: $id: $title'],
  'table information_extractor': ['docs-models: has a row for every field of every model node'],
  'Summarizes a text': [
    'summarize: summarizes the parts, then the whole; logs progress and streams only the final summary',
    'summarize: does not repeat completed parts after an interruption',
  ],
  'table summarizer': [
    'docs-models: has a row for every field of every model node',
    'docs-numbers: $page states $sentence',
  ],
  'Fills values into a text': ['nodes: $id: $title'],
  'table prompt_template': [
    'docs-models: has a row for every field of every model node',
    'simple-template: reports each missing variable once, up to the part that is missing',
  ],
  'missing_variables lists': ['simple-template: reports each missing variable once, up to the part that is missing'],
  'Turns 1 to 10,000': [
    'docs-numbers: $page states $sentence',
    'vector-documents: embeds only documents without a vector and keeps the last of each id',
  ],
  'Stores documents with': ['agents: stores documents and finds them by meaning'],
  'table vector_store': [
    'docs-models: has a row for every field of every model node',
    'vector-contract: filters by whole values before choosing the best',
    'project-isolation: collections of vectors of the same name are different in each project, and no name leads to those of another',
    'docs-numbers: $page states $sentence',
  ],
  'Vectors come from the input': [
    'vector-documents: unknown keys become metadata, and a missing id is derived from the content',
    'vector-documents: embeds only documents without a vector and keeps the last of each id',
  ],
  'With a schema': [
    'structured-answer: the retry contains all errors and the schema',
    'structured-answer: a truncated response is not retried',
    'run-agent: retries an invalid answer once with all errors',
    'sdk-prompt: %j',
  ],
  'A schema can': ['running: rejects %j'],
  'chat_model, summarizer and': [
    'agents: a chat model streams its text into the conversation',
    'summarize: summarizes the parts, then the whole; logs progress and streams only the final summary',
    'sessions: the session in %s gets the answers that it shows',
  ],
  '{executionId, nodeId': [
    'unusual-responses: %s: small chunks in quick succession are merged',
    'watch: is sent piece by piece, to late listeners as well',
    'docs-numbers: $page states $sentence',
  ],
  'usage is {inputTokens': [
    'agents: a retry repeats no tool call and no log line, and counts every token once',
    'providers: answers and reports the usage',
  ],
  'Search is exact': [
    'vector-index: finds the same documents as a sort of all similarities, also after replacements',
    'vector-contract: searches a collection that does not fit into the cache',
    'pgvector: writes a point with every document and searches in the database',
    'pgvector: uses the extension once an administrator has created it, also for existing documents',
    'docs-numbers: $page states $sentence',
  ],
  'table Vectors': [
    'docs-models: states the limits of vectors',
    'vector-contract: rejects documents and searches beyond the limits, and writes nothing',
  ],
  'The first document of a collection': [
    'vector-contract: rejects embeddings of another length until the collection is empty',
    'create-effects: a vector that does not match its collection fails the node',
  ],
  'A failed step': [
    'executions: reports the error and the node of a failure',
    'failures: are delivered to an error edge, and the run continues',
  ],
  'table Failures': [
    'docs-models: lists every code that asking a model can fail with, and which are tried again',
    'model-faults: a rejected request is final and reports why, shortened and without the key',
  ],
  '"Retried" applies if': ['docs-models: the script and the policy are taken by a node'],
  'The delay is': [
    'retry-after: waits for the Retry-After of %s ms, but at least for the delay of the policy: %s ms',
    'docs-models: states the same limits of answers as operating.md',
  ],
  'An answer that': [
    'finish-reason: warns about a response with the finish reason %s',
    'unusual-responses: over the limit are dropped before they cost time',
    'unusual-responses: with the same id stay separate, each with its own arguments',
  ],
  'echo is a function': ['echo: is streamed word by word, reports its usage, and calls no provider'],
  'the entry of its script': ['echo: follows its script, one entry per exchange, and then repeats the last message'],
  'a tool call, if': ['echo: calls a tool that the user names, once, and ends with its result'],
  'the smallest JSON': ['echo: returns JSON that matches a schema'],
  'the last message': ['echo: repeats the last message'],
  'An entry is a text': [
    'echo: calls tools in its script',
    'docs-models: the script and the policy are taken by a node',
  ],
  'Tokens are words': [
    'echo: have 64 dimensions and length 1 for every text',
    'echo: are closer for texts that share words',
  ],
} satisfies Statements
