import { catalogueOf, type NodeDefinition, VERBS } from '@millrace/model'
import { loadBuiltInNodes } from '@millrace/nodes'
import { describe, expect, test } from 'vitest'
import { catalogue, chat, drawn } from '../testing/built-in.ts'
import { CATALOGUE_TOKENS, compactCatalogue, tokensOf } from './compact-catalogue.ts'
import { compactState, STATE_TOKENS } from './compact-state.ts'
import { grammar, promptMessages, textSystemPrompt, toolSystemPrompt } from './prompt.ts'
import { withoutKeys } from './without-keys.ts'

describe('the catalogue in the prompt', () => {
  test('has every type and fits into 8000 tokens', () => {
    const text = compactCatalogue(catalogue)
    expect(tokensOf(text)).toBeLessThanOrEqual(8000)
    for (const id of catalogue.types.keys()) expect(text).toContain(`\n${id}(`)
    expect(text).toContain('http_request(url:url body:mixed headers:json) -> status_code:number')
    expect(text).toContain('method=GET|POST')
    expect(text).not.toContain('apiKey')
  })

  test('has fewer details of each type if there are many', async () => {
    const [first] = await loadBuiltInNodes()
    const many = Array.from(
      { length: 2000 },
      (_, at) => ({ ...first, id: `a_type_with_a_rather_long_name_${at}` }) as NodeDefinition,
    )
    const text = compactCatalogue(catalogueOf(many))
    expect(tokensOf(text)).toBeLessThanOrEqual(CATALOGUE_TOKENS)
    expect(text).toContain('(the list was cut here)')
  })
})

describe('the workflow in the prompt', () => {
  test('has nodes, settings that are not the default, and connections', () => {
    expect(compactState(chat, catalogue)).toBe(
      [
        'Nodes (id, type, label, settings that are not the default):',
        'text_input.1 text_input "Text input"',
        'chat_model.1 chat_model "Chat model" {"model":"gpt-4o-mini"}',
        'text_output.1 text_output "Text output"',
        'Connections:',
        'text_input.1:text -> chat_model.1:message',
        'chat_model.1:response -> text_output.1:text',
      ].join('\n'),
    )
  })

  test('is bounded', () => {
    const large = drawn(Array.from({ length: 1500 }, () => 'add chat_model').join('\n'))
    expect(tokensOf(compactState(large, catalogue))).toBeLessThanOrEqual(STATE_TOKENS)
  })

  test('has no secrets, no placeholders and no settings of unknown types', () => {
    const [input, model, output] = drawn('set chat_model.1:apiKey sk-live-very-secret-1', chat).nodes
    const stored = { ...model!, id: 'stored', data: { ...model!.data, config: { apiKey: '__secret__:cret' } } }
    const unknown = {
      ...output!,
      id: 'odd',
      data: { config: { password: 'hunter2hunter2' }, metadata: { id: 'nobody.knows' } },
    }
    const text = compactState({ nodes: [input!, model!, stored, unknown], edges: [] }, catalogue)
    expect(text).not.toMatch(/secret|apiKey|hunter2/)
  })
})

describe('the prompt', () => {
  test('has the catalogue, the workflow, the history and the message, and the commands only for models without tools', () => {
    const history = [
      { role: 'assistant' as const, content: 'left out: a conversation begins with the user' },
      { role: 'user' as const, content: 'add a model' },
      { role: 'assistant' as const, content: 'Done.' },
    ]
    const messages = promptMessages({ message: 'and an output', graph: chat, history }, catalogue)
    for (const [verb, { kind, forms }] of Object.entries(VERBS)) {
      if (kind === 'edit' && forms !== undefined) expect(grammar()).toMatch(new RegExp(`^${verb}\\b`, 'm'))
    }
    expect(textSystemPrompt(catalogue)).toContain(grammar())
    expect(toolSystemPrompt(catalogue)).not.toContain(grammar())
    expect(textSystemPrompt(catalogue)).toContain(compactCatalogue(catalogue))
    expect(toolSystemPrompt(catalogue)).toContain(compactCatalogue(catalogue))
    expect(messages.slice(0, 2).map(({ content }) => content)).toEqual(['add a model', 'Done.'])
    expect(messages.at(-1)?.content).toMatch(/chat_model\.1[\s\S]*The user says:\nand an output$/)
  })

  test('keeps the newest messages of a long history', () => {
    const history = Array.from({ length: 500 }, (_, at) => ({
      role: 'user' as const,
      content: `${at} ${'x'.repeat(2000)}`,
    }))
    const messages = promptMessages({ message: 'go', graph: chat, history }, catalogue)
    expect(messages.length).toBeLessThan(10)
    expect(messages.at(-2)?.content).toMatch(/^499 /)
  })
})

test.each([
  ['use the key sk-proj-abcdefghijklmnop1234', 'use the key [secret]'],
  ['the password is correct-horse', 'the password is [secret]'],
  ['set the api key of the model to "abc123xyz"', 'set the api key of the model to "[secret]"'],
  ['postgres://ada:lovelace@db/x', 'postgres://ada:[secret]@db/x'],
  ['{"Authorization":"Bearer abcdefgh12345"}', '{"Authorization":"Bearer [secret]"}'],
  ['limit it to 200 tokens', 'limit it to 200 tokens'],
  ['connect it to chat_model.1:message', 'connect it to chat_model.1:message'],
])('removes keys from %j', (text, without) => {
  expect(withoutKeys(text)).toBe(without)
})
