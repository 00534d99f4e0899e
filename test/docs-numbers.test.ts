/**
 * Limits, times and defaults that the pages name are those of the code. Each row is a page, a sentence with `{}` in the
 * place of the number, the constant behind it, and the unit in which the page counts. What happens at a limit is shown by
 * the tests beside the code; a changed limit fails here until the page is updated.
 */
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { docsPage, readPage } from './markdown.ts'
import { filesBelow, isTest } from './source-files.ts'

const MINUTE = 60_000
const MIB = 2 ** 20
const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

type Row = readonly [page: string, sentence: string, constant: string, unit?: number | 'word']

const service = (path: string) => `packages/service/src/${path}`
const nodes = (path: string) => `packages/nodes/src/${path}`

const ROWS: readonly Row[] = [
  [
    'people.md',
    'An answer may have {} characters as JSON',
    'packages/model/src/people/answer.ts MAX_ANSWER_CHARACTERS',
  ],
  ['people.md', 'with its options, fields or changes, {}.', nodes('running/ask-person.ts MAX_QUESTION')],

  ['playground.md', 'of each execution the first {}.', service('playground/turn-recorder.ts MAX_LOG_MESSAGES')],
  [
    'playground.md',
    'The metadata of a session may have {} characters',
    service('playground/playground.ts MAX_METADATA_CHARACTERS'),
  ],
  [
    'playground.md',
    'Of a message the first {} characters are shown',
    service('playground/shown-values.ts MAX_CONTENT_CHARACTERS'),
  ],
  [
    'playground.md',
    'A page has at most limit messages ({};',
    'packages/model/src/wire/playground.ts MESSAGES_PER_PAGE',
  ],
  ['playground.md', '; up to {})', 'packages/model/src/wire/playground.ts MAX_MESSAGES_PER_PAGE'],
  ['playground.md', 'it ends at {} MiB', 'packages/store/src/messages.ts MAX_PAGE_BYTES', MIB],
  ['playground.md', 'at most {} messages and', service('playground/turn-launch.ts MAX_HISTORY_MESSAGES')],
  ['playground.md', 'messages and {} characters', service('playground/turn-launch.ts MAX_HISTORY_CHARACTERS')],
  ['playground.md', 'falls {} events behind', service('platform/broadcast.ts MAX_QUEUED')],

  ['command-line.md', 'compares up to {} secrets of each kind', 'packages/store/src/sealed-values.ts MAX_SAMPLES'],

  ['triggers.md', '202 with the id after {} seconds', service('triggers/hooks.ts WAIT_MS'), 1000],
  ['triggers.md', 'Idempotency-Key (up to {} characters)', service('triggers/hooks.ts MAX_KEY_LENGTH')],
  ['api.md', 'imports also take YAML ({} MiB)', service('workflows/yaml.ts MAX_CHARACTERS'), MIB],
  ['errors.md', '{} s for a validation', service('workflows/graph-checks.ts DEADLINE_MS'), 1000],
  ['errors.md', 'and {} s for YAML', service('workflows/yaml.ts DEADLINE_MS'), 1000],

  ['proxy.md', 'No object in a body may have more than {} keys', 'packages/model/src/sliced-parse.ts MAX_KEYS'],
  ['proxy.md', 'no body more than {} objects and lists', 'packages/model/src/sliced-parse.ts MAX_CONTAINERS'],
  ['proxy.md', 'There is a heartbeat every {} s', service('http/event-stream.ts HEARTBEAT_MS'), 1000],
  ['security.md', 'requests, for up to {} seconds', service('effects/http/connection-pool.ts IDLE_MS'), 1000],
  ['security.md', 'There are {} of these processes', service('effects/sandbox/sandbox.ts SANDBOX_PROCESSES'), 'word'],
  ['scale.md', 'a worker runs {} of them at a time', service('effects/sandbox/sandbox.ts SANDBOX_PROCESSES'), 'word'],
  ['scale.md', 'One that waits for {} ms is offered', 'packages/cluster/src/ports.ts offerAfterMs'],
  ['scale.md', 'is silent for {} seconds', 'packages/cluster/src/ports.ts leaseMs', 1000],
  ['scale.md', 'Steps with inputs above {} MiB', 'packages/cluster/src/step-text.ts MAX_REQUEST_CHARACTERS', MIB],
  ['security.md', 'calls with a time limit of at most {} seconds', service('effects/sandbox/sandbox.ts shortMs'), 1000],
  ['security.md', 'calls with a time limit of at most {} seconds', nodes('types/code.ts DEFAULT_TIMEOUT_MS'), 1000],
  [
    'security.md',
    'A call that waits for more than {} minutes fails with SANDBOX_BUSY',
    service('effects/sandbox/sandbox.ts maxWaitMs'),
    MINUTE,
  ],
  [
    'security.md',
    'is started again, up to {} times, before',
    service('effects/sandbox/process-pool.ts MAX_STARTS'),
    'word',
  ],
  ['operating.md', 'Timeouts: {} s to connect,', service('effects/models/create-models.ts connectMs'), 1000],
  [
    'operating.md',
    'connect, {} minutes to the first byte',
    service('effects/models/create-models.ts firstByteMs'),
    MINUTE,
  ],
  [
    'operating.md',
    'each process writes at most {} of these in a minute',
    service('http/request-audit.ts MAX_REFUSALS'),
  ],
  ['operating.md', 'and {} minutes of silence', service('effects/models/create-models.ts idleMs'), MINUTE],
  [
    'operating.md',
    'closed if they send none for {} second',
    service('http/stop-accepting.ts LAST_REQUESTS_MS'),
    'word',
  ],
  ['operating.md', 'PostgreSQL {} or later is needed', 'packages/store/src/postgres/postgres-sql.ts OLDEST_POSTGRES'],
  [
    'operating.md',
    'a second service waits {} seconds for the first to end',
    'packages/store/src/postgres/database-lock.ts LOCK_TIMEOUT_MS',
    'word',
  ],

  ['models.md', 'The newest {} messages of the history are sent', nodes('ai/conversation.ts MAX_MESSAGES')],
  ['models.md', 'up to {} characters.', nodes('ai/conversation.ts MAX_CHARACTERS')],
  ['models.md', '1 to {}; positive, neutral, negative if empty', nodes('types/text-classifier.ts maxItems')],
  ['models.md', 'is read in parts, at most {},', nodes('ai/summarize.ts MAX_PARTS')],
  ['models.md', 'a text of more than {} parts', nodes('ai/summarize.ts MAX_PARTS')],
  ['models.md', 'in characters; default {}', nodes('types/summarizer.ts DEFAULT_PART_SIZE')],
  ['models.md', 'Turns 1 to {} texts into embeddings', nodes('ai/embed-texts.ts MAX_TEXTS')],
  ['models.md', 'maximum number of matches, default {}', nodes('types/vector-store.ts DEFAULT_TOP')],
  ['models.md', 'Text that arrives within {} ms is one delta', service('effects/models/batched-deltas.ts MOMENT_MS')],
  ['models.md', 'Up to {} MiB of collections are cached in memory', 'packages/store/src/vectors.ts CACHE_BYTES', MIB],
  ['models.md', 'in more than {} dimensions', 'packages/store/src/postgres/pgvector.ts MAX_POINT'],
  [
    'models.md',
    'Of the tool calls in one answer the first {} are used',
    service('effects/models/bounded-calls.ts MAX_CALLS'),
  ],
  ['models.md', 'Its vectors have {} dimensions', service('effects/models/echo-embedding.ts DIMENSIONS')],

  ['agents.md', 'at most maxTurns times ({}; 1 to 100)', nodes('ai/agent/run-agent.ts DEFAULT_TURNS')],
  ['agents.md', 'run at the same time, {} at once', nodes('ai/agent/tool-calls.ts MAX_AT_ONCE'), 'word'],
  ['agents.md', 'for more, up to {} get the error', nodes('ai/agent/turn.ts MAX_CALLS_KEPT')],
  ['agents.md', 'truncated after {} characters', nodes('ai/agent/run-agent.ts MAX_RESULT_CHARACTERS')],
  [
    'agents.md',
    'everything but letters, digits, _ and -, at most {}',
    service('executions/runner/tools/tool-schema.ts MAX_NAME'),
  ],
  [
    'agents.md',
    '(up to {} times as many agents may wait',
    'packages/engine/src/scheduler/engine.ts WAITING_FACTOR',
    'word',
  ],

  ['engine.md', 'if it has {} events', 'packages/engine/src/driver/batch.ts events'],
  ['engine.md', 'about {} K characters', 'packages/engine/src/driver/batch.ts characters', 1024],
  ['engine.md', 'characters or took {} ms', 'packages/engine/src/driver/batch.ts MAX_WAIT_MS'],
  ['engine.md', 'been computed for {} ms', 'packages/engine/src/driver/batch.ts ms'],
  ['engine.md', 'took {} ms together', 'packages/engine/src/driver/batch.ts TURN_MS'],
  ['engine.md', 'ends after {} ms without a result', 'packages/engine/src/driver/batch.ts NEXT_RESULT_MS'],
  ['engine.md', 'after {} ms in all', 'packages/engine/src/driver/batch.ts MAX_WAIT_MS'],

  ['mcp.md', 'waits for the end, {} seconds by default', 'packages/model/src/wire/mcp.ts DEFAULT_WAIT_SECONDS'],
  ['mcp.md', 'by default and at most {} (wait_seconds)', 'packages/model/src/wire/mcp.ts MAX_WAIT_SECONDS'],
  ['mcp.md', 'gets a notification at least every {} seconds', service('mcp/wait-for-execution.ts BEAT_MS'), 'word'],
  ['mcp.md', 'After {} minutes, or when the run asks a person', service('mcp/published-tools.ts WAIT_MS'), 'word'],

  [
    'assistant.md',
    'in a compact form (under {} tokens',
    service('assistant/prompt/compact-catalogue.ts CATALOGUE_TOKENS'),
  ],
  [
    'assistant.md',
    'with the reasons, at most {} times',
    service('assistant/model-assistant.ts MAX_CORRECTIONS'),
    'word',
  ],
  ['assistant.md', 'tokens and {} minutes', service('assistant/assistant.ts LONGEST_MS'), 'word'],
  ['assistant.md', 'takes at most {} exchanges', service('assistant/model-assistant.ts MAX_EXCHANGES')],
  ['assistant.md', 'exchanges with the model, {} tokens', service('assistant/model-assistant.ts MAX_TOKENS')],
  ['assistant.md', 'A reply of more than {} characters', service('assistant/model-assistant.ts MAX_REPLY')],
  ['assistant.md', 'characters or {} commands is rejected', service('assistant/tools/workflow-draft.ts MAX_COMMANDS')],
  ['assistant.md', 'the newest {} messages', service('assistant/chat.ts MAX_KEPT')],

  ['agentspec.md', '(visits of nodes, {} by default', 'packages/agentspec/src/compile-flow.ts MAX_VISITS'],
  ['agentspec.md', 'by default, at most {})', 'packages/model/src/wire/agentspec.ts MAX_STEPS'],
  ['agentspec.md', 'There is a ping every {} seconds', service('http/socket-connection.ts heartbeatMs'), 1000],
  ['agentspec.md', 'or {} frames per second', service('http/socket-connection.ts MAX_FRAMES_PER_SECOND')],
  [
    'agentspec.md',
    'polling the status every {} seconds',
    service('agentspec/remote/follow-by-polling.ts POLL_MS'),
    'word',
  ],
  ['agentspec.md', 'agents in agents | {} deep', 'packages/agentspec/src/compile-flow.ts MAX_FLOW_DEPTH'],
  ['agentspec.md', 'model calls of one agent | {} |', 'packages/agentspec/src/compile-flow.ts MAX_TURNS'],
  ['agentspec.md', 'branches at a time | {} |', 'packages/nodes/src/agentspec/in-parallel.ts MOST_AT_ONCE'],
  ['agentspec.md', 'retries of one API call | {}, at most', 'packages/nodes/src/agentspec/http-call.ts MOST_RETRIES'],
  ['agentspec.md', 'a code tool | {} seconds', service('agentspec/registry/directory.ts CODE_MS'), 1000],
  ['agentspec.md', 'seconds, {} MiB', service('agentspec/registry/directory.ts CODE_MB')],
  [
    'agentspec.md',
    'registered tools and agents | {} over the API',
    service('agentspec/registry/registry.ts MAX_ENTRIES'),
  ],
  ['agentspec.md', 'queued changes per subscriber | {} |', service('platform/broadcast.ts MAX_QUEUED')],
  ['agentspec.md', 'a document | {} MiB', 'packages/agentspec/src/limits.ts characters', 2 ** 20],
  ['agentspec.md', 'MiB, {} values', 'packages/agentspec/src/limits.ts values'],
  ['agentspec.md', 'values, {} nodes', 'packages/agentspec/src/limits.ts nodes'],
  ['agentspec.md', 'nodes, {} edges', 'packages/agentspec/src/limits.ts edges'],
  ['agentspec.md', 'edges, {} levels', service('http/json-body.ts MAX_JSON_DEPTH')],
  ['agentspec.md', 'levels; {} as a text', 'packages/agentspec/src/limits.ts depth'],
  [
    'agentspec-mapping.md',
    'only in flows of up to {} nodes',
    'packages/agentspec/src/workflow/fold-forks.ts MOST_NODES',
  ],
  ['credentials.md', 'A message may have {} recipients', 'packages/model/src/mail-address.ts recipients'],
  ['credentials.md', '{} MiB of text and HTML', 'packages/model/src/mail-address.ts bodyBytes', MIB],
  ['credentials.md', '{} MiB of attachments', 'packages/model/src/mail-address.ts attachmentBytes', MIB],
  ['agentspec-mapping.md', 'layers from the start, {} between', 'packages/model/src/edit/layout.ts LAYER_GAP'],
]

/** The value of a constant, or of a key of one, that is a product of numbers. The file may have moved in its package. */
function constantValue(constant: string): number {
  const [path = '', name] = constant.split(' ')
  const room = path.split('/').slice(0, 2).join('/')
  const pattern = new RegExp(`\\b${name}(?:: [\\w<>]+ =|:| =|',) ([\\d_]+(?: \\*\\*? [\\d_]+)*)`)
  const own = filesBelow(`${room}/src`, (file) => file.endsWith('.ts') && !isTest(file))
  const named = own.filter((file) => basename(file.path) === basename(path))
  // A constant that has moved to another file has the same name there; a key of an object need not.
  const files = /^[A-Z_]+$/.test(name!) ? [...named, ...own] : named
  const found = files.map(({ text }) => pattern.exec(text)?.[1]).find((value) => value !== undefined)
  if (found === undefined) throw new Error(`${path} has no number ${name}`)
  const powers = found.replaceAll('_', '').split(' * ')
  return powers.reduce((product, power) => {
    const [base, exponent = '1'] = power.split(' ** ')
    return product * Number(base) ** Number(exponent)
  }, 1)
}

const plain = (text: string) => text.replace(/[`*]/g, '').replace(/\s+/g, ' ')

/** As pages write it: with or without commas, or as a word. */
function written(value: number, unit: Row[3] = 1): string[] {
  if (unit !== 'word') return [String(value / unit), (value / unit).toLocaleString('en')]
  return [value, value / 1000, value / MINUTE].flatMap((number) => WORDS[number] ?? [])
}

test.each(ROWS.map(([page, sentence, constant, unit]) => ({ page, sentence, constant, unit })))(
  '$page states $sentence',
  ({ page, sentence, constant, unit }) => {
    const text = plain(readPage(docsPage(page)))
    const forms = written(constantValue(constant), unit).map((number) => sentence.replace('{}', number))
    expect(
      forms.some((form) => text.includes(form)),
      `${constant}: ${forms.join(' or ')}`,
    ).toBe(true)
  },
)
