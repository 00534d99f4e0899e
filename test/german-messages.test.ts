/** Every message in the sources has a German text: a new message without one fails here, with its file. */

import { germanMessages } from '@millrace/model'
import { expect, test } from 'vitest'
import { messageTemplates } from './message-templates.ts'
import { productFiles } from './source-files.ts'

const FOLDERS = /^packages\/(model|engine|nodes|service|agentspec|store)\/src\//
/** Texts for operators, programs and models, which no page shows. */
const NOT_SHOWN = new RegExp(
  [
    String.raw`\.gen\.ts$|\.route\.ts$|/example\.ts$|-page\.ts$|/(cli|millrace|commands|[a-z]+-command|command-[a-z]+)\.ts$`,
    '^packages/store/src/(?!user-sql)|^packages/service/src/(mcp|openapi)/',
    '^packages/service/src/http/(event-stream|load-routes|socket-connection|websocket)',
    String.raw`^packages/service/src/agentspec/registry/registry-file|/definition-problems\.ts$`,
    String.raw`/(agent-examples|custom-stack)\.ts$|^packages/agentspec/src/(codec|workflow)/`,
    '^packages/service/src/platform/doctor/|^packages/service/src/(http/port|catalogue/node-files)-check',
    '^packages/service/src/assistant/prompt/|^packages/service/src/identity/credential-streams',
  ].join('|'),
)

/** Parts of messages that the German texts have as whole sentences. */
const PARTS = new Set([
  ...['"{}" of node {} is an {}, not an {}', 'Node {} has no {} "{}" (it has: {})', 'There is no {} "{}"'],
  ...['Output "{}" ({}) does not go together with input "{}" ({}) of node {}{}'],
  ...['{} It was not executed.', 'This call was not approved in time.', 'A person rejected this call.'],
  ...['Allow the tool "{}" to be called {}?', 'Allow the agent to call "{}" {}?', 'Run "{}" {} and enter its result.'],
  ...['without arguments', 'with {}', 'The question {}.', 'has expired', 'was dismissed'],
  ...['The agent reached the limit of {} and still wants to call tools.{}', '1 turn', '{} turns', ' Last response: {}'],
  ...['Unknown tool "{}". {}', 'No tools are available.', 'Available tools: {}.'],
  ...['The {} {}', '{} {}{} returned HTTP status {}.', 'The question was dismissed{}.', ' by {}'],
  ...[
    'The {} "{}" already exists.',
    'The {} "{}" is not registered over the API.',
    'is invalid',
    'the base URL',
    'the key',
  ],
  ...[
    'The body is invalid: /connection {}.',
    'The body is invalid: /{} {}.',
    'The body is invalid: {} {}{}.',
    ' (and {} more)',
  ],
  ...['The {} must not be empty.', 'The {} is longer than {} characters.'],
  ...['The {} contains a character that cannot be stored.', 'application/json or application/yaml', 'the end'],
  ...['{} {}: check the address.', 'responded with status {}', 'sent a response that is not valid MCP'],
  ...['{} limits the rate of requests{}{}', '{} failed with status {}{}{}', ' (retry in {} s)', '{} failed{}'],
  ...['{} rejected the request with status {}{}', 'The model cannot be called{}'],
  ...['{} failed: {}.', 'The expression', 'The template', 'The pattern', 'The code', 'already running'],
  ...['The workflow {}: changing the setting "{}" of "{}"', 'The workflow {}: a test run', 'The workflow {}: {}'],
  ...['The workflow {}: repeating results that were taken over', '{} needs the permission "write".'],
  ...['Running a changed workflow with its stored secrets', ' (iteration {})'],
  ...['{}: "{}" is empty.', 'A tool with a secret needs an address in its settings'],
  ...['The draft was changed or deleted in another window.{}', ' It is at revision {} now.'],
  ...[
    'The workflow was changed in the meantime.{} Load it again and repeat the change.',
    '; a text is written in quotes',
  ],
  ...['"{}" is {}, which this service does not support.', 'a specialised flow', 'a swarm that begins with a flow'],
  ...['{} where {} is expected', 'has "{}" before character {}'],
  ...['a group that a flow manages', 'Flow {}', 'Control edge {}', 'Data edge {}'],
])
/** Names, headers and results that are not shown as messages. */
const NO_MESSAGES = new Set([
  ...['Bearer {}', 'Basic {}', 'log {}', 'cut {}', 'lost by runtime', 'too large', 'Execution finished'],
  ...[
    'secret key check',
    'api.example did not respond in 30000 ms.',
    'Notifications of Millrace arrive here.',
    'answer too large',
    '(0, Math.random)()',
    'end {}',
    '{}/end {}',
    'End {}',
    'node {}',
    '- … and {} more',
  ],
])

test('every message has a German text', () => {
  const sources = productFiles().filter(({ path }) => FOLDERS.test(path) && !NOT_SHOWN.test(path))
  const found = messageTemplates(sources)
  expect(found.size).toBeGreaterThan(400)
  const known = new Set([...germanMessages().keys()].map((template) => template.replace(/\{[>!#]?\w+\}/g, '{}')))
  const missing = [...found].filter(([template]) => {
    if (PARTS.has(template) || NO_MESSAGES.has(template) || known.has(template)) return false
    // A full stop may follow any message, and "is missing" any word.
    return !known.has(template.replace(/\.$| is missing$/, ''))
  })
  const hint = 'add the German texts to packages/model/src/messages/german, or list here what no page shows'
  expect(
    missing.map(([template, file]) => `${file}: ${template}`),
    hint,
  ).toEqual([])
})
