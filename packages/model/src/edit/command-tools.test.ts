import { describe, expect, test } from 'vitest'
import { issuesOf } from '../check.ts'
import { verbForms } from './command.ts'
import { COMMAND_TOOLS, commandOfCall } from './command-tools.ts'
import { parseCommands } from './parse.ts'

const forms = [...verbForms().values()].flat()
const named = forms.flatMap(({ tool, example }) => (tool === undefined ? [] : [[tool.name, example] as const]))

describe('the commands as tools', () => {
  test('have one name each that every provider accepts, and an object as parameters', () => {
    const names = COMMAND_TOOLS.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const { name, parameters } of COMMAND_TOOLS) {
      expect(name).toMatch(/^[a-z_]{1,64}$/)
      expect(parameters).toMatchObject({ type: 'object', additionalProperties: false })
    }
  })

  test('exist for every verb that changes the graph and has a text', () => {
    const verbs = new Set(COMMAND_TOOLS.map(({ verb }) => verb))
    for (const [verb, [first]] of verbForms())
      if (!['help', 'config', 'select', 'canvas'].includes(verb))
        expect([verbs.has(verb), first?.form]).toEqual([true, first?.form])
  })

  test.each(named)('return the same command for the arguments of the example of %s', (name, example) => {
    const [line] = parseCommands(example).commands
    const { verb: _, ...args } = line?.command ?? { verb: 'clear' as const }
    expect(commandOfCall(name, args)).toEqual({ ok: true, command: line?.command })
  })

  test.each<[string, string, unknown, string]>([
    ['a missing argument', 'rename', { node: 'a' }, 'label'],
    ['an unknown argument', 'delete', { node: 'a', force: true }, 'force'],
    ['a wrong type', 'connect', { source: 'a:b', target: { node: 'c', port: 'd' } }, '/source'],
    ['no object', 'clear', 'all', 'object'],
  ])('reject %s and name it', (_, name, args, word) => {
    const result = commandOfCall(name, args)
    expect(result).toMatchObject({ ok: false, problem: { code: 'PARSE_ERROR' } })
    expect(JSON.stringify(result)).toContain(word)
  })

  test('suggest the nearest tool for an unknown name', () => {
    expect(commandOfCall('conect', {})).toMatchObject({
      ok: false,
      problem: { code: 'UNKNOWN_COMMAND', nearest: 'connect' },
    })
  })

  test('accept any JSON value as the value of a setting', () => {
    const set = COMMAND_TOOLS.find(({ name }) => name === 'set')
    for (const value of [1, 'x', null, [1], { a: 1 }])
      expect(issuesOf(set?.parameters ?? {}, { node: 'a', key: 'b', value })).toEqual([])
  })
})
