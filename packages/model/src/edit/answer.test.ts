import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { germanMessage } from '../messages/german/german.ts'
import { translatedLines } from '../messages/translator.ts'
import { drawn } from '../testing/drawing.ts'
import { smallCatalogue } from '../testing/small-catalogue.ts'
import type { Graph } from '../workflow/workflow.ts'
import { answerTo } from './answer.ts'
import { type Command, isAsking } from './command.ts'
import { parseCommands } from './parse.ts'
import { commands, graphs } from './testing/arbitraries.ts'

function asked(graph: Graph, text: string): string {
  const command: Command | undefined = parseCommands(text, smallCatalogue).commands[0]?.command
  if (command === undefined || !isAsking(command)) throw new Error(`${text} is not a query`)
  const answer = answerTo(graph, command, smallCatalogue)
  return answer.ok ? answer.text : `${answer.problem.code} ${answer.problem.nearest ?? ''}`.trim()
}

const graph = drawn('text:text -> model:message\nask:yes -> end:trigger', {
  model: { model: 'tiny', apiKey: 'sk-0123456789-abcd', nested: { password: 'hunter2' }, list: ['one secret'] },
})

describe('answerTo', () => {
  test('lists nodes, edges and types', () => {
    expect(asked(graph, 'list nodes')).toBe('- `text`: `text`\n- `model`: `model`\n- `ask`: `ask`\n- `end`: `end`')
    expect(asked(graph, 'list edges')).toBe('- `text:text` to `model:message`\n- `ask:yes` to `end:trigger`')
    expect(asked(graph, 'list types')).toContain('Triggers:\n- `start`: Start')
    expect(asked({ nodes: [], edges: [] }, 'list nodes')).toBe('There are no nodes.')
  })

  test('shows current ports with their connections for info', () => {
    const text = asked(graph, 'info ask')
    expect(text).toContain('- `yes` (trigger) to `end:trigger`')
    expect(asked(graph, 'info model')).toContain('- `message` (string, required) from `text:text`')
  })

  test('shows a value, a default, or that it is missing for get', () => {
    expect(asked(graph, 'get model:model')).toBe('`model`: "tiny"')
    expect(asked(graph, 'get model:provider')).toBe('`provider`: "echo" (default)')
    expect(asked(graph, 'get model:temperature')).toBe('`temperature` is not set.')
    expect(asked(graph, 'get model:modle')).toBe('CONFIG_KEY_NOT_FOUND model')
    expect(asked(graph, 'get modle')).toBe('NODE_NOT_FOUND model')
  })

  test('never contains secrets, not even their last letters', () => {
    for (const text of ['get model', 'get model:apiKey', 'get model:nested', 'get model:list', 'info model']) {
      expect(asked(graph, text)).toContain('__secret__')
      expect(asked(graph, text)).not.toMatch(/abcd|hunter2|one secret/)
    }
  })

  test('lists all commands in German when the answer is translated', () => {
    const lines = asked(graph, 'help').split('\n')
    expect(lines.length).toBeGreaterThan(40)
    for (const line of lines) {
      const [form] = line.split('`: ')
      const german = translatedLines(line, germanMessage)
      expect(german, line).not.toBe(line)
      expect(german.startsWith(`${form}\`: `), german).toBe(true)
    }
    expect(translatedLines(asked(graph, 'help connect'), germanMessage)).toContain(
      'Verbindet einen Ausgang mit einem Eingang.\n\n```\nconnect calculator.1:result switch.1:value',
    )
  })

  test('answers describe, search and help', () => {
    expect(asked(graph, 'describe model')).toContain('- `provider` (string, one of "echo", "openai", default "echo")')
    expect(asked(graph, 'describe modle')).toBe('NODE_TYPE_NOT_FOUND model')
    expect(asked(graph, 'search each')).toContain('`each`')
    expect(asked(graph, 'search modle')).toBe('No node type matches `modle`. Did you mean `model`?')
    expect(asked(graph, 'help connect')).toContain('connect <node>:<port> [to] <node>:<port>')
    expect(asked(graph, 'help conect')).toBe('UNKNOWN_COMMAND connect')
    expect(asked(graph, 'help').split('\n').length).toBeGreaterThan(20)
  })

  test('returns an answer or a problem for every query', () => {
    fc.assert(
      fc.property(graphs, commands.filter(isAsking), (any, command) => {
        const answer = answerTo(any, command, smallCatalogue)
        expect(answer.ok ? answer.text : answer.problem.message).not.toBe('')
      }),
    )
  })
})
